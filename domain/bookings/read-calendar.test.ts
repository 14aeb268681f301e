import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { airlineCalendar } from '../testing/booking-mails.ts'
import { measureCpu } from '../testing/cpu-time.ts'
import { emptyBooking, noTime, type ReadBooking, type ReadResult } from './read-booking.ts'
import { readCalendar, readCalendars } from './read-calendar.ts'

const calendarOf = (...events: (readonly string[])[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const bookingsOf = (result: ReadResult): readonly ReadBooking[] => {
  if ('failure' in result) throw new Error(result.failure)
  return result.bookings
}

const START = 'DTSTART;TZID=America/Toronto:20310502T150000'

const read = (...lines: string[]) => bookingsOf(readCalendar(calendarOf(lines)))[0]
const flightOf = (summary: string, ...lines: string[]) => {
  const [segment] = read(START, `SUMMARY:${summary}`, ...lines)?.segments ?? []
  return segment && [segment.carrier, segment.number, nameOf(segment.from), nameOf(segment.to)]
}
const nameOf = ({ code, name }: { code: string; name: string }) => [code, name].filter(Boolean).join(' ')

describe('reading flights of a calendar', () => {
  it('reads the file of an airline as one journey', () => {
    expect(readCalendar(airlineCalendar)).toEqual({
      bookings: [
        {
          ...emptyBooking('flight'),
          confirmationNumber: 'QX7K2M',
          segments: [
            {
              carrier: 'AC',
              number: '406',
              from: { code: 'YYZ', name: 'Toronto', address: '' },
              to: { code: 'YUL', name: 'Montréal', address: '' },
              departs: { date: '2031-05-02', time: '15:00', zone: 'America/Toronto' },
              arrives: { date: '2031-05-02', time: '16:20', zone: 'America/Toronto' },
              terminal: '',
              arrivalTerminal: '',
              gate: '',
              boardingTime: '',
              seats: [],
            },
            {
              carrier: 'AC',
              number: '812',
              from: { code: 'YUL', name: 'Montréal', address: '' },
              to: { code: 'LIS', name: 'Lisbon', address: '' },
              departs: { date: '2031-05-02', time: '20:05', zone: 'America/Toronto' },
              arrives: { date: '2031-05-03', time: '07:40', zone: 'Europe/Lisbon' },
              terminal: '',
              arrivalTerminal: '',
              gate: '',
              boardingTime: '',
              seats: [],
            },
          ],
        },
      ],
    })
  })

  it.each([
    ['AC 848 YYZ-LIS', ['AC', '848', 'YYZ', 'LIS']],
    ['AC0848 YYZ → LIS', ['AC', '848', 'YYZ', 'LIS']],
    ['Flight AC848 from Toronto (YYZ) to Lisbon (LIS)', ['AC', '848', 'YYZ Toronto', 'LIS Lisbon']],
    ['✈ U2 1234: LGW to OPO', ['U2', '1234', 'LGW', 'OPO']],
    ['LH1166 Frankfurt nach Lissabon', ['LH', '1166', 'Frankfurt', 'Lissabon']],
    ['Flug LH 1166 von Frankfurt nach Lissabon', ['LH', '1166', 'Frankfurt', 'Lissabon']],
    ['TP1927 São Paulo – Porto', ['TP', '1927', 'São Paulo', 'Porto']],
    ['Flight TP1927', ['TP', '1927', '', '']],
  ])('reads %s', (summary, flight) => {
    expect(flightOf(summary)).toEqual(flight)
  })

  it('finds the airports in the description and the location', () => {
    const expected = ['AC', '848', 'YYZ', 'LIS']
    expect(flightOf('AC848', 'DESCRIPTION:Your flight\\nYYZ - LIS')).toEqual(expected)
    expect(flightOf('AC848 to Lisbon (LIS)', 'LOCATION:Toronto Pearson (YYZ)')).toEqual([
      'AC',
      '848',
      'YYZ Toronto Pearson',
      'LIS Lisbon',
    ])
  })

  it.each(['Room B2 12', 'Dinner at 8', 'IC 523 Lisboa – Porto', 'Team A1 14:30', 'Pier 39', 'Meet at H2 12 noon'])(
    'takes %s for no flight',
    (summary) => {
      expect(read(START, `SUMMARY:${summary}`)).toMatchObject({ kind: 'attraction', name: summary })
    },
  )

  it.each([
    ['Booking reference: QX7K2M', 'QX7K2M'],
    ['PNR QX7K2M', 'QX7K2M'],
    ['Buchungscode: ABCDEF', 'ABCDEF'],
    ['Manage your booking in LISBON today', ''],
    ['Your booking is confirmed.\\nConfirmation number #12AB34', '12AB34'],
  ])('finds the confirmation number in %s', (description, number) => {
    expect(read(START, 'SUMMARY:AC 848 YYZ-LIS', `DESCRIPTION:${description}`)?.confirmationNumber).toBe(number)
  })

  it('joins the flights of several files', () => {
    const [out = '', on = ''] = airlineCalendar.split(/(?=BEGIN:VEVENT)/).slice(1)
    const files = [on.replace(/END:VCALENDAR\s*/, ''), out].map(
      (event) => `BEGIN:VCALENDAR\r\n${event}END:VCALENDAR\r\n`,
    )
    expect(bookingsOf(readCalendars(files)).map(({ segments }) => segments.map(({ number }) => number))).toEqual([
      ['406', '812'],
    ])
  })

  it('takes no end of a day for an arrival', () => {
    const [segment] =
      read('DTSTART;VALUE=DATE:20310502', 'DTEND;VALUE=DATE:20310503', 'SUMMARY:AC 848 YYZ-LIS')?.segments ?? []
    expect(segment).toMatchObject({ departs: { date: '2031-05-02', time: '' }, arrives: noTime })
  })
})

describe('reading other events', () => {
  it('reads a museum', () => {
    expect(
      read(
        'BEGIN:VALARM',
        'SUMMARY:Alarm',
        'DTSTART:20300101T000000Z',
        'END:VALARM',
        'SUMMARY:Museu Calouste Gulbenkian\\, morning ticket',
        'DTSTART;TZID=Europe/Lisbon:20310504T100000',
        'DTEND;TZID=Europe/Lisbon:20310504T120000',
        'LOCATION:Museu Calouste Gulbenkian\\, Av. de Berna 45A\\, Lisboa',
        'DESCRIPTION:Bring your ticket.\\n\\n<b>Ask &amp; enter</b> on the left\\; door 2',
        'RRULE:FREQ=DAILY',
      ),
    ).toEqual({
      ...emptyBooking('attraction'),
      name: 'Museu Calouste Gulbenkian, morning ticket',
      place: { code: '', name: 'Museu Calouste Gulbenkian', address: 'Av. de Berna 45A, Lisboa' },
      starts: { date: '2031-05-04', time: '10:00', zone: 'Europe/Lisbon' },
      ends: { date: '2031-05-04', time: '12:00', zone: 'Europe/Lisbon' },
      details: 'Bring your ticket.\nAsk & enter on the left; door 2',
    })
  })

  it.each([
    ['DTSTART:20310504T100000', { date: '2031-05-04', time: '10:00', zone: '' }],
    [
      'DTSTART:20310504T100000Z',
      { date: '2031-05-04', time: '10:00', zone: '', instant: Date.parse('2031-05-04T10:00:00Z') },
    ],
    ['DTSTART;VALUE=DATE:20310504', { date: '2031-05-04', time: '', zone: '' }],
    ['DTSTART;TZID="America/Toronto":20310504T100000', { date: '2031-05-04', time: '10:00', zone: 'America/Toronto' }],
    [
      'DTSTART;X-A="b:c;d,e";TZID=America/Toronto:20310504T100000',
      { date: '2031-05-04', time: '10:00', zone: 'America/Toronto' },
    ],
    ['DTSTART;TZID=Eastern Standard Time:20310504T100000', { date: '2031-05-04', time: '10:00', zone: '' }],
    ['DTSTART;TZID=EST5EDT:20310504T100000', { date: '2031-05-04', time: '10:00', zone: '' }],
    ['DTSTART;TZID=(UTC-05:00) Eastern Time:20310504T100000', { date: '2031-05-04', time: '10:00', zone: '' }],
    ['dtstart;tzid=Mars/Base:20310504T100000', { date: '2031-05-04', time: '10:00', zone: '' }],
    ['DTSTART:soon', noTime],
  ])('reads %s', (line, time) => {
    expect(read('SUMMARY:Tour', line)?.starts).toEqual(time)
  })

  it('reads the days of a stay, and a duration', () => {
    const ends = (...lines: string[]) => read('SUMMARY:Tour', ...lines)?.ends
    expect(ends('DTSTART;VALUE=DATE:20310504', 'DTEND;VALUE=DATE:20310507')).toEqual({
      date: '2031-05-06',
      time: '',
      zone: '',
    })
    expect(ends('DTSTART;VALUE=DATE:20310504', 'DTEND;VALUE=DATE:20310505')).toEqual(noTime)
    expect(ends('DTSTART:20310504T233000', 'DURATION:PT1H45M')).toEqual({ date: '2031-05-05', time: '01:15', zone: '' })
    expect(ends('DTSTART:20310504T233000', 'DURATION:forever')).toEqual(noTime)
  })

  it('joins folded lines, also within a word', () => {
    expect(read(START, 'SUMMARY:Livraria', '  Lello')?.name).toBe('Livraria Lello')
    expect(read(START, 'SUMMARY:Livra', ' ria Lello')?.name).toBe('Livraria Lello')
  })

  it('knows that an event is cancelled', () => {
    expect(read(START, 'SUMMARY:Tour', 'STATUS:CANCELLED')?.isCancelled).toBe(true)
    expect(read(START, 'SUMMARY:Tour', 'STATUS:CONFIRMED')?.isCancelled).toBe(false)
    const cancelled = calendarOf([START, 'SUMMARY:Tour']).replace('VERSION:2.0', 'METHOD:CANCEL')
    expect(bookingsOf(readCalendar(cancelled))[0]?.isCancelled).toBe(true)
  })

  it.each([
    ['Booking number: LL-77', 'LL-77'],
    ['Order #12345678', '12345678'],
    ['Reservation QX7K2M', 'QX7K2M'],
    ['Buchungsnummer: 4711-0815', '4711-0815'],
    ['Reservation: 2031-05-04', ''],
    ['Reservation for 2 people', ''],
    ['Reserve early', ''],
  ])('finds the confirmation number in %s', (description, number) => {
    expect(read(START, 'SUMMARY:Tour', `DESCRIPTION:${description}`)).toMatchObject({
      confirmationNumber: number,
      details: number === '' ? description : '',
    })
  })

  it('leaves out of the details what readers of a share link may not have', () => {
    const lines = [
      'Bring your ticket.',
      'Booking number: LL-77',
      'Show ll-77 at door 2?',
      'Questions: help@livraria.example',
      'Change it: https://livraria.example/b?id=5&key=abc',
      'See https://livraria.example/visit',
      'Coffee @ 10.30. Ready? Go',
    ]
    expect(read(START, 'SUMMARY:Tour', `DESCRIPTION:${lines.join('\\n')}`)?.details).toBe(
      'Bring your ticket.\nSee https://livraria.example/visit\nCoffee @ 10.30. Ready? Go',
    )
  })

  it('has the place as its name if it has no title', () => {
    expect(read(START, 'LOCATION:Livraria Lello')?.name).toBe('Livraria Lello')
    expect(read(START, 'SUMMARY:Tour', 'LOCATION:Rua 14\\, Porto')?.place).toEqual({
      code: '',
      name: '',
      address: 'Rua 14, Porto',
    })
  })
})

describe('files that are not as they should be', () => {
  it.each([
    ['nothing', ''],
    ['nothing', 'Dear Ana'],
    ['nothing', calendarOf()],
    ['nothing', calendarOf([START])],
    ['damaged', 'BEGIN:VCALENDAR'],
    ['damaged', airlineCalendar.slice(0, 400)],
    ['damaged', airlineCalendar.replace('END:VCALENDAR', '')],
    ['too_large', `BEGIN:VCALENDAR\r\n${'X'.repeat(2_000_000)}`],
  ])('says %s', (failure, text) => {
    expect(readCalendar(text)).toEqual({ failure })
  })

  it('reads 20 components in each other, and no more', () => {
    const nested = (depth: number) => [
      START,
      'SUMMARY:Tour',
      ...Array<string>(depth).fill('BEGIN:X'),
      ...Array<string>(depth).fill('END:X'),
    ]
    expect(bookingsOf(readCalendar(calendarOf(nested(18))))).toMatchObject([{ name: 'Tour' }])
    expect(readCalendar(calendarOf(nested(19)))).toEqual({ failure: 'damaged' })
  })

  it('reads a file after a byte order mark and empty lines', () => {
    expect(readCalendar(`\ufeff${airlineCalendar}`)).toEqual(readCalendar(airlineCalendar))
    expect(readCalendar(`\r\n \r\n\t${airlineCalendar}`)).toEqual(readCalendar(airlineCalendar))
  })

  it('reads at most 50 events', () => {
    const text = calendarOf(...Array.from({ length: 60 }, (_, index) => [START, `SUMMARY:Tour ${index}`]))
    expect(bookingsOf(readCalendar(text))).toHaveLength(50)
  })

  it.each([
    ['many events', calendarOf(...Array.from({ length: 20_000 }, () => [START, 'SUMMARY:AC 848 YYZ-LIS']))],
    ['many parameters', calendarOf([`DTSTART${';A="b:c",d'.repeat(150_000)}`])],
    ['unclosed parameters', calendarOf([`DTSTART${';A="b:c'.repeat(150_000)}`])],
    ['many components', `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(100_000)}`],
    ['a long title', calendarOf([START, `SUMMARY:AC 848 ${'A '.repeat(800_000)}`])],
    ['a long description', calendarOf([START, 'SUMMARY:AC 848', `DESCRIPTION:${'Ab (AB '.repeat(200_000)}`])],
    [
      'many lines of a text',
      calendarOf(...Array.from({ length: 50 }, () => [START, `SUMMARY:AC 848`, `DESCRIPTION:${'x\\n'.repeat(7000)}`])),
    ],
    [
      'many words for a number, and many addresses',
      calendarOf(
        ...['order ', 'order:', 'www.', 'a@', 'Booking 1 '].flatMap((text) =>
          Array.from({ length: 10 }, () => [
            START,
            'SUMMARY:Tour',
            `DESCRIPTION:${`${text.repeat(500 / text.length)}\\n`.repeat(40)}`,
          ]),
        ),
      ),
    ],
    ['many empty lines', `${'\n'.repeat(500_000)}BEGIN:VCALENDAR x`],
    [
      'many components without an end',
      `BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(40_000)}${'END:Z\r\n'.repeat(40_000)}`,
    ],
    ['many folds', calendarOf([START, `SUMMARY:${'a\r\n '.repeat(400_000)}`])],
  ])('survives %s', (_, text) => {
    const cpu = measureCpu()
    readCalendar(text)
    expect(cpu()).toBeLessThan(2000)
  })

  it('reads any text without an error, as short texts on one line', () => {
    const line = fc.tuple(
      fc.constantFrom(
        'SUMMARY:',
        'LOCATION:',
        'DESCRIPTION:',
        'DTSTART:',
        'DTEND;TZID=',
        'DURATION:',
        'BEGIN:',
        'END:',
        '',
      ),
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 600 }),
        fc.constantFrom('AC 848 YYZ-LIS', '20310502T100000', 'PT99H', 'VEVENT'),
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 8 }), { maxLength: 3 }), (events) => {
        const result = readCalendar(
          calendarOf(...events.map((lines) => [START, ...lines.map((parts) => parts.join(''))])),
        )
        for (const { details, ...booking } of 'bookings' in result ? result.bookings : []) {
          expect([...textsIn(booking), ...details.split('\n')].filter(isUnclean)).toEqual([])
        }
      }),
      { numRuns: 80 },
    )
  })

  it('reads any cut of a file without an error', () => {
    for (let end = 0; end < airlineCalendar.length - 2; end++) {
      expect(readCalendar(airlineCalendar.slice(0, end))).toEqual({ failure: end < 15 ? 'nothing' : 'damaged' })
    }
  })
})

const isUnclean = (text: string) => text.length > 500 || /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
