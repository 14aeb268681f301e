import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  airlineCalendar,
  airlineMail,
  carMail,
  eventMail,
  ferryMail,
  flightReservations,
  forwarded,
  forwardedMail,
  hotelHtml,
  hotelMail,
  htmlMail,
  jsonLd,
  mailOf,
  mailWithoutReservation,
  trainMail,
} from '../testing/booking-mails.ts'
import { measureCpu } from '../testing/cpu-time.ts'
import { emptyBooking, type ReadBooking } from './read-booking.ts'
import { MAX_MAIL_BYTES, readMail } from './read-mail.ts'

const read = readMail
const bytesOf = (text: string) => new TextEncoder().encode(text)

const bookingsOf = async (mail: string | Uint8Array): Promise<readonly ReadBooking[]> => {
  const { result } = await read(mail)
  if ('failure' in result) throw new Error(result.failure)
  return result.bookings
}
const routesOf = async (mail: string | Uint8Array) =>
  (await bookingsOf(mail)).map(({ segments }) => segments.map(({ from, to }) => `${from.code}-${to.code}`).join(' '))

const BOTH_WAYS = ['YYZ-YUL YUL-LIS', 'LIS-YUL YUL-YYZ']
const PDF = bytesOf('%PDF-1.7 pass')
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)
const PASS = bytesOf('PK\u0003\u0004')

describe('reading the mails of companies', () => {
  it('reads flights', async () => {
    const { subject, sender, attachments } = await read(airlineMail)
    expect({ subject, sender, attachments }).toEqual({
      subject: 'Booking confirmation QX7K2M',
      sender: 'mail.aircanada.example',
      attachments: [],
    })
    expect(await routesOf(airlineMail)).toEqual(BOTH_WAYS)
    expect(await routesOf(bytesOf(airlineMail))).toEqual(BOTH_WAYS)
  })

  it('reads a stay', async () => {
    expect(await bookingsOf(hotelMail)).toMatchObject([{ kind: 'stay', name: 'Hotel do Chiado & Spa' }])
  })

  it('reads a train', async () => {
    expect(await bookingsOf(trainMail)).toEqual([
      {
        ...emptyBooking('train'),
        confirmationNumber: 'CP88231',
        passengers: ['Ana Sousa'],
        segments: [
          {
            carrier: 'Comboios de Portugal',
            number: 'AP 125',
            from: { code: '', name: 'Lisboa Oriente', address: '' },
            to: { code: '', name: 'Porto Campanhã', address: '' },
            departs: { date: '2031-05-07', time: '13:39', zone: '' },
            arrives: { date: '2031-05-07', time: '16:29', zone: '' },
            terminal: '',
            arrivalTerminal: '',
            gate: '3',
            boardingTime: '',
            seats: [{ passenger: 0, seat: '64', cabin: 'Coach 21, Conforto' }],
          },
        ],
        price: { amount: 3450, currency: 'EUR' },
        codes: [{ format: 'aztec', text: 'CP88231/AP125/21/64  ', passenger: 0, segment: 0 }],
        details: '',
      },
    ])
  })

  it('reads an event', async () => {
    expect(await bookingsOf(eventMail)).toEqual([
      {
        ...emptyBooking('attraction'),
        name: 'Livraria Lello: visit and reading',
        confirmationNumber: 'LL-77',
        passengers: ['Ana Sousa'],
        place: { code: '', name: 'Livraria Lello', address: 'Rua das Carmelitas 144, Porto' },
        starts: { date: '2031-05-08', time: '10:30', zone: '' },
        ends: { date: '2031-05-08', time: '12:00', zone: '' },
        codes: [{ format: 'qr', text: 'LELLO-77-2', passenger: 0, segment: undefined }],
        details: '2 tickets',
      },
    ])
  })

  it('reads a car', async () => {
    expect(await bookingsOf(carMail)).toEqual([
      {
        ...emptyBooking('car'),
        name: 'Rodar',
        confirmationNumber: 'RC-5150',
        passengers: ['Omar Haddad'],
        place: { code: '', name: 'Porto Airport', address: 'Pedras Rubras, Porto' },
        endPlace: { code: '', name: 'Lisbon Airport', address: '' },
        starts: { date: '2031-05-09', time: '09:00', zone: '' },
        ends: { date: '2031-05-12', time: '07:30', zone: '' },
        price: { amount: 21_000, currency: 'EUR' },
        details: 'Renault Clio',
      },
    ])
  })

  it('reads a ferry', async () => {
    expect(await bookingsOf(ferryMail)).toMatchObject([
      {
        kind: 'ferry',
        segments: [{ carrier: 'Transtejo', from: { name: 'Cais do Sodré' }, to: { name: 'Cacilhas' } }],
      },
    ])
  })

  it('says whose mail has no reservation', async () => {
    expect(await read(mailWithoutReservation)).toEqual({
      result: { failure: 'nothing' },
      subject: 'Summer sale',
      sender: 'deals.example',
      attachments: [],
    })
  })
})

describe('reading mails in mails', () => {
  it('reads what is forwarded, also as a file, and twice', async () => {
    expect(await routesOf(forwardedMail)).toEqual(BOTH_WAYS)
    expect(await routesOf(forwarded(forwardedMail))).toEqual(BOTH_WAYS)
    const asFile = mailOf([
      { type: 'text/plain', body: 'See the file.' },
      { type: 'application/octet-stream', body: airlineMail, name: 'Booking.eml', encoding: 'base64' },
    ])
    expect(await routesOf(asFile)).toEqual(BOTH_WAYS)
  })

  it('has the sender and subject of the mail itself', async () => {
    expect(await read(forwardedMail)).toMatchObject({ subject: 'Fwd: Your booking', sender: 'example.org' })
  })

  it('reads once what the mail and the one within say', async () => {
    const html = { type: 'text/html', body: jsonLd(flightReservations) }
    const mail = mailOf([html, { type: 'message/rfc822', body: airlineMail }])
    expect(await routesOf(mail)).toEqual(BOTH_WAYS)
  })
})

describe('reading calendars in mails', () => {
  const calendar = { type: 'text/calendar', body: airlineCalendar, name: 'flights.ics' }

  it('reads a calendar file, whatever its type', async () => {
    const text = { type: 'text/plain', body: 'Your flights' }
    expect(await routesOf(mailOf([text, calendar]))).toEqual(['YYZ-YUL YUL-LIS'])
    expect(await routesOf(mailOf([text, { ...calendar, encoding: 'base64' }]))).toEqual(['YYZ-YUL YUL-LIS'])
    const octets = { ...calendar, type: 'application/octet-stream', encoding: 'base64' } as const
    expect(await routesOf(mailOf([text, octets]))).toEqual(['YYZ-YUL YUL-LIS'])
  })

  it('adds only what the mail does not say itself', async () => {
    const html = (reservations: readonly unknown[]) => ({ type: 'text/html', body: jsonLd(reservations) })
    expect(await routesOf(mailOf([html(flightReservations), calendar]))).toEqual(BOTH_WAYS)
    const [first] = flightReservations
    expect(await routesOf(mailOf([html([first]), calendar]))).toEqual(['YYZ-YUL', 'YUL-LIS'])
  })

  it('takes the same flight a week later for another', async () => {
    const html = { type: 'text/html', body: jsonLd(flightReservations) }
    const later = { ...calendar, body: airlineCalendar.replaceAll('2031050', '2031051') }
    expect(await routesOf(mailOf([html, later]))).toEqual([...BOTH_WAYS, 'YYZ-YUL YUL-LIS'])
  })

  it('says that the only calendar is damaged', async () => {
    const damaged = { ...calendar, body: airlineCalendar.slice(0, 400) }
    expect((await read(mailOf([damaged]))).result).toEqual({ failure: 'damaged' })
  })
})

describe('files in mails', () => {
  const file = (name: string, bytes: Uint8Array, type = 'application/octet-stream') => ({ type, name, bytes, body: '' })

  it('returns those that can be read, documents first, by what is in them', async () => {
    const { attachments } = await read(
      mailOf([
        { type: 'text/plain', body: 'Hi' },
        file('logo.png', PNG, 'image/png'),
        file('photo.txt', JPEG),
        file('Boarding pass.pdf', PDF),
        file('ana.pkpass', PASS, 'application/vnd.apple.pkpass'),
        file('fake.pdf', bytesOf('no pdf'), 'application/pdf'),
        file('archive.zip', PASS, 'application/zip'),
        file('terms.docx', bytesOf('PK')),
      ]),
    )
    expect(attachments.map(({ name, type }) => [name, type])).toEqual([
      ['Boarding pass.pdf', 'application/pdf'],
      ['ana.pkpass', 'application/vnd.apple.pkpass'],
      ['logo.png', 'image/png'],
      ['photo.txt', 'image/jpeg'],
    ])
    expect(attachments[0]?.bytes).toEqual(PDF)
  })

  it('returns files of a forwarded mail', async () => {
    const { attachments } = await read(forwarded(mailOf([file('pass.pdf', PDF)])))
    expect(attachments.map(({ name }) => name)).toEqual(['pass.pdf'])
  })

  it('returns at most 20, with names that are no paths', async () => {
    const { attachments } = await read(mailOf(Array.from({ length: 30 }, () => file('../a/b.pdf', PDF))))
    expect(attachments).toHaveLength(20)
    expect(attachments[0]?.name).toBe('..-a-b.pdf')
  })
})

describe('encodings', () => {
  const name = 'Hôtel São João €'
  const html = hotelHtml.replace('Hotel do <b>Chiado</b> &amp; Spa', name)

  it.each([
    ['utf-8', undefined],
    ['utf-8', 'quoted-printable'],
    ['utf-8', 'base64'],
    ['iso-8859-1', 'quoted-printable'],
    ['iso-8859-1', 'base64'],
  ] as const)('reads %s %s', async (charset, encoding) => {
    const body = charset === 'utf-8' ? html : html.replace(' €', '')
    const mail = mailOf([{ type: 'text/html', body, charset, ...(encoding && { encoding }) }])
    const expected = [{ name: charset === 'utf-8' ? name : name.replace(' €', '') }]
    expect(await bookingsOf(mail)).toMatchObject(expected)
    expect(await bookingsOf(bytesOf(mail))).toMatchObject(expected)
  })

  it('reads bytes and pasted text of ISO 8859-1 that is not encoded', async () => {
    const mail = mailOf([{ type: 'text/html', body: html.replace(' €', ''), charset: 'iso-8859-1' }])
    const expected = [{ name: 'Hôtel São João' }]
    expect(await bookingsOf(mail)).toMatchObject(expected)
    expect(await bookingsOf(Uint8Array.from(mail, (character) => character.charCodeAt(0)))).toMatchObject(expected)
  })

  it('reads an encoded subject, and no host of an address that is none', async () => {
    const headers = { from: '=?utf-8?q?Jo=C3=A3o?= <joao>', subject: '=?utf-8?b?UmVzZXJ2YcOnw6Nv?=' }
    expect(await read(htmlMail('<p>Hi', headers))).toMatchObject({ subject: 'Reservação', sender: '' })
  })
})

describe('what people paste', () => {
  it('reads the source of a mail, also after empty lines and of a mailbox', async () => {
    for (const before of ['\n\r\n ', '\ufeff', 'From ana@example.org Mon Feb  3 09:00:00 2031\r\n']) {
      expect(await routesOf(before + airlineMail)).toEqual(BOTH_WAYS)
      expect(await routesOf(bytesOf(before + airlineMail))).toEqual(BOTH_WAYS)
    }
    expect(await routesOf(airlineMail.replaceAll('\r\n', '\n'))).toEqual(BOTH_WAYS)
  })

  it('reads HTML and a calendar', async () => {
    expect(await bookingsOf(hotelHtml)).toMatchObject([{ kind: 'stay' }])
    expect(await bookingsOf(bytesOf(hotelHtml))).toMatchObject([{ kind: 'stay' }])
    expect(await routesOf(airlineCalendar)).toEqual(['YYZ-YUL YUL-LIS'])
  })

  it.each([
    '',
    ' ',
    'Dear Ana,\nyour flight AC 848 leaves at 10:30.',
    'Note: bring a pen\n\nFrom: Ana',
    '\0\0\0',
    '<p>',
  ])('finds nothing in %j', async (text) => {
    const nothing = { result: { failure: 'nothing' }, subject: '', sender: '', attachments: [] }
    expect(await read(text)).toEqual(nothing)
    expect(await read(bytesOf(text))).toEqual(nothing)
  })
})

describe('hostile mails', () => {
  const inMany = (mail: string, times: number) =>
    Array.from({ length: times }).reduce<string>((inner) => forwarded(inner), mail)
  const part = 'Content-Type: text/plain\r\n\r\nx\r\n'
  const many = (text: string, count = 4_900) =>
    `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\n${text}`.repeat(count)}--b--\r\n`
  const nested = Array.from(
    { length: 300 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  ).join('')

  it.each([
    ['10,000 parts', many(part, 10_000)],
    ['many parts', many(part)],
    ['many parts of HTML', many('Content-Type: text/html\r\n\r\n<p>schema.org<script>\r\n')],
    ['both kinds of parts', many(`Content-Type: text/html\r\n\r\n<p>schema.org\r\n--b\r\n${part}`, 2_400)],
    ['many files', many('Content-Type: application/pdf\r\n\r\n%PDF-\r\n')],
    ['many mails', many('Content-Type: message/rfc822\r\n\r\nFrom: a@b.example\r\n\r\nx\r\n')],
    ['many calendars', many('Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\n')],
    ['parts in parts', `From: a@b.example\r\n${nested}`],
    ['many headers', `From: a@b.example\r\n${'X-A: b\r\n'.repeat(1_000_000)}\r\n`],
    ['a long header', `From: ${'a@b.example, '.repeat(70_000)}\r\n\r\nx`],
    ['many folds', `From: a@b.example\r\nSubject: a\r\n${' b\r\n'.repeat(250_000)}\r\nx`],
    ['many lines', `From: a@b.example\r\n\r\n${'\n'.repeat(20_000_000)}`],
    ['a long line', `From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>schema.org ${'<'.repeat(5_000_000)}`],
    ['open parentheses', `From: ${'('.repeat(900_000)}\r\n\r\nx`],
    ['forwards in forwards', inMany(airlineMail, 40)],
    ['much text without headers', 'x'.repeat(20_000_000)],
    ['much HTML', htmlMail(jsonLd(`["http://schema.org"${',{"@type":"FlightReservation"}'.repeat(150_000)}]`))],
  ])('survives %s', async (_, mail) => {
    const bytes = bytesOf(mail)
    const cpu = measureCpu()
    const { attachments } = await read(bytes)
    expect(cpu()).toBeLessThan(2000)
    expect(attachments.length).toBeLessThanOrEqual(20)
  })

  it('refuses what is too large', async () => {
    expect((await read('x'.repeat(MAX_MAIL_BYTES + 1))).result).toEqual({ failure: 'too_large' })
    expect((await read(new Uint8Array(MAX_MAIL_BYTES + 1))).result).toEqual({ failure: 'too_large' })
    expect((await read(`From: a@b.example\r\n${'X-A: b\r\n'.repeat(500_000)}\r\n`)).result).toEqual({
      failure: 'too_large',
    })
  })

  it('reads any bytes without an error', async () => {
    const headers = fc.constantFrom('From: a@b.example\r\n', 'Content-Type: text/html\r\n\r\n', '')
    await fc.assert(
      fc.asyncProperty(headers, fc.uint8Array({ maxLength: 500 }), async (start, bytes) => {
        const { subject, sender } = await read(Uint8Array.of(...bytesOf(start), ...bytes))
        for (const text of [subject, sender]) {
          expect(text.length).toBeLessThanOrEqual(500)
          expect(text).not.toMatch(/\p{Cc}/u)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('reads any damage of a mail without an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(airlineMail.length),
        fc.nat(2000),
        fc.string({ unit: 'binary' }),
        async (at, length, text) => {
          const { result } = await read(airlineMail.slice(0, at) + text + airlineMail.slice(at + length))
          if ('bookings' in result) expect(result.bookings.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 100 },
    )
  })
})
