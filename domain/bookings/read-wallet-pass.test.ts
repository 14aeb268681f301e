import * as fc from 'fast-check'
import { strFromU8, strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import type { ReadBooking } from './read-booking.ts'
import { readWalletPass } from './read-wallet-pass.ts'
import { boardingPassCode, leg } from './testing/boarding-pass.ts'
import { textsIn } from './testing/texts-in.ts'
import { aztec, flightPass, SECRETS, utf16, walletPass } from './testing/wallet-pass.ts'

const near = '2026-06-01' as LocalDate
const readFile = (bytes: Uint8Array) => readWalletPass(bytes, { near })

function read(pass: unknown, others: Record<string, Uint8Array> = {}): ReadBooking {
  const result = readFile(walletPass(pass, others))
  if ('failure' in result) throw new Error(result.failure)
  const [booking, ...more] = result.bookings
  if (booking === undefined || more.length > 0) throw new Error('not one booking')
  return booking
}
const segment = (pass: unknown) => read(pass).segments[0]

describe('a boarding pass', () => {
  it('is read from its fields', () =>
    expect(read(flightPass({ barcodes: [aztec('12345')] }))).toEqual({
      kind: 'flight',
      name: '',
      confirmationNumber: 'ABC123',
      segments: [
        {
          carrier: 'AC',
          number: '410',
          from: { code: 'YYZ', name: 'TORONTO', address: '' },
          to: { code: 'YUL', name: 'MONTRÉAL', address: '' },
          departs: { date: '2026-06-28', time: '08:30', zone: '' },
          arrives: { date: '', time: '', zone: '' },
          terminal: '1',
          arrivalTerminal: '',
          gate: 'B22',
          boardingTime: '07:50',
          seats: [{ passenger: 0, seat: '23A', cabin: '' }],
        },
      ],
      place: { code: '', name: '', address: '' },
      endPlace: { code: '', name: '', address: '' },
      starts: { date: '', time: '', zone: '' },
      ends: { date: '', time: '', zone: '' },
      passengers: ['Ana Maria Sousa'],
      price: undefined,
      codes: [{ format: 'aztec', text: '12345', passenger: 0, segment: 0 }],
      details: '',
      isCancelled: false,
    }))

  it('is read from its code, completed from its fields', () => {
    const code = boardingPassCode("O'NEILL/SEANMR", [leg('2026-06-28' as LocalDate, { flightNumber: '0777' })])
    const booking = read(flightPass({ barcode: aztec(code) }))
    expect(booking).toMatchObject({ passengers: ["Sean O'Neill"], codes: [{ text: code }] })
    expect(booking.segments).toMatchObject([
      {
        carrier: 'AC',
        number: '777',
        from: { code: 'YYZ', name: 'TORONTO' },
        departs: { date: '2026-06-28', time: '08:30' },
        gate: 'B22',
        boardingTime: '07:50',
        seats: [{ seat: '23A', cabin: 'Economy' }],
      },
    ])
  })

  it('has the year of its date', () => {
    const code = boardingPassCode('SOUSA/ANA', [leg('2031-12-31' as LocalDate)])
    const pass = flightPass({ barcode: aztec(code), relevantDate: '2032-01-01T00:10:00-05:00' })
    expect(segment(pass)?.departs).toEqual({ date: '2032-01-01', time: '00:10', zone: '' })
    expect(segment({ ...pass, relevantDate: '2032-01-01' })?.departs.date).toBe('2031-12-31')
  })

  it('shows one flight of a code with two', () => {
    const legs = [
      leg('2026-06-28' as LocalDate),
      leg('2026-06-28' as LocalDate, { departureAirport: 'YUL', arrivalAirport: 'LIS', flightNumber: '0812' }),
    ]
    const ends = [
      { key: 'from', label: 'FROM', value: 'YUL' },
      { key: 'to', label: 'TO', value: 'LIS' },
    ]
    const booking = read(
      flightPass(
        { barcode: aztec(boardingPassCode('SOUSA/ANA', legs)), relevantDate: '2026-06-28T19:30-04:00' },
        { primaryFields: ends },
      ),
    )
    expect(booking.segments).toMatchObject([
      { number: '410', gate: '', departs: { date: '2026-06-28', time: '' } },
      { number: '812', gate: 'B22', from: { code: 'YUL', name: '' }, departs: { time: '19:30' } },
    ])
  })

  it('takes no arrival of the whole journey for that of its first flight', () => {
    const legs = [
      leg('2026-06-28' as LocalDate),
      leg('2026-06-28' as LocalDate, { departureAirport: 'YUL', arrivalAirport: 'LIS' }),
    ]
    const arrivalAt = (code: string) => {
      const semantics = { destinationAirportCode: code, currentArrivalDate: '2026-06-29T08:00+01:00' }
      return segment(flightPass({ semantics, barcode: aztec(boardingPassCode('SOUSA/ANA', legs)) }))?.arrives.time
    }
    expect(arrivalAt('LIS')).toBe('')
    expect(arrivalAt('YUL')).toBe('08:00')
  })

  it('believes its tags before all others', () => {
    const semantics = {
      airlineCode: 'TP',
      flightNumber: 254,
      departureAirportCode: 'YUL',
      departureAirportName: 'Montréal-Trudeau',
      destinationAirportCode: 'LIS',
      originalDepartureDate: '2026-06-28T19:30-04:00',
      currentDepartureDate: '2026-06-28T20:15-04:00',
      currentArrivalDate: '2026-06-29T08:00+01:00',
      currentBoardingDate: '2026-06-28T19:20-04:00',
      departureGate: '57',
      departureTerminal: 'A',
      destinationTerminal: '1',
      confirmationNumber: 'XYZ789',
      passengerName: { givenName: 'ANA', familyName: 'SOUSA-LIMA' },
      seats: [{ seatRow: '4', seatNumber: 'C' }],
      totalPrice: { amount: '812.40', currencyCode: 'CAD' },
      transitStatus: 'Cancelled',
    }
    expect(read(flightPass({ semantics }))).toMatchObject({
      confirmationNumber: 'XYZ789',
      passengers: ['Ana Sousa-Lima'],
      price: { amount: 81_240, currency: 'CAD' },
      isCancelled: true,
      segments: [
        {
          carrier: 'TP',
          number: '254',
          from: { code: 'YUL', name: 'Montréal-Trudeau' },
          to: { code: 'LIS', name: '' },
          departs: { date: '2026-06-28', time: '20:15' },
          arrives: { date: '2026-06-29', time: '08:00' },
          terminal: 'A',
          arrivalTerminal: '1',
          gate: '57',
          boardingTime: '19:20',
          seats: [{ seat: '4C' }],
        },
      ],
    })
  })

  it('has tags on its fields, too', () => {
    const headerFields = [{ key: 'a', label: '', value: '', semantics: { departureGate: '9', departureTerminal: 'Z' } }]
    expect(segment(flightPass({ semantics: { departureTerminal: '2' } }, { headerFields }))).toMatchObject({
      gate: '9',
      terminal: '2',
    })
  })

  it.each([
    ['Porte', 'Siège', 'Heure d’embarquement :', 'Passager', 'Vol'],
    ['Flugsteig', 'Sitzplatz', 'Einsteigezeit', 'Fluggast', 'Flug'],
    ['Puerta de embarque', 'Asiento', 'Hora de embarque', 'Pasajero', 'Vuelo'],
    ['Portão', 'Assento', 'Embarque', 'Passageiro', 'Voo'],
  ])('has labels in other languages: %s', (...labels) => {
    const values = ['12', '7F', '10:05', 'LIMA/RUI', 'TP 1']
    const fields = labels.map((label, index) => ({ key: `k${index}`, label, value: values[index] }))
    const booking = read(flightPass({}, { headerFields: [], secondaryFields: [], auxiliaryFields: fields }))
    expect(booking).toMatchObject({
      passengers: ['Rui Lima'],
      segments: [
        {
          gate: '12',
          boardingTime: '10:05',
          carrier: 'TP',
          number: '1',
          seats: [{ seat: '7F' }],
        },
      ],
    })
  })

  it.each([
    [{ seatNumber: '23A' }, '23A'],
    [{ seatRow: '23', seatNumber: 'A' }, '23A'],
    [{ seatRow: '23', seatNumber: '23A' }, '23A'],
    [{ seatRow: 'B', seatNumber: 12 }, 'B12'],
    [{ seatRow: '12', seatNumber: '3' }, '12-3'],
    [{ seatRow: '2', seatNumber: '23' }, '2-23'],
    [{ seatIdentifier: '7C' }, '7C'],
  ])('has the seat of the tags %j', (seat, text) =>
    expect(segment(flightPass({ semantics: { seats: [seat] } }))?.seats).toMatchObject([{ seat: text }]),
  )

  it.each([
    ['PKTransitTypeAir', 'Y', 'Economy'],
    ['PKTransitTypeAir', 'P', ''],
    ['PKTransitTypeAir', 'Business', 'Business'],
    ['PKTransitTypeTrain', '2', 'Class 2'],
  ])('of %s in class %s', (transitType, value, cabin) => {
    const headerFields = [
      { key: 'class', value },
      { key: 'terminal', value: 'Terminal 1' },
      { key: 'gate', value: 'Gate B22' },
    ]
    expect(segment(flightPass({}, { transitType, headerFields, secondaryFields: [] }))).toMatchObject({
      terminal: '1',
      gate: 'B22',
      seats: [{ cabin }],
    })
  })

  it('believes a key before a label', () => {
    const headerFields = [
      { key: 'zone', label: 'Gate', value: '4' },
      { key: 'gate', label: 'Zone', value: 'C7' },
    ]
    expect(segment(flightPass({}, { headerFields }))?.gate).toBe('C7')
  })

  it('leaves out what is not known yet, and dates that are none', () => {
    const headerFields = [
      { key: 'gate', value: '--' },
      { key: 'terminal', value: 'TBA' },
      { key: 'boardingTime', value: '25:99' },
      { key: 'departure', value: '2026-02-30T10:00-05:00' },
    ]
    expect(
      segment(flightPass({ relevantDate: 'soon' }, { headerFields, auxiliaryFields: [], secondaryFields: [] })),
    ).toMatchObject({ gate: '', terminal: '', boardingTime: '', departs: { date: '', time: '' }, seats: [] })
  })

  it('takes the date of a pass that is relevant when boarding starts, not its time', () => {
    const pass = flightPass({ relevantDate: '2026-06-28T07:50-04:00' })
    expect(segment(pass)?.departs).toEqual({ date: '2026-06-28', time: '', zone: '' })
    const departs = [{ key: 'departureTime', label: 'DEPARTS', value: '8:30 AM' }]
    expect(segment(flightPass({ relevantDate: '2026-06-28T07:50-04:00' }, { headerFields: departs }))?.departs).toEqual(
      {
        date: '2026-06-28',
        time: '08:30',
        zone: '',
      },
    )
  })

  it('takes no time of boarding in another zone for that of departure', () => {
    expect(segment(flightPass({ relevantDate: '2026-06-28T11:50:00Z' }))?.departs).toEqual({
      date: '2026-06-28',
      time: '',
      zone: '',
    })
    expect(segment(flightPass({ relevantDate: '2026-06-28T12:30:00Z' }))?.departs).toMatchObject({ time: '12:30' })
  })

  it('has the names of its fields for the airports of its tags', () => {
    const semantics = { departureAirportCode: 'YYZ', destinationAirportCode: 'LIS' }
    expect(segment(flightPass({ semantics }))).toMatchObject({
      from: { code: 'YYZ', name: 'TORONTO' },
      to: { code: 'LIS', name: '' },
    })
  })

  it.each([
    ['PKTransitTypeAir', 'flight'],
    ['PKTransitTypeTrain', 'train'],
    ['PKTransitTypeBus', 'bus'],
    ['PKTransitTypeBoat', 'ferry'],
    ['PKTransitTypeGeneric', 'train'],
    [undefined, 'train'],
  ])('%s is a %s', (transitType, kind) => expect(read(flightPass({}, { transitType })).kind).toBe(kind))

  it('of a train has stations, a coach and a platform', () => {
    const booking = read({
      ...SECRETS,
      organizationName: 'Comboios de Portugal',
      boardingPass: {
        transitType: 'PKTransitTypeTrain',
        primaryFields: [
          { key: 'origin', label: 'De', value: 'Lisboa Oriente' },
          { key: 'destination', label: 'Para', value: 'Porto Campanhã' },
        ],
        secondaryFields: [
          { key: 'departure', label: 'Partida', value: '2026-06-30T09:39:00+01:00', dateStyle: 'PKDateStyleShort' },
          { key: 'arrival', label: 'Chegada', value: '2026-06-30T12:34:00+01:00' },
          { key: 'x', label: 'Carruagem', value: 3 },
          { key: 'y', label: 'Lugar', value: 45 },
          { key: 'train', label: 'Comboio', value: 'AP 121' },
          { key: 'z', label: 'Linha', value: 4 },
        ],
      },
    })
    expect(booking.segments).toEqual([
      {
        carrier: 'Comboios de Portugal',
        number: 'AP 121',
        from: { code: '', name: 'Lisboa Oriente', address: '' },
        to: { code: '', name: 'Porto Campanhã', address: '' },
        departs: { date: '2026-06-30', time: '09:39', zone: '' },
        arrives: { date: '2026-06-30', time: '12:34', zone: '' },
        terminal: '',
        arrivalTerminal: '',
        gate: '4',
        boardingTime: '',
        seats: [{ passenger: 0, seat: '45', cabin: 'Coach 3' }],
      },
    ])
  })
})

describe('times', () => {
  const departsOf = (relevantDate: string, other = {}) => segment(flightPass({ relevantDate, ...other }))?.departs

  it('are what the clocks there show, with any offset', () => {
    expect(departsOf('2026-06-28T23:30:00+13:45')).toEqual({ date: '2026-06-28', time: '23:30', zone: '' })
    expect(departsOf('2026-06-28T00:10-0930')).toEqual({ date: '2026-06-28', time: '00:10', zone: '' })
  })

  // Catima's issue 3065: 2:00 UTC was shown as 2:00 of the device.
  it('with a Z are moments', () =>
    expect(departsOf('2026-03-22T02:00:00Z')).toEqual({
      date: '2026-03-22',
      time: '02:00',
      zone: '',
      instant: Date.UTC(2026, 2, 22, 2),
    }))

  it('are told in the zone that the pass names', () => {
    const semantics = { currentDepartureDate: '2026-06-29T02:30:00Z', departureLocationTimeZone: 'America/Toronto' }
    expect(segment(flightPass({ semantics }))?.departs).toEqual({
      date: '2026-06-28',
      time: '22:30',
      zone: 'America/Toronto',
    })
    expect(
      segment(flightPass({ semantics: { ...semantics, departureLocationTimeZone: 'Mars/Base' } }))?.departs,
    ).toMatchObject({ time: '02:30', zone: '', instant: Date.UTC(2026, 5, 29, 2, 30) })
  })

  it('of a field that ignores zones are those of the clock there', () => {
    const field = { key: 'departs', value: '2026-06-28T08:30:00Z' }
    const departs = (more: object) => segment(flightPass({}, { headerFields: [{ ...field, ...more }] }))?.departs
    expect(departs({ ignoresTimeZone: true })).toEqual({ date: '2026-06-28', time: '08:30', zone: '' })
    expect(departs({})?.instant).toBe(Date.UTC(2026, 5, 28, 8, 30))
  })

  it('are the first of several', () =>
    expect(
      departsOf('', { relevantDates: [{ date: 'x' }, { startDate: '2026-07-01T10:00+02:00', endDate: '' }] }),
    ).toEqual({ date: '2026-07-01', time: '10:00', zone: '' }))
})

describe('codes', () => {
  const codesOf = (other: Record<string, unknown>) => read(flightPass(other)).codes

  it('are the first of a known format', () => {
    const barcode = aztec('old')
    expect(
      codesOf({
        barcodes: [
          { ...barcode, format: 'PKBarcodeFormatCodabar' },
          { ...barcode, message: 'new' },
        ],
        barcode,
      }),
    ).toMatchObject([{ text: 'new' }])
    expect(codesOf({ barcodes: [{ ...barcode, format: 'PKBarcodeFormatCodabar' }] })).toEqual([])
    expect(codesOf({ barcodes: 'none', barcode })).toMatchObject([{ text: 'old' }])
    expect(
      codesOf({ barcodes: [null, 5, { message: 'x' }, { ...barcode, message: 7 }, { ...barcode, message: '' }] }),
    ).toEqual([])
  })

  it.each([
    ['PKBarcodeFormatPDF417', 'pdf417'],
    ['PKBarcodeFormatAztec', 'aztec'],
    ['PKBarcodeFormatQR', 'qr'],
    ['PKBarcodeFormatCode128', 'code128'],
  ])('%s is %s', (format, name) =>
    expect(codesOf({ barcode: { ...aztec('x'), format } })).toMatchObject([{ format: name }]),
  )

  // Wallet's issue 83: the bytes of a train ticket were read as UTF-8.
  it('have every byte of ISO 8859-1', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const text = strFromU8(bytes, true)
    const [code] = codesOf({ barcode: aztec(text) })
    expect(code?.text).toBe(text)
    expect(strToU8(code?.text ?? '', true)).toEqual(bytes)
  })

  it('have the bytes of UTF-8, but for QR codes', () => {
    expect(codesOf({ barcode: aztec('Montréal', 'UTF-8') })).toMatchObject([{ text: 'MontrÃ©al' }])
    const qr = { ...aztec('Montréal – 東京', 'utf-8'), format: 'PKBarcodeFormatQR' }
    expect(codesOf({ barcode: qr })).toMatchObject([{ text: 'Montréal – 東京' }])
  })

  it('are left out if they would not scan', () => {
    expect(codesOf({ barcode: aztec('東京') })).toEqual([])
    expect(codesOf({ barcode: aztec('A'.repeat(2001)) })).toEqual([])
  })

  it('of an airline may be damaged', () => {
    const message = `${boardingPassCode('SOUSA/ANA', [leg('2026-06-28' as LocalDate)]).slice(0, 50)}`
    expect(read(flightPass({ barcode: aztec(message) }))).toMatchObject({
      segments: [{ number: '410' }],
      codes: [{ text: message }],
    })
  })
})

describe('a ticket for an event', () => {
  const museum = {
    ...SECRETS,
    description: 'Ticket',
    relevantDate: '2026-07-01T10:00+01:00',
    eventTicket: {
      headerFields: [{ key: 'entry', label: 'Door', value: '3' }],
      primaryFields: [{ key: 'event', label: 'EVENT', value: 'Museu do Azulejo' }],
      secondaryFields: [
        { key: 'loc', label: 'Venue', value: 'Convento da Madre de Deus' },
        { key: 'time', label: 'Time', value: '10:30' },
        { key: 'row', label: '', value: 'Row 4' },
      ],
      backFields: [{ key: 'terms', label: 'Terms', value: '<p>No <b>refunds</b></p>' }],
    },
  }

  const detailsWith = (field: { key: string; label: string; value: string }) => {
    const fields = { headerFields: [field], secondaryFields: [], backFields: [] }
    const semantics = { attendeeName: 'Ana Sousa', confirmationNumber: 'LELLO-77' }
    return read({ ...museum, eventTicket: { ...museum.eventTicket, ...fields }, semantics }).details
  }

  it('is read from its fields', () =>
    expect(read({ ...museum, barcode: aztec('T1') })).toMatchObject({
      kind: 'attraction',
      name: 'Museu do Azulejo',
      segments: [],
      place: { name: 'Convento da Madre de Deus' },
      starts: { date: '2026-07-01', time: '10:30', zone: '' },
      passengers: [],
      details: 'Door: 3',
      codes: [{ text: 'T1', passenger: undefined }],
    }))

  it('is read from its tags', () => {
    const semantics = {
      eventName: 'Fado night',
      venueName: 'Clube de Fado',
      attendeeName: 'Ana Sousa',
      eventStartDateInfo: { date: '2026-07-02T20:00:00Z', timeZone: 'Europe/Lisbon' },
      eventEndDate: '2026-07-02T23:30+01:00',
      seats: [{ seatRow: 'A', seatNumber: '12' }],
    }
    expect(read({ ...museum, semantics })).toMatchObject({
      name: 'Fado night',
      place: { name: 'Clube de Fado' },
      starts: { date: '2026-07-02', time: '21:00', zone: 'Europe/Lisbon' },
      ends: { date: '2026-07-02', time: '23:30' },
      passengers: ['Ana Sousa'],
      details: 'Door: 3',
    })
  })

  it.each([
    ['doors', 'Doors', 'North side'],
    ['ticketType', 'Ticket type', 'Day pass'],
    ['support', 'Special guest', 'The Band'],
    ['dress', 'Dress code', 'Black tie'],
    ['info', '', 'Photo ID required'],
    ['hall', 'Hall name', 'Seattle Room'],
    ['info', 'Entrance', 'Rua 12, Lisboa'],
  ])('has the details for all: %s, %s, %s', (key, label, value) =>
    expect(detailsWith({ key, label, value })).toBe(label === '' ? value : `${label}: ${value}`),
  )

  it.each([
    ['ticketNo', 'Ticket no', '77'],
    ['x', 'Ticket-Nr.', '77'],
    ['x', 'Nº de entrada', '00012345'],
    ['member', 'Member', 'yes'],
    ['x', 'Mitgliedsnummer', 'A7'],
    ['x', 'Order', 'ABCDEF'],
    ['bookingId', '', 'AB'],
    ['seat', 'Info', '12'],
    ['seatRow', '', 'B'],
    ['x', 'Rangée', '4'],
    ['x', 'Rang', '4'],
    ['x', 'Section', 'Left'],
    ['x', 'Admission', 'Hall 3, Row B, Seat 12'],
    ['x', '', 'Block C'],
    ['x', '', 'Ticket no 12'],
    ['totalPrice', 'Info', '12'],
    ['x', 'Preis', '12'],
    ['x', 'Admission', '€12.50'],
    ['x', 'Ticket holder', 'Somebody'],
    ['x', 'Full name', 'Somebody'],
    ['x', 'Info', 'For SOUSA/ANA only'],
    ['x', 'Info', 'Ana Maria Sousa, VIP'],
    ['x', 'Info', 'See lello 77'],
  ])('has no details about one person, which readers of a share link would see: %s, %s, %s', (key, label, value) =>
    expect(detailsWith({ key, label, value })).toBe(''),
  )

  it('may be of a general kind', () => {
    const { eventTicket, ...other } = museum
    expect(read({ ...other, generic: eventTicket }).name).toBe('Museu do Azulejo')
  })

  it.each([
    ['storeCard', { primaryFields: [{ key: 'balance', label: 'Balance', value: '12.50' }] }],
    ['generic', { primaryFields: [{ key: 'member', label: 'Member', value: 'Ana Sousa' }] }],
    ['coupon', { primaryFields: [{ key: 'event', label: 'Offer', value: 'Two for one' }] }],
    ['eventTicket', {}],
    ['boardingPass', {}],
  ])('is no %s without an event', (style, fields) =>
    expect(readFile(walletPass({ ...SECRETS, [style]: fields }))).toEqual({ failure: 'nothing' }),
  )
})

describe('its words', () => {
  const pass = flightPass({}, { headerFields: [{ key: 'g', label: 'gate_label', value: 'gate_value' }] })
  const words = '/* Of the pass */\n"gate_label" = "Gate";\n// One more\ngate_value = "\\"B\\U00e9\\"\\n22";'
  const gateWith = (others: Record<string, Uint8Array>) => read(pass, others).segments[0]?.gate

  it.each([
    ['UTF-8', strToU8(words.replace('\\U00e9', 'é'))],
    ['ISO 8859-1', strToU8(words.replace('\\U00e9', 'é'), true)],
    ['UTF-16 LE', utf16(words)],
    ['UTF-16 BE', utf16(words, true)],
  ])('are in %s', (_, bytes) => expect(gateWith({ 'en.lproj/pass.strings': bytes })).toBe('"Bé" 22'))

  it('are in English, else in any language', () => {
    const inWord = (value: string) => strToU8(`"gate_label" = "Gate"; "gate_value" = "${value}";`)
    const languages = { 'de.lproj/pass.strings': inWord('A'), 'en-GB.lproj/pass.strings': inWord('B') }
    expect(gateWith(languages)).toBe('B')
    expect(gateWith({ 'de.lproj/pass.strings': inWord('A') })).toBe('A')
  })

  it('may be damaged', () => {
    expect(gateWith({ 'en.lproj/pass.strings': strToU8('"gate_label" = "Gate"; "gate_value" = "5"; "x = 3') })).toBe(
      '5',
    )
    expect(gateWith({ 'en.lproj/pass.strings': strToU8('nothing') })).toBe('')
    expect(gateWith({ 'en.lproj/pass.strings': new Uint8Array() })).toBe('')
    for (const part of ['"', '\\', '"a\\', '/*', '//', '"a"', '= ', 'a', '"a"="b"']) {
      const bytes = strToU8(part.repeat(200_000))
      expect(gateWith({ 'en.lproj/pass.strings': bytes })).toBe('')
    }
  })
})

describe('hostile files', () => {
  const pass = flightPass()
  const zip = walletPass(pass)

  it('may be written in one go, with their sizes behind them', () => {
    const parts: Uint8Array[] = []
    const written = new Zip((_, part) => parts.push(part))
    for (const [name, bytes] of [
      ['logo.png', Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)],
      ['pass.json', strToU8(JSON.stringify(pass))],
    ] as const) {
      const file = name === 'logo.png' ? new ZipPassThrough(name) : new ZipDeflate(name)
      written.add(file)
      file.push(bytes, true)
    }
    written.end()
    const bytes = Uint8Array.from(parts.flatMap((part) => [...part]))
    expect(bytes[6]).toBe(8)
    expect(readFile(bytes)).toEqual(readFile(zip))
  })

  it('may be no pass', () => {
    const damaged = { failure: 'damaged' }
    expect(readFile(new Uint8Array())).toEqual(damaged)
    expect(readFile(strToU8('PK'))).toEqual(damaged)
    expect(readFile(zipSync({ 'other.json': strToU8('{}') }))).toEqual(damaged)
    expect(readFile(zipSync({ 'a/pass.json': strToU8('{}') }))).toEqual(damaged)
    for (const json of ['', '{', '[]', '5', 'null', '"text"', '{"boardingPass":{},}'])
      expect(readFile(zipSync({ 'pass.json': strToU8(json) }))).toEqual(damaged)
  })

  it('may end anywhere', () => {
    const stored = zipSync({ 'pass.json': strToU8(JSON.stringify(pass)) })
    const end = stored.length - 80
    for (let length = 0; length < end; length += 7)
      expect(readFile(stored.subarray(0, length))).toEqual({ failure: 'damaged' })
  })

  it('are not unpacked beyond the limits', () => {
    const tooLarge = { failure: 'too_large' }
    const zeros = new Uint8Array(30_000_000)
    expect(readFile(zipSync({ 'pass.json': zeros }))).toEqual(tooLarge)
    expect(readFile(zipSync({ 'en.lproj/pass.strings': zeros, 'pass.json': strToU8('{}') }))).toEqual(tooLarge)
    // Nobody unpacks a picture.
    expect(readFile(zipSync({ 'logo.png': zeros, 'pass.json': strToU8(JSON.stringify(pass)) }))).toEqual(readFile(zip))
    expect(readFile(new Uint8Array(5_000_001))).toEqual(tooLarge)
  })

  it('have few entries', () => {
    const entries = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, new Uint8Array()]))
    expect(readFile(walletPass(pass, entries(10_000)))).toEqual({ failure: 'too_large' })
    expect(readFile(walletPass(pass, entries(198)))).toEqual(readFile(zip))
  })

  it('may lie about their sizes', () => {
    const bytes = zip.slice()
    // The unpacked size, 22 bytes behind the start of each file.
    for (let at = 0; at < bytes.length - 30; at++)
      if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 3) bytes.set([255, 255, 255, 127], at + 22)
    expect(bytes).not.toEqual(zip)
    expect(readFile(bytes)).toEqual(readFile(zip))
  })

  it('may be deep, long and of odd types', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const json = JSON.stringify(pass).replace('"Boarding pass"', deep)
    expect(readFile(zipSync({ 'pass.json': strToU8(json) }))).toEqual(readFile(zip))

    const long = 'x'.repeat(1_500_000)
    for (const text of textsIn(readFile(walletPass({ ...pass, organizationName: long }))))
      expect(text.length).toBeLessThanOrEqual(500)

    const fields = {
      headerFields: {},
      primaryFields: [null, 1, [], 'x'],
      auxiliaryFields: 'x',
      backFields: Array(10_000).fill({ key: 'gate', value: ['x'] }),
    }
    expect(readFile(walletPass({ boardingPass: fields, semantics: [], barcodes: {} }))).toEqual({ failure: 'nothing' })
    expect(readFile(walletPass({ boardingPass: 5 }))).toEqual({ failure: 'nothing' })
  })

  it('change no prototype', () => {
    const json = JSON.stringify(pass)
      .replace(
        '{',
        '{"__proto__":{"departureGate":"9"},"constructor":{"prototype":{"x":1}},"semantics":{"__proto__":{"departureGate":"9","x":1}},',
      )
      .replace('"key":"gate"', '"__proto__":{"x":1},"key":"gate"')
    const strings = strToU8('"__proto__" = "x"; "constructor" = "y";')
    const bytes = zipSync({ 'en.lproj/pass.strings': strings, 'pass.json': strToU8(json) })
    expect(readFile(bytes)).toEqual(readFile(zip))
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it('become plain text', () => {
    const value = '<script>alert(1)</script><b>B&amp;22</b><br>\u202e\u0000\u0007now'
    expect(segment(flightPass({}, { headerFields: [{ key: 'gate', value }] }))?.gate).toBe('B&22 now')
    expect(
      segment(flightPass({}, { headerFields: [{ key: 'gate', attributedValue: '<a href="https://x.example">7</a>' }] }))
        ?.gate,
    ).toBe('7')
  })
})

it('keeps secrets', () => {
  const said = textsIn(readFile(walletPass(flightPass({ barcode: aztec('x') })))).join('\n')
  for (const secret of ['secret', 'SECRET', 'example.com', '0123456789']) expect(said).not.toContain(secret)
})

describe('of any file', () => {
  const check = (bytes: Uint8Array) => {
    for (const text of textsIn(readFile(bytes))) {
      expect(text.length).toBeLessThanOrEqual(500)
      expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    }
  }

  it('nothing throws or has control characters', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), check))
    const zip = walletPass(flightPass(), { 'en.lproj/pass.strings': strToU8('"a" = "b";') })
    fc.assert(
      fc.property(fc.nat(zip.length), fc.uint8Array({ maxLength: 8 }), (at, bytes) => {
        const damaged = zip.slice()
        damaged.set(bytes.subarray(0, damaged.length - at), at)
        check(damaged)
      }),
    )
    const text = fc.string({ unit: 'binary', maxLength: 700 })
    const field = fc.record({
      key: fc.constantFrom('gate', 'seat', 'pnr', 'flight', 'departs', 'event'),
      label: text,
      value: fc.oneof(text, fc.jsonValue()),
    })
    const names = ['departureGate', 'eventName', 'seats', 'passengerName', 'currentDepartureDate', 'totalPrice']
    const pass = fc.record({
      style: fc.constantFrom('boardingPass', 'eventTicket', 'generic'),
      fields: fc.array(field, { maxLength: 4 }),
      semantics: fc.dictionary(fc.constantFrom(...names), fc.oneof(text, fc.jsonValue())),
      organizationName: text,
    })
    fc.assert(
      fc.property(pass, ({ style, fields, semantics, organizationName }) =>
        check(walletPass({ [style]: { headerFields: fields, primaryFields: fields }, semantics, organizationName })),
      ),
    )
  })
})
