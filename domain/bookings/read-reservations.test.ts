import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  airlineMail,
  flight,
  flightReservations,
  flights,
  hotelHtml,
  jsonLd,
  passengers,
} from '../testing/booking-mails.ts'
import { measureCpu } from '../testing/cpu-time.ts'
import { emptyBooking, noPlace, noTime, type ReadBooking } from './read-booking.ts'
import { readReservations } from './read-reservations.ts'

const reservationOf = (fields: object, type = 'FlightReservation') => ({
  '@context': 'http://schema.org',
  '@type': type,
  ...fields,
})

const [yyzYul, yulLis, lisYul, yulYyz] = flights.map(flight)

const readJson = (json: unknown) => readReservations(jsonLd(json))
const routeOf = ({ segments }: ReadBooking) => segments.map(({ from, to }) => `${from.code}-${to.code}`).join(' ')

describe('reading flights', () => {
  it('makes one booking for each way, with its connection and both passengers', () => {
    const bookings = readJson(flightReservations)
    expect(bookings.map(routeOf)).toEqual(['YYZ-YUL YUL-LIS', 'LIS-YUL YUL-YYZ'])
    expect(bookings[0]).toEqual({
      ...emptyBooking('flight'),
      confirmationNumber: 'QX7K2M',
      passengers: ['Ana Sousa', 'Omar Haddad'],
      price: { amount: 241_860, currency: 'CAD' },
      details: '',
      segments: [
        {
          carrier: 'AC',
          number: '406',
          from: { code: 'YYZ', name: 'Toronto Pearson', address: '' },
          to: { code: 'YUL', name: 'Montréal–Trudeau', address: '' },
          departs: { date: '2031-05-02', time: '15:00', zone: '' },
          arrives: { date: '2031-05-02', time: '16:20', zone: '' },
          terminal: '1',
          arrivalTerminal: '',
          gate: 'D31',
          boardingTime: '14:25',
          seats: [
            { passenger: 0, seat: '23A', cabin: 'Economy' },
            { passenger: 1, seat: '23B', cabin: 'Economy' },
          ],
        },
        {
          carrier: 'AC',
          number: '812',
          from: { code: 'YUL', name: 'Montréal–Trudeau', address: '' },
          to: { code: 'LIS', name: 'Lisbon Humberto Delgado', address: '' },
          departs: { date: '2031-05-02', time: '20:05', zone: '' },
          arrives: { date: '2031-05-03', time: '07:40', zone: '' },
          terminal: '',
          arrivalTerminal: '',
          gate: '',
          boardingTime: '',
          seats: [
            { passenger: 0, seat: '31H', cabin: 'Economy' },
            { passenger: 1, seat: '31J', cabin: 'Economy' },
          ],
        },
      ],
    })
  })

  it('counts a price once that each leg repeats', () => {
    expect(readJson(flightReservations).map(({ price }) => price?.amount)).toEqual([241_860, undefined])
  })

  it('reads the same whatever the order of the reservations', () => {
    const routes = readJson(flightReservations).map(routeOf)
    fc.assert(
      fc.property(fc.shuffledSubarray([...flightReservations], { minLength: 8 }), (shuffled) => {
        const bookings = readJson(shuffled)
        expect(bookings.map(routeOf)).toEqual(routes)
        for (const { passengers: names, segments } of bookings) {
          expect(new Set(names)).toEqual(new Set(['Ana Sousa', 'Omar Haddad']))
          for (const { number, seats } of segments) {
            const index = flights.findIndex((one) => one.number === number)
            for (const { passenger, seat } of seats) {
              expect(seat).toBe(passengers.find(({ name }) => name === names[passenger])?.seats[index])
            }
          }
        }
      }),
      { numRuns: 30 },
    )
  })

  it('joins a connection of less than 24 hours, and not one of 24 hours', () => {
    const next = (departureTime: string) => ({ ...yulLis, departureTime })
    const read = (departureTime: string) =>
      readJson(
        [yyzYul, next(departureTime)].map((reservationFor) =>
          reservationOf({ reservationNumber: 'A', reservationFor }),
        ),
      )
    expect(read('2031-05-03T16:19:00-04:00')).toHaveLength(1)
    expect(read('2031-05-03T16:20:00-04:00')).toHaveLength(2)
    expect(read('2031-05-02T16:00:00-04:00')).toHaveLength(2)
  })

  it('follows a connection across the date line, where the clock goes back', () => {
    const leg = (number: string, from: string, departureTime: string, to: string, arrivalTime: string) =>
      reservationOf({
        reservationNumber: 'NZ1',
        reservationFor: {
          flightNumber: number,
          airline: { iataCode: 'NZ' },
          departureAirport: { iataCode: from },
          departureTime,
          arrivalAirport: { iataCode: to },
          arrivalTime,
        },
      })
    const [booking, ...others] = readJson([
      leg('200', 'LAX', '2031-05-02T08:00:00-07:00', 'DEN', '2031-05-02T11:00:00-06:00'),
      leg('6', 'AKL', '2031-05-02T20:00:00+12:00', 'LAX', '2031-05-02T06:00:00-07:00'),
    ])
    expect(booking && routeOf(booking)).toBe('AKL-LAX LAX-DEN')
    expect(others).toEqual([])
  })

  it('keeps flights in a circle', () => {
    const times = { departureTime: '2031-05-02T10:00', arrivalTime: '2031-05-02T10:00' }
    const [booking] = readJson(
      ['1', '2'].map((flightNumber) =>
        reservationOf({
          reservationFor: {
            flightNumber,
            departureAirport: { iataCode: 'YYZ' },
            arrivalAirport: { iataCode: 'YYZ' },
            ...times,
          },
        }),
      ),
    )
    expect(booking?.segments.map(({ number }) => number).toSorted()).toEqual(['1', '2'])
  })

  it('takes a reservation once that is there twice', () => {
    const [booking] = readJson([...flightReservations, ...flightReservations])
    expect(booking?.passengers).toEqual(['Ana Sousa', 'Omar Haddad'])
    expect(booking?.segments.map(({ seats }) => seats.length)).toEqual([2, 2])
  })

  it('tells two passengers of one name apart by seat or ticket', () => {
    const read = (one: object, other: object) =>
      readJson(
        [yyzYul, yulLis].flatMap((reservationFor) =>
          [one, other].map((fields) =>
            reservationOf({ underName: { name: 'SOUSA/ANAMS' }, reservationFor, ...fields }),
          ),
        ),
      )[0]?.passengers
    expect(read({ airplaneSeat: '1A' }, { airplaneSeat: '1B' })).toEqual(['Ana Sousa', 'Ana Sousa'])
    expect(read({ ticketNumber: '1' }, { ticketNumber: '2' })).toEqual(['Ana Sousa', 'Ana Sousa'])
    expect(read({ airplaneSeat: '1A' }, { airplaneSeat: '1A' })).toEqual(['Ana Sousa'])
    expect(read({}, {})).toEqual(['Ana Sousa'])
  })

  it('reads tickets with a name, seat and code each', () => {
    const ticket = (name: string, seatNumber: string) => ({
      '@type': 'Ticket',
      underName: { name },
      ticketedSeat: { seatNumber },
      ticketToken: `aztecCode:M1${name} `,
    })
    const [booking] = readJson(
      reservationOf({
        reservationFor: yyzYul,
        reservedTicket: [ticket('Ana Sousa', '23A'), ticket('Omar Haddad', '23B')],
      }),
    )
    expect(booking?.passengers).toEqual(['Ana Sousa', 'Omar Haddad'])
    expect(booking?.segments[0]?.seats.map(({ seat }) => seat)).toEqual(['23A', '23B'])
    expect(booking?.codes).toEqual([
      { format: 'aztec', text: 'M1Ana Sousa ', passenger: 0, segment: 0 },
      { format: 'aztec', text: 'M1Omar Haddad ', passenger: 1, segment: 0 },
    ])
  })

  it('reads a flight number with or without the airline', () => {
    const read = (flightNumber: string, airline?: object) => {
      const segment = readJson(reservationOf({ reservationFor: { ...yyzYul, airline, flightNumber } }))[0]?.segments[0]
      return [segment?.carrier, segment?.number]
    }
    expect(read('0848', { iataCode: 'ac' })).toEqual(['AC', '848'])
    expect(read('AC 848', { name: 'Air Canada' })).toEqual(['AC', '848'])
    expect(read('AC0848')).toEqual(['AC', '848'])
    expect(read('U2-1234')).toEqual(['U2', '1234'])
    expect(read('1234', { name: 'Air Canada' })).toEqual(['Air Canada', '1234'])
    expect(read('ACA848')).toEqual(['ACA', '848'])
    expect(read('ac 848b')).toEqual(['AC', '848B'])
    expect(read('ß'.repeat(500))[1]).toHaveLength(500)
  })

  it.each(['http://schema.org/ReservationCancelled', 'Cancelled', 'canceled'])(
    'knows that %s is cancelled',
    (status) => {
      const [booking] = readJson(reservationOf({ reservationFor: yyzYul, reservationStatus: status }))
      expect(booking?.isCancelled).toBe(true)
    },
  )

  it('knows that the address of a status says that it is cancelled', () => {
    const reservationStatus = { '@id': 'http://schema.org/ReservationCancelled' }
    expect(readJson(reservationOf({ reservationFor: yyzYul, reservationStatus }))[0]?.isCancelled).toBe(true)
    const confirmed = { '@id': 'http://schema.org/ReservationConfirmed' }
    expect(readJson(reservationOf({ reservationFor: yyzYul, reservationStatus: confirmed }))[0]?.isCancelled).toBe(
      false,
    )
  })

  it('finds the code of an airport in its name', () => {
    const reservationFor = { ...yyzYul, departureAirport: 'Toronto Pearson (YYZ)', arrivalAirport: { name: 'YUL' } }
    expect(readJson(reservationOf({ reservationFor }))[0]?.segments[0]).toMatchObject({
      from: { code: 'YYZ', name: 'Toronto Pearson' },
      to: { code: 'YUL', name: '' },
    })
  })

  it('says nothing of single people in the details, which readers of a share link see', () => {
    const details = (fields: object) =>
      readJson(
        reservationOf({
          reservationFor: yyzYul,
          boardingGroup: '3',
          ticketNumber: 'T1',
          airplaneSeat: '23A',
          ...fields,
        }),
      )[0]?.details
    expect(details({ underName: { name: 'Ana Sousa' } })).toBe('')
    expect(details({})).toBe('')
  })

  it('keeps a cancelled leg out of the journey that replaces it', () => {
    const bookings = readJson([
      reservationOf({ reservationNumber: 'A', reservationFor: yyzYul, reservationStatus: 'ReservationCancelled' }),
      reservationOf({ reservationNumber: 'A', reservationFor: yulLis }),
    ])
    expect(bookings.map(({ isCancelled }) => isCancelled)).toEqual([true, false])
  })

  it('reads all flights of one reservation', () => {
    const bookings = readJson(reservationOf({ reservationNumber: 'A', reservationFor: [yyzYul, yulLis] }))
    expect(bookings.map(routeOf)).toEqual(['YYZ-YUL YUL-LIS'])
  })

  it('gives the number and name of a package to what is in it', () => {
    const [booking] = readJson(
      reservationOf(
        {
          reservationNumber: 'PK1',
          underName: { name: 'Ana Sousa' },
          subReservation: [lisYul, yulYyz].map((reservationFor) => ({ '@type': 'FlightReservation', reservationFor })),
        },
        'ReservationPackage',
      ),
    )
    expect(booking).toMatchObject({ confirmationNumber: 'PK1', passengers: ['Ana Sousa'] })
    expect(booking && routeOf(booking)).toBe('LIS-YUL YUL-YYZ')
  })
})

describe('reading times', () => {
  const departs = (departureTime: unknown) =>
    readJson(reservationOf({ reservationFor: { ...yyzYul, departureTime } }))[0]?.segments[0]?.departs

  it.each([
    ['2031-05-02T10:30:00-04:00', { date: '2031-05-02', time: '10:30', zone: '' }],
    ['2031-05-02T10:30', { date: '2031-05-02', time: '10:30', zone: '' }],
    ['2031-05-02 10:30:59.123', { date: '2031-05-02', time: '10:30', zone: '' }],
    ['20310502T103000+0100', { date: '2031-05-02', time: '10:30', zone: '' }],
    ['2031-05-02', { date: '2031-05-02', time: '', zone: '' }],
    ['2031-05-02T24:00', { date: '2031-05-03', time: '00:00', zone: '' }],
    ['2031-02-30T10:30', noTime],
    ['0001-01-01T00:00:00', noTime],
    ['tomorrow', noTime],
    ['2031', noTime],
    ['2031-05-02T10:30:00[America/Toronto]', { date: '2031-05-02', time: '10:30', zone: 'America/Toronto' }],
    ['2031-05-02T10:30:00[Mars/Base]', { date: '2031-05-02', time: '10:30', zone: '' }],
  ])('reads %s', (text, time) => {
    expect(departs(text)).toEqual(time)
  })

  it('keeps the instant if nothing else is known', () => {
    const instant = Date.parse('2031-05-02T14:30:00Z')
    expect(departs('2031-05-02T14:30:00Z')).toEqual({ date: '2031-05-02', time: '14:30', zone: '', instant })
  })

  it('has no time to check in if the clock there is not known', () => {
    const checkIn = (boardingTime: string) =>
      readJson(reservationOf({ reservationFor: { ...yyzYul, boardingTime } }))[0]?.segments[0]?.boardingTime
    expect(checkIn('2031-05-02T14:25:00-04:00')).toBe('14:25')
    expect(checkIn('2031-05-02T18:25:00Z')).toBe('')
  })

  it('reads the zone that KDE writes beside a time', () => {
    const time = { '@type': 'QDateTime', '@value': '2031-05-02T14:30:00Z', timezone: 'America/Toronto' }
    expect(departs(time)).toEqual({ date: '2031-05-02', time: '10:30', zone: 'America/Toronto' })
  })

  // AirTrail 404 and 554: importers took local times for those of the device, or the departure's zone for both.
  it('takes no time for one of this device', () => {
    const [booking] = readJson(
      reservationOf({
        reservationFor: { ...yyzYul, departureTime: '2026-01-02T08:55', arrivalTime: '2026-01-03T13:10:00-08:00' },
      }),
    )
    expect(booking?.segments[0]).toMatchObject({
      departs: { date: '2026-01-02', time: '08:55' },
      arrives: { date: '2026-01-03', time: '13:10' },
    })
  })

  // AirTrail 251 and 697: an arrival without a date was on the wrong day, and one without a time was at midnight.
  it('invents no day and no midnight', () => {
    const [booking] = readJson(reservationOf({ reservationFor: { ...yyzYul, arrivalTime: '00:20:00' } }))
    expect(booking?.segments[0]?.arrives).toEqual({ date: '', time: '00:20', zone: '' })
    const [other] = readJson(reservationOf({ reservationFor: { ...yyzYul, arrivalTime: '' } }))
    expect(other?.segments[0]?.arrives).toEqual(noTime)
  })

  it('reads a day on which a flight leaves at a time that is not known', () => {
    const [booking] = readJson(
      reservationOf({ reservationFor: { flightNumber: 'AC1', departureDay: '2031-05-02', departureAirport: 'YYZ' } }),
    )
    expect(booking?.segments[0]?.departs).toEqual({ date: '2031-05-02', time: '', zone: '' })
  })
})

describe('reading events and stays', () => {
  const event = { name: 'Fado', startDate: '2031-05-04T20:00', doorTime: '2031-05-04T19:00' }

  it('tells two people of one name apart by their seats, which readers of a share link do not see', () => {
    const seat = (seatNumber: string) => ({
      '@type': 'Ticket',
      ticketedSeat: { seatSection: 'B', seatRow: '4', seatNumber },
    })
    const reservations = ['12', '13'].map((number) =>
      reservationOf(
        { underName: 'Ana Sousa', reservationFor: event, reservedTicket: seat(number) },
        'EventReservation',
      ),
    )
    const [booking, ...others] = readJson(reservations)
    expect(others).toEqual([])
    expect(booking?.passengers).toEqual(['Ana Sousa', 'Ana Sousa'])
    expect(booking?.details).toBe('Doors open at 19:00')
  })

  it('takes a hotel of three letters for no airport', () => {
    const [booking] = readJson(
      reservationOf({ reservationFor: { name: 'ACE' }, checkinTime: '2031-05-03' }, 'LodgingReservation'),
    )
    expect(booking?.place).toEqual({ code: '', name: 'ACE', address: '' })
  })
})

describe('reading prices', () => {
  const priceOf = (fields: object) => readJson(reservationOf({ reservationFor: yyzYul, ...fields }))[0]?.price

  it.each([
    ['1,234.56', 'CAD', 123_456],
    ['1.234,56', 'EUR', 123_456],
    [1234.5, 'EUR', 123_450],
    ['12000', 'JPY', 12_000],
    ['12,000', 'JPY', 12_000],
    ['1.250', 'KWD', 1250],
    ['€ 89,90', 'EUR', 8990],
    ['CAD 12.00', '', 1200],
  ])('reads %s %s', (totalPrice, priceCurrency, amount) => {
    expect(priceOf({ totalPrice, priceCurrency })?.amount).toBe(amount)
  })

  it.each([
    ['1.234', 'EUR'],
    ['1,234', 'KWD'],
    ['12.00', 'XYZ'],
    ['12.00', ''],
    ['free', 'EUR'],
    [0, 'EUR'],
    ['USD 12.00', 'EUR'],
  ])('reads none of %s %s', (totalPrice, priceCurrency) => {
    expect(priceOf({ totalPrice, priceCurrency })).toBeUndefined()
  })

  it('reads a specification', () => {
    const totalPrice = { '@type': 'PriceSpecification', price: '99.5', priceCurrency: 'USD' }
    expect(priceOf({ totalPrice })).toEqual({ amount: 9950, currency: 'USD' })
  })

  it('reads the price of the only ticket', () => {
    const ticket = { '@type': 'Ticket', totalPrice: '10', priceCurrency: 'EUR' }
    expect(priceOf({ reservedTicket: ticket })).toEqual({ amount: 1000, currency: 'EUR' })
    expect(priceOf({ reservedTicket: [ticket, ticket] })).toBeUndefined()
  })

  it('guesses no sum of different prices', () => {
    const [booking] = readJson(
      [yyzYul, yulLis].map((reservationFor, index) =>
        reservationOf({ reservationNumber: 'A', reservationFor, totalPrice: 10 + index, priceCurrency: 'EUR' }),
      ),
    )
    expect(booking?.segments).toHaveLength(2)
    expect(booking?.price).toBeUndefined()
  })
})

describe('reading codes', () => {
  const codesOf = (ticketToken: unknown) =>
    readJson(reservationOf({ reservationFor: yyzYul, ticketToken }))[0]?.codes.map(({ format, text }) => [format, text])

  it.each([
    ['qrCode:https://example.org/é€', 'qr', 'https://example.org/é€'],
    ['aztecCode:M1SOUSA/ANA  ', 'aztec', 'M1SOUSA/ANA  '],
    ['barcode128:123', 'code128', '123'],
    ['pdf417:ABC', 'pdf417', 'ABC'],
    ['PDF417:ABC', 'pdf417', 'ABC'],
  ])('reads %s', (token, format, text) => {
    expect(codesOf(token)).toEqual([[format, text]])
  })

  it.each([
    'https://example.org/code.png',
    'dataMatrix:1',
    'aztecCode:1€',
    'qrCode:a\nb',
    `qrCode:${'x'.repeat(3000)}`,
  ])('leaves out %s', (token) => {
    expect(codesOf(token)).toEqual([])
  })
})

describe('reading JSON-LD', () => {
  const json = JSON.stringify(reservationOf({ reservationNumber: 'A1', reservationFor: yyzYul }))
  const inScript = (text: string) => readReservations(`<script type="application/ld+json">${text}</script>`)

  it.each([
    ['https', json.replace('http:', 'https:')],
    ['a full type', json.replace('"FlightReservation"', '"https://schema.org/FlightReservation"')],
    ['several types', json.replace('"FlightReservation"', '["Reservation", "FlightReservation"]')],
    ['a list', `[${json}]`],
    ['a graph', `{"@context": "http://schema.org", "@graph": [${json}]}`],
    ['a comment around it', `<!-- ${json} -->`],
    ['CDATA around it', `//<![CDATA[\n${json}\n//]]>`],
    ['a comma too many', json.replace(/\}/g, ',}')],
    // schemaorg 203: the example that everybody copied had no comma there.
    ['a comma too few', json.replace('},"departureAirport"', '} "departureAirport"')],
    ['a line break in a text', json.replace('A1', 'A1\n')],
    ['escaped quotes', json.replaceAll('"', '&quot;')],
  ])('reads %s', (_, text) => {
    expect(inScript(text)[0]).toMatchObject({ confirmationNumber: 'A1', segments: [{ number: '406' }] })
  })

  it('keeps commas and brackets in texts when it repairs', () => {
    const [booking] = inScript(json.replace('A1', 'A,} \\"1,]').replace(/\}$/, ',}'))
    expect(booking?.confirmationNumber).toBe('A,} "1,]')
  })

  it('skips a block that is damaged, and reads the next', () => {
    expect(readReservations(`${jsonLd(json.slice(0, 200))}${jsonLd(json)}`)).toHaveLength(1)
  })

  it.each([
    ['another vocabulary', json.replace('"FlightReservation"', '"https://example.org/FlightReservation"')],
    ['a restaurant', json.replace('"FlightReservation"', '"FoodEstablishmentReservation"')],
    ['no object', '"schema.org FlightReservation"'],
    ['nothing within', '{"@context":"http://schema.org","@type":"FlightReservation"}'],
    [
      'prototypes',
      '{"@context":"http://schema.org","@type":["__proto__","constructor","toString"],"__proto__":{"@type":"FlightReservation"}}',
    ],
  ])('reads no booking of %s', (_, text) => {
    expect(inScript(text)).toEqual([])
  })

  it('shows texts as plain texts on one line', () => {
    const [booking] = readJson(
      reservationOf(
        {
          reservationFor: { name: 'Caf&eacute; <b>Lisboa</b>\n&amp; Bar\u202e', address: 'Rua\u0000 1' },
          checkinTime: '2031-05-03',
        },
        'LodgingReservation',
      ),
    )
    expect(booking?.name).toBe('Café Lisboa & Bar')
    expect(booking?.place.address).toBe('Rua 1')
  })
})

describe('reading microdata', () => {
  it('reads a stay', () => {
    expect(readReservations(hotelHtml)).toEqual([
      {
        ...emptyBooking('stay'),
        name: 'Hotel do Chiado & Spa',
        confirmationNumber: 'HV-20931',
        place: { code: '', name: 'Hotel do Chiado & Spa', address: 'Rua Nova 114, 1200-290 Lisboa, PT' },
        endPlace: noPlace,
        starts: { date: '2031-05-03', time: '15:00', zone: '' },
        ends: { date: '2031-05-07', time: '11:00', zone: '' },
        passengers: ['Ana Sousa'],
        price: { amount: 123_456, currency: 'EUR' },
        details: 'Double room\nPhone +351 21 000 00 00',
      },
    ])
  })

  it('reads the same as JSON-LD and microdata once', () => {
    const html = `<div itemscope itemtype="https://schema.org/FlightReservation">
      <meta itemprop="reservationNumber" content="QX7K2M">
      <p itemprop="underName" itemscope itemtype="https://schema.org/Person"><a itemprop="name" href="/me">Ana Sousa</a></p>
      <div itemprop="reservationFor" itemscope itemtype="https://schema.org/Flight">
        <span itemprop="flightNumber">AC406</span>
        <div itemprop="departureAirport" itemscope><meta itemprop="iataCode" content="YYZ"></div>
        <div itemprop="arrivalAirport" itemscope><meta itemprop="iataCode" content="YUL"></div>
        <time itemprop="departureTime" datetime="2031-05-02T15:00:00-04:00">3 pm</time>
      </div></div>`
    const bookings = readReservations(jsonLd(flightReservations) + html)
    expect(bookings).toHaveLength(2)
    expect(bookings[0]?.passengers).toEqual(['Ana Sousa', 'Omar Haddad'])
    expect(readReservations(html)[0]?.segments[0]).toMatchObject({ carrier: 'AC', number: '406' })
  })

  it('drops midnight as a time to check in', () => {
    const [booking] = readReservations(hotelHtml.replace('T15:00:00+01:00', 'T00:00:00Z'))
    expect(booking?.starts).toEqual({ date: '2031-05-03', time: '', zone: '' })
  })
})

describe('hostile documents', () => {
  /** Milliseconds, far more than it takes. */
  const LIMIT = 2000

  it.each([
    ['deep JSON', jsonLd(`{"@context":"http://schema.org","a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)],
    ['deep objects', jsonLd(`${'{"schema.org":'.repeat(10_000)}1${'}'.repeat(10_000)}`)],
    [
      'much JSON',
      jsonLd([...Array.from({ length: 5000 }, (_, i) => reservationOf({ i, underName: 'x'.repeat(1000) }))]),
    ],
    [
      'many flights',
      jsonLd(
        Array.from({ length: 3000 }, (_, i) =>
          reservationOf({ reservationFor: { ...yyzYul, flightNumber: String(i) } }),
        ),
      ),
    ],
    [
      'many people on many flights',
      jsonLd(
        Array.from({ length: 60 }, () =>
          reservationOf({
            underName: Array(50).fill('x'.repeat(1000)),
            reservationFor: Array(50).fill({ ...yyzYul, departureAirport: '<b>'.repeat(500) }),
          }),
        ),
      ),
    ],
    ['unclosed quotes', jsonLd(`{"@context":"http://schema.org" ${'"\\'.repeat(1_000_000)}`)],
    ['quotes without an end', jsonLd(`{"@context":"http://schema.org" ${'"\\'.repeat(30_000)}}`).repeat(20)],
    ['much JSON without a comma', jsonLd(`{"@context":"http://schema.org" ${'"\\'.repeat(1_000_000)}}`)],
    ['many commas', jsonLd(`["schema.org"${', '.repeat(1_000_000)}`)],
    ['deep elements', `schema.org${'<b>'.repeat(500_000)}${'</i>'.repeat(500_000)}`],
    ['deep items', `${'<b itemscope itemprop=a itemtype="http://schema.org/Thing">'.repeat(50_000)}`],
    ['open texts', `schema.org<b itemscope>${'<b itemprop="a b c d e">'.repeat(900)}${'x'.repeat(1_000_000)}`],
    [
      'many properties',
      `<b itemscope itemtype="http://schema.org/A">${'<meta itemprop="__proto__ constructor" content=x>'.repeat(100_000)}`,
    ],
    ['many blocks', '<script type="application/ld+json">{"a":"schema.org"}</script>'.repeat(50_000)],
  ])('survives %s', (_, html) => {
    const cpu = measureCpu()
    expect(readReservations(html).length).toBeLessThanOrEqual(50)
    expect(cpu()).toBeLessThan(LIMIT)
  })

  it('repairs only JSON of a common length', () => {
    const damaged = (length: number) =>
      jsonLd(JSON.stringify(reservationOf({ reservationFor: yyzYul, x: 'x'.repeat(length) })).replace(/}$/, ',}'))
    expect(readReservations(damaged(60_000))).toHaveLength(1)
    expect(readReservations(damaged(70_000))).toEqual([])
    expect(readReservations(damaged(70_000).replace(',}<', '}<'))).toHaveLength(1)
  })

  it('keeps few codes of many', () => {
    const event = { name: 'Fado', startDate: '2031-05-04T20:00' }
    const tickets = (of: number) =>
      Array.from({ length: 40 }, (_, index) => ({ ticketToken: `qrCode:${of}-${index}${'x'.repeat(1900)}` }))
    const mail = (kind: string, reservationFor: (index: number) => object) =>
      jsonLd(
        Array.from({ length: 30 }, (_, index) =>
          reservationOf(
            { reservationNumber: `N${index}`, reservationFor: reservationFor(index), reservedTicket: tickets(index) },
            kind,
          ),
        ),
      )
    for (const html of [mail('EventReservation', () => event), mail('FlightReservation', () => ({ ...yyzYul }))]) {
      const codes = readReservations(html).map((booking) => booking.codes)
      expect(codes).not.toHaveLength(0)
      expect(Math.max(...codes.map(({ length }) => length))).toBe(26)
      expect(codes.flat().reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(50_000)
    }
  })

  it('keeps what is before elements that are too deep', () => {
    expect(readReservations(`${jsonLd(flightReservations)}${'<b>'.repeat(5000)}`)).toHaveLength(2)
  })

  it('leaves prototypes alone', () => {
    readReservations(
      jsonLd(
        '{"@context":"http://schema.org","__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}',
      ),
    )
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('reads any values without an error, as short texts on one line', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 700 }),
      fc.constantFrom('2031-05-02T10:30', '<b>', '&lt;', 'YYZ', 'qrCode:A', '\n', 'ß'.repeat(600), '__proto__'),
    )
    const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, text, fc.double(), fc.constant(null), tie('list'), tie('item')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      item: fc.dictionary(
        fc.constantFrom(
          'name',
          'iataCode',
          '@value',
          'timezone',
          'underName',
          'ticketedSeat',
          'address',
          'flightNumber',
          '__proto__',
          'departureAirport',
          'departureTime',
          'arrivalTime',
          'trainNumber',
          'startDate',
          'location',
          'seatNumber',
          'seatRow',
        ),
        tie('value'),
      ),
    }))['value']
    const reservation = fc.dictionary(
      fc.constantFrom(
        'reservationNumber',
        'reservationFor',
        'underName',
        'reservedTicket',
        'ticketToken',
        'totalPrice',
        'checkinTime',
        'priceCurrency',
        'airplaneSeat',
        'boardingGroup',
        'pickupLocation',
        'pickupTime',
        'provider',
        'venueSeat',
        'lodgingUnitType',
        'ticketNumber',
      ),
      value,
    )
    const types = ['Flight', 'Train', 'Bus', 'Boat', 'Lodging', 'Event', 'RentalCar'].map(
      (name) => `${name}Reservation`,
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...types), reservation), { maxLength: 4 }), (entries) => {
        const html = jsonLd(
          JSON.stringify(entries.map(([type, fields]) => reservationOf(fields, type))).replaceAll('<', '\\u003c'),
        )
        for (const booking of readReservations(html)) expectPlain(booking)
      }),
      { numRuns: 80 },
    )
  })

  it('reads any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(airlineMail.length), (text, cut) => {
        const html = jsonLd(flightReservations)
        for (const booking of readReservations(html.slice(0, cut) + text + html.slice(cut))) expectPlain(booking)
      }),
      { numRuns: 100 },
    )
  })
})

/** All texts but those of codes, and each line of the details. */
function expectPlain({ codes, details, ...booking }: ReadBooking): void {
  expect([...textsIn(booking), ...details.split('\n')].filter(isUnclean)).toEqual([])
  for (const { text } of codes) expect(text).not.toMatch(/\p{Cc}/u)
}

const isUnclean = (text: string) =>
  text.length > 500 || text.trim() !== text || /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
