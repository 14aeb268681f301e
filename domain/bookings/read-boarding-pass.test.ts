import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { readBoardingPass } from './read-boarding-pass.ts'
import type { ReadBooking } from './read-booking.ts'
import { boardingPassCode, leg } from './testing/boarding-pass.ts'
import { textsIn } from './testing/texts-in.ts'

const day = (date: string) => date as LocalDate
const near = day('2026-06-01')
const june28 = leg(day('2026-06-28'))

function read(text: string, today = near): ReadBooking {
  const result = readBoardingPass(text, { near: today })
  if ('failure' in result) throw new Error(result.failure)
  const [booking, ...others] = result.bookings
  if (booking === undefined || others.length > 0) throw new Error('not one booking')
  return booking
}
const failureOf = (text: string) => readBoardingPass(text, { near })
const damaged = { failure: 'damaged' }
const nothing = { failure: 'nothing' }

it('reads a flight', () => {
  const code = boardingPassCode('SOUSA/ANA MARIAMS', [june28])
  expect(readBoardingPass(code, { near, format: 'aztec' })).toEqual({
    bookings: [
      {
        kind: 'flight',
        name: '',
        confirmationNumber: 'ABC123',
        segments: [
          {
            carrier: 'AC',
            number: '410',
            from: { code: 'YYZ', name: '', address: '' },
            to: { code: 'YUL', name: '', address: '' },
            departs: { date: '2026-06-28', time: '', zone: '' },
            arrives: { date: '', time: '', zone: '' },
            terminal: '',
            arrivalTerminal: '',
            gate: '',
            boardingTime: '',
            seats: [{ passenger: 0, seat: '23A', cabin: 'Economy' }],
          },
        ],
        place: { code: '', name: '', address: '' },
        endPlace: { code: '', name: '', address: '' },
        starts: { date: '', time: '', zone: '' },
        ends: { date: '', time: '', zone: '' },
        passengers: ['Ana Maria Sousa'],
        price: undefined,
        codes: [{ format: 'aztec', text: code, passenger: 0, segment: 0 }],
        details: '',
        isCancelled: false,
      },
    ],
  })
})

it('reads two legs in one code, over New Year', () => {
  const legs = [
    leg(day('2026-12-31')),
    leg(day('2027-01-01'), {
      departureAirport: 'YUL',
      arrivalAirport: 'LIS',
      operatingCarrierDesignator: 'TP',
      flightNumber: '0254A',
      seatNumber: '001K',
      compartmentCode: 'C',
    }),
  ]
  const code = boardingPassCode('SOUSA/ANA', legs)
  // At each day of the year, the second flight is the day after the first.
  for (const [today, first, second] of [
    ['2026-11-30', '2026-12-31', '2027-01-01'],
    ['2027-01-02', '2026-12-31', '2027-01-01'],
    ['2026-07-02', '2026-12-31', '2027-01-01'],
    ['2026-07-01', '2025-12-31', '2026-01-01'],
  ] as const)
    expect(read(code, day(today)).segments).toMatchObject([
      { carrier: 'AC', departs: { date: first } },
      {
        carrier: 'TP',
        number: '254A',
        from: { code: 'YUL' },
        to: { code: 'LIS' },
        departs: { date: second },
        seats: [{ seat: '1K', cabin: 'Business' }],
      },
    ])
})

it('reads four legs, of which only the first has what is said once', () => {
  const legs = [1, 2, 3, 4].map((n) =>
    leg(day(`2026-06-0${n}`), {
      airlineNumericCode: '014',
      serialNumber: '2512345678',
      frequentFlyerAirlineDesignator: 'AC',
      frequentFlyerNumber: '123456789',
      airlineInfo: `M1${'X'.repeat(20)} 400`,
    }),
  )
  const code = boardingPassCode('SOUSA/ANA', legs, { issuanceDate: new Date('2020-01-05'), securityData: 'A1^B2 M1' })
  expect(read(code).segments.map(({ departs }) => departs.date)).toEqual([
    '2026-06-01',
    '2026-06-02',
    '2026-06-03',
    '2026-06-04',
  ])
})

// As in BoardingPassKit's issue 7: the second leg has its frequent flyer's number, and spaces after it.
it('reads a second leg that ends with blank fields, also without its last spaces', () => {
  const flyer = { airlineNumericCode: '057', serialNumber: '6084033564', frequentFlyerAirlineDesignator: 'KL' }
  const legs = ['ORYMRS', 'MRSORY'].map((route, index) =>
    leg(day('2026-05-31'), {
      departureAirport: route.slice(0, 3),
      arrivalAirport: route.slice(3),
      frequentFlyerNumber: '5193929192',
      seatNumber: ['021A', '021F'][index] ?? '',
      ...flyer,
    }),
  )
  const code = boardingPassCode('DUPONT/JEANMR', legs, { boardingPassIssuerDesignator: 'KL' })
  expect(code).toMatch(/ {6}$/)
  for (const text of [code, code.trimEnd(), `${code.trimEnd()}\r\n`, ` ${code}   `])
    expect(read(text).segments).toMatchObject([
      { from: { code: 'ORY' }, to: { code: 'MRS' }, seats: [{ seat: '21A' }] },
      { from: { code: 'MRS' }, to: { code: 'ORY' }, seats: [{ seat: '21F' }] },
    ])
})

describe('the year', () => {
  afterEach(() => vi.useRealTimers())

  // bcbp's issue 756: a digit of the year of issue, 0 in 2026, made flights of 2020.
  it('is not that of the day of issue', () => {
    for (let year = 2015; year <= 2026; year++) {
      const code = boardingPassCode('SOUSA/ANA', [june28], { issuanceDate: new Date(`${year}-06-29T00:00:00Z`) })
      expect(read(code).segments[0]?.departs.date).toBe('2026-06-28')
    }
  })

  // bcbp's issue 668: on January 1, the flight of that day was a year early.
  it('is right on January 1, whatever the clock says', () => {
    const code = boardingPassCode('SOUSA/ANA', [leg(day('2024-01-01'))], { issuanceDate: new Date('2023-12-31') })
    for (const now of ['2023-12-31T23:59:59Z', '2024-01-01T00:00:00Z', '2031-07-01T12:00:00Z']) {
      vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
      expect(read(code, day('2024-01-01')).segments[0]?.departs.date).toBe('2024-01-01')
    }
  })

  it('is the nearest with a day 366', () => {
    const code = boardingPassCode('SOUSA/ANA', [leg(day('2024-12-31'))])
    expect(read(code, day('2025-01-02')).segments[0]?.departs.date).toBe('2024-12-31')
    expect(read(code, day('2027-06-01')).segments[0]?.departs.date).toBe('2028-12-31')
  })
})

it.each([
  ['023A', '23A'],
  ['001F', '1F'],
  ['0012', '12'],
  ['12C ', '12C'],
  ['INF ', ''],
  ['GATE', ''],
  ['STBY', ''],
  ['0000', ''],
  ['    ', ''],
])('seat %s', (seatNumber, seat) =>
  expect(read(boardingPassCode('SOUSA/ANA', [{ ...june28, seatNumber }])).segments[0]?.seats).toEqual([
    { passenger: 0, seat, cabin: 'Economy' },
  ]),
)

it.each([
  ['F', 'First'],
  ['J', 'Business'],
  ['W', 'Premium economy'],
  ['M', 'Economy'],
  ['P', ''],
  [' ', ''],
])('compartment %s', (compartmentCode, cabin) =>
  expect(read(boardingPassCode('SOUSA/ANA', [{ ...june28, compartmentCode }])).segments[0]?.seats).toEqual([
    { passenger: 0, seat: '23A', cabin },
  ]),
)

it('has no seat if nothing is known', () =>
  expect(
    read(boardingPassCode('SOUSA/ANA', [{ ...june28, compartmentCode: ' ', seatNumber: 'GATE' }])).segments[0]?.seats,
  ).toEqual([]))

it('reads names', () => {
  const nameOf = (name: string) => read(boardingPassCode(name, [june28])).passengers
  expect(nameOf("O'NEILL/SEAN MR")).toEqual(["Sean O'Neill"])
  expect(nameOf('SMITH-JONES/MARY')).toEqual(['Mary Smith-Jones'])
  // The code has room for 20 letters of 40.
  expect(nameOf(`${'B'.repeat(30)}/${'A'.repeat(9)}`)).toEqual([`B${'b'.repeat(19)}`])
  expect(nameOf('MADONNA')).toEqual(['Madonna'])
})

it('reads an open ticket, and a flight number of five digits', () => {
  const open = read(
    boardingPassCode('SOUSA/ANA', [{ ...june28, flightNumber: '', flightDate: new Date(Number.NaN) }]).replace(
      'NaN',
      '   ',
    ),
  )
  expect(open.segments).toMatchObject([{ number: '', departs: { date: '' } }])
  expect(read(boardingPassCode('SOUSA/ANA', [{ ...june28, flightNumber: '12345' }])).segments[0]?.number).toBe('12345')
})

describe('damaged codes', () => {
  const code = boardingPassCode('SOUSA/ANA MARIAMS', [june28], { securityData: 'SECRET' })
  const plain = boardingPassCode('SOUSA/ANA MARIAMS', [june28])
  const at = (start: number, text: string) => plain.slice(0, start) + text + plain.slice(start + text.length)

  it('has a flight to damage', () => {
    expect(plain.slice(39, 47)).toBe('0410 179')
    expect(plain.slice(58, 60)).toBe('06')
  })
  it.each([
    ['a letter in the flight number', at(39, '04I0')],
    ['a letter in the day', at(44, '1B9')],
    ['day 0', at(44, '000')],
    ['day 367', at(44, '367')],
    ['a digit in an airport', at(30, 'Y1Z')],
    ['no airport', at(30, '      ')],
    ['no carrier', at(36, '   ')],
    ['a sign in the seat', at(48, '0-3A')],
    ['a size that is none', at(58, '0G')],
    ['a size far beyond the end', at(58, 'FF')],
    ['a size that ends too early', at(58, '02')],
    ['fewer legs than it says', at(1, '2')],
    ['no leg', at(1, '0')],
    ['five legs', at(1, '5')],
    ['a missing character', plain.slice(0, 12) + plain.slice(13)],
    ['a missing character of the flight', plain.slice(0, 40) + plain.slice(41)],
    ['one character too many', `${plain.slice(0, 12)}X${plain.slice(12)}`],
    ['a name of 40 letters', `M1${'B'.repeat(30)}/${'A'.repeat(9)}${plain.slice(22)}`],
    ['more behind its end', `${plain}M1`],
    ['too much security data', code + 'A'.repeat(3000)],
  ])('%s', (_, text) => expect(failureOf(text)).toEqual(damaged))

  it('are those that end anywhere in the flight', () => {
    for (let length = 12; length < 60; length++) expect(failureOf(plain.slice(0, length))).toEqual(damaged)
  })
})

it.each([
  '',
  ' ',
  'M',
  'M1',
  'M1 to Birmingham',
  'M1 to Birmingham, then to the airport',
  'hello',
  'https://example.com/M1A/B',
  '123456789012',
  'M25 Slough/Reading',
])('has nothing to read in %j', (text) => expect(failureOf(text)).toEqual(nothing))

it('is one booking per passenger, also of one name', () => {
  const [first, second] = ['023A', '023B'].map((seatNumber) =>
    read(boardingPassCode('SOUSA/ANA', [{ ...june28, seatNumber }])),
  )
  expect(first?.passengers).toEqual(second?.passengers)
  expect(first?.segments).not.toEqual(second?.segments)
})

describe('of any text', () => {
  const check = (text: string) => {
    for (const line of textsIn(readBoardingPass(text, { near }))) {
      expect(line.length).toBeLessThanOrEqual(2000)
      expect(line).not.toMatch(/\p{Cc}/u)
    }
  }

  it('nothing throws or has control characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), check))
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => check(`M1${text}`)))
    const code = boardingPassCode('SOUSA/ANA', [june28, june28])
    fc.assert(
      fc.property(fc.nat(code.length), fc.string({ unit: 'binary', maxLength: 5 }), (start, text) =>
        check(code.slice(0, start) + text + code.slice(start + text.length)),
      ),
    )
  })

  it('is read in a moment, however long', () => {
    const started = performance.now()
    for (const part of [' ', '\n', 'M1', 'A', '/', "M1A/'"]) failureOf(part.repeat(1_000_000))
    failureOf(`M1A${'\n'.repeat(1_000_000)}/`)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

it('reads again what bcbp has written', () => {
  const upper = (min: number, max: number, letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') =>
    fc.string({ unit: fc.constantFrom(...letters), minLength: min, maxLength: max })
  const anyLeg = fc.record({
    pnr: upper(6, 7, 'ABCXYZ0123456789'),
    from: upper(3, 3),
    to: upper(3, 3),
    number: fc.integer({ min: 1, max: 9999 }),
    suffix: fc.constantFrom('', 'A', 'Z'),
    days: fc.integer({ min: -150, max: 150 }),
    row: fc.integer({ min: 1, max: 999 }),
    info: upper(0, 30, 'AB^> 09'),
  })
  fc.assert(
    fc.property(fc.array(anyLeg, { minLength: 1, maxLength: 4 }), upper(0, 60, 'AB^> 09'), (legs, securityData) => {
      const dates = legs.map(({ days }) => new Date(Date.UTC(2026, 5, 1 + days)))
      const written = legs.map(({ pnr, from, to, number, suffix, row, info }, index) =>
        leg(near, {
          operatingCarrierPNR: pnr,
          departureAirport: from,
          arrivalAirport: to,
          flightNumber: `${String(number).padStart(4, '0')}${suffix}`,
          flightDate: dates[index] as Date,
          seatNumber: `${String(row).padStart(3, '0')}C`,
          airlineInfo: info,
        }),
      )
      const { segments, confirmationNumber } = read(boardingPassCode('SOUSA/ANA', written, { securityData }))
      expect(confirmationNumber).toBe(legs[0]?.pnr)
      expect(segments).toMatchObject(
        legs.map(({ from, to, number, suffix, row }) => ({
          from: { code: from },
          to: { code: to },
          number: `${number}${suffix}`,
          seats: [{ seat: `${row}C` }],
        })),
      )
      expect(segments[0]?.departs.date).toBe(dates[0]?.toISOString().slice(0, 10))
    }),
  )
})
