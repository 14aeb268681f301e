/*
 * Mails with bookings, as companies send them, for a journey Toronto - Montréal - Lisbon and back. Nothing in them is
 * copied from a real mail.
 */

export interface MailPart {
  type: string
  body: string
  /** 8bit if it is missing. */
  encoding?: 'base64' | 'quoted-printable'
  charset?: string
  /** The file name of an attachment. */
  name?: string
  bytes?: Uint8Array
}

export interface MailHeaders {
  from?: string
  subject?: string
}

/** The source of a mail with these parts. */
export function mailOf(parts: readonly MailPart[], { from, subject }: MailHeaders = {}): string {
  const headers = [
    `From: ${from ?? 'Maple Air <noreply@mail.mapleair.example>'}`,
    'To: Ana Sousa <ana@example.org>',
    `Subject: ${subject ?? 'Your booking'}`,
    'Date: Mon, 03 Feb 2031 09:00:00 -0500',
    'Message-ID: <1@mail.mapleair.example>',
    'MIME-Version: 1.0',
  ]
  const [only] = parts
  if (parts.length === 1 && only && only.name === undefined) return [...headers, partText(only)].join('\r\n')
  const boundary = `=_part-${(from ?? '').length}-${parts.length}-${(subject ?? '').length}`
  return [
    ...headers,
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, partText(part)]),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

export const htmlMail = (html: string, headers: MailHeaders = {}): string =>
  mailOf([{ type: 'text/html', body: html }], headers)

/** A mail in which somebody forwards another as a whole. */
export const forwarded = (mail: string): string =>
  mailOf(
    [
      { type: 'text/plain', body: 'Our flights!' },
      { type: 'message/rfc822', body: mail },
    ],
    { from: 'Ana Sousa <ana.sousa@example.org>', subject: 'Fwd: Your booking' },
  )

/** HTML with JSON-LD, as companies write it. */
export const jsonLd = (json: unknown): string =>
  `<!DOCTYPE html><html><head><script type="application/ld+json">${typeof json === 'string' ? json : JSON.stringify(json)}` +
  '</script></head><body><p>Thank you for your booking.</p></body></html>'

function partText({ type, body, encoding, charset = 'utf-8', name, bytes }: MailPart): string {
  const octets = bytes ?? (charset === 'iso-8859-1' ? latin1(body) : new TextEncoder().encode(body))
  const isPlain = encoding === undefined && !bytes
  return [
    `Content-Type: ${type}${/^text\//.test(type) ? `; charset=${charset}` : ''}${name ? `; name="${name}"` : ''}`,
    ...(name ? [`Content-Disposition: attachment; filename="${name}"`] : []),
    `Content-Transfer-Encoding: ${isPlain ? '8bit' : (encoding ?? 'base64')}`,
    '',
    isPlain ? body : encoding === 'quoted-printable' ? quotedPrintable(octets) : base64(octets),
  ].join('\r\n')
}

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

function base64(octets: Uint8Array): string {
  let binary = ''
  for (const octet of octets) binary += String.fromCharCode(octet)
  return btoa(binary).replace(/.{76}/g, '$&\r\n')
}

function quotedPrintable(octets: Uint8Array): string {
  const characters = Array.from(octets, (octet) =>
    (octet >= 0x20 && octet < 0x7f && octet !== 0x3d) || octet === 0x0a || octet === 0x0d
      ? String.fromCharCode(octet)
      : `=${octet.toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return characters
    .join('')
    .split(/\r?\n/)
    .map((line) => line.replace(/.{60}(?:=[\dA-F]{2}|.){12}/g, '$&=\r\n'))
    .join('\r\n')
}

/* Flights */

const airports = {
  YYZ: 'Toronto Pearson',
  YUL: 'Montréal–Trudeau',
  LIS: 'Lisbon Humberto Delgado',
} as const

type AirportCode = keyof typeof airports

interface FlightFields {
  number: string
  from: AirportCode
  to: AirportCode
  departs: string
  arrives: string
  boards?: string
  terminal?: string
  gate?: string
}

const airport = (code: AirportCode) => ({ '@type': 'Airport', name: airports[code], iataCode: code })

export const flight = ({ number, from, to, departs, arrives, boards, terminal, gate }: FlightFields) => ({
  '@type': 'Flight',
  flightNumber: number,
  airline: { '@type': 'Airline', name: 'Air Canada', iataCode: 'AC' },
  departureAirport: airport(from),
  departureTime: departs,
  arrivalAirport: airport(to),
  arrivalTime: arrives,
  ...(boards && { boardingTime: boards }),
  ...(terminal && { departureTerminal: terminal }),
  ...(gate && { departureGate: gate }),
})

/** Out on May 2 with one connection, and back on May 12 with one. */
export const flights: readonly FlightFields[] = [
  {
    number: '406',
    from: 'YYZ',
    to: 'YUL',
    departs: '2031-05-02T15:00:00-04:00',
    arrives: '2031-05-02T16:20:00-04:00',
    boards: '2031-05-02T14:25:00-04:00',
    terminal: '1',
    gate: 'D31',
  },
  { number: '812', from: 'YUL', to: 'LIS', departs: '2031-05-02T20:05:00-04:00', arrives: '2031-05-03T07:40:00+01:00' },
  { number: '813', from: 'LIS', to: 'YUL', departs: '2031-05-12T09:50:00+01:00', arrives: '2031-05-12T12:15:00-04:00' },
  { number: '415', from: 'YUL', to: 'YYZ', departs: '2031-05-12T14:00:00-04:00', arrives: '2031-05-12T15:24:00-04:00' },
]

export const passengers = [
  { name: 'Ana Sousa', ticket: '0142301234567', seats: ['23A', '31H', '30H', '12C'] },
  { name: 'Omar Haddad', ticket: '0142301234568', seats: ['23B', '31J', '30J', '12D'] },
] as const

/** One reservation for each passenger and flight. */
export const flightReservations: readonly Record<string, unknown>[] = passengers.flatMap(({ name, ticket, seats }) =>
  flights.map((fields, index) => ({
    '@context': 'http://schema.org',
    '@type': 'FlightReservation',
    reservationNumber: 'QX7K2M',
    reservationStatus: 'http://schema.org/ReservationConfirmed',
    underName: { '@type': 'Person', name },
    ticketNumber: ticket,
    airplaneSeat: seats[index],
    airplaneSeatClass: { '@type': 'AirplaneSeatClass', name: 'Economy' },
    totalPrice: '2,418.60',
    priceCurrency: 'CAD',
    reservationFor: flight(fields),
  })),
)

const airlineHeaders = {
  from: 'Air Canada <confirmation@mail.aircanada.example>',
  subject: 'Booking confirmation QX7K2M',
}

export const airlineMail: string = mailOf(
  [
    { type: 'text/plain', body: 'Thank you for flying with us.' },
    { type: 'text/html', body: jsonLd(flightReservations), encoding: 'quoted-printable' },
  ],
  airlineHeaders,
)

export const forwardedMail: string = forwarded(airlineMail)

/** The same airline's calendar file, with one event for each flight. */
export const airlineCalendar: string = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Air Canada//EN',
  ...[
    [
      'AC 406',
      'Toronto (YYZ)',
      'Montréal (YUL)',
      'America/Toronto',
      '20310502T150000',
      'America/Toronto',
      '20310502T162000',
    ],
    [
      'AC 812',
      'Montréal (YUL)',
      'Lisbon (LIS)',
      'America/Toronto',
      '20310502T200500',
      'Europe/Lisbon',
      '20310503T074000',
    ],
  ].flatMap(([number, from, to, zone, start, endZone, end]) => [
    'BEGIN:VEVENT',
    `UID:${number}@aircanada.example`,
    `SUMMARY:Flight ${number} from ${from} to ${to}`,
    `DTSTART;TZID=${zone}:${start}`,
    `DTEND;TZID=${endZone}:${end}`,
    'DESCRIPTION:Booking reference: QX7K2M\\nCheck in online.',
    'END:VEVENT',
  ]),
  'END:VCALENDAR',
  '',
].join('\r\n')

/* Other bookings */

export const hotelHtml: string = `<html><body>
<div itemscope itemtype="http://schema.org/LodgingReservation">
  <meta itemprop="reservationNumber" content="HV-20931"/>
  <link itemprop="reservationStatus" href="http://schema.org/ReservationConfirmed"/>
  <div itemprop="underName" itemscope itemtype="http://schema.org/Person"><meta itemprop="name" content="Ana Sousa"/></div>
  <div itemprop="reservationFor" itemscope itemtype="http://schema.org/LodgingBusiness">
    <h1 itemprop="name">Hotel do <b>Chiado</b> &amp; Spa</h1>
    <p itemprop="address" itemscope itemtype="http://schema.org/PostalAddress">
      <span itemprop="streetAddress">Rua Nova 114</span>, <span itemprop="postalCode">1200-290</span>
      <span itemprop="addressLocality">Lisboa</span><meta itemprop="addressCountry" content="PT"/>
    </p>
    <span itemprop="telephone">+351 21 000 00 00</span>
  </div>
  Check in: <time itemprop="checkinTime" datetime="2031-05-03T15:00:00+01:00">May 3, 3 pm</time>
  Check out: <time itemprop="checkoutTime" datetime="2031-05-07T11:00:00+01:00">May 7, 11 am</time>
  <span itemprop="lodgingUnitType">Double room</span>
  <meta itemprop="totalPrice" content="1.234,56"/><meta itemprop="priceCurrency" content="EUR"/>
</div></body></html>`

export const hotelMail: string = htmlMail(hotelHtml, {
  from: 'Hotel do Chiado <reservas@chiado.example>',
  subject: 'A sua reserva HV-20931',
})

export const trainMail: string = htmlMail(
  jsonLd({
    '@context': 'https://schema.org',
    '@type': 'TrainReservation',
    reservationNumber: 'CP88231',
    underName: { '@type': 'Person', givenName: 'Ana', familyName: 'Sousa' },
    reservationFor: {
      '@type': 'TrainTrip',
      trainNumber: 'AP 125',
      provider: { '@type': 'Organization', name: 'Comboios de Portugal' },
      departureStation: { '@type': 'TrainStation', name: 'Lisboa Oriente' },
      departureTime: '2031-05-07T13:39:00+01:00',
      departurePlatform: '3',
      arrivalStation: { '@type': 'TrainStation', name: 'Porto Campanhã' },
      arrivalTime: '2031-05-07T16:29:00+01:00',
    },
    reservedTicket: {
      '@type': 'Ticket',
      ticketNumber: 'T-551',
      ticketToken: 'aztecCode:CP88231/AP125/21/64  ',
      ticketedSeat: { '@type': 'Seat', seatNumber: '64', seatSection: '21', seatingType: 'Conforto' },
    },
    totalPrice: 34.5,
    priceCurrency: 'EUR',
  }),
  { from: 'CP <bilhetes@cp.example>', subject: 'O seu bilhete' },
)

export const eventMail: string = htmlMail(
  jsonLd({
    '@context': 'http://schema.org',
    '@graph': [
      {
        '@type': 'EventReservation',
        reservationNumber: 'LL-77',
        underName: { '@type': 'Person', name: 'Ana Sousa' },
        numSeats: 2,
        reservationFor: {
          '@type': 'Event',
          name: 'Livraria Lello: visit and reading',
          startDate: '2031-05-08T10:30:00+01:00',
          endDate: '2031-05-08T12:00:00+01:00',
          location: {
            '@type': 'Place',
            name: 'Livraria Lello',
            address: { '@type': 'PostalAddress', streetAddress: 'Rua das Carmelitas 144', addressLocality: 'Porto' },
          },
        },
        ticketToken: 'qrCode:LELLO-77-2',
      },
    ],
  }),
  { from: 'Livraria Lello <tickets@lello.example>', subject: 'Your tickets' },
)

export const carMail: string = htmlMail(
  jsonLd([
    {
      '@context': 'http://schema.org',
      '@type': 'RentalCarReservation',
      reservationNumber: 'RC-5150',
      underName: { '@type': 'Person', name: 'Omar Haddad' },
      reservationFor: {
        '@type': 'RentalCar',
        brand: { '@type': 'Brand', name: 'Renault' },
        model: 'Clio',
        rentalCompany: { '@type': 'AutoRental', name: 'Rodar' },
      },
      pickupLocation: { '@type': 'Place', name: 'Porto Airport', address: 'Pedras Rubras, Porto' },
      pickupTime: '2031-05-09T09:00:00',
      dropoffLocation: { '@type': 'Place', name: 'Lisbon Airport' },
      dropoffTime: '2031-05-12T07:30:00',
      price: 'EUR 210.00',
    },
  ]),
  { from: 'Rodar <noreply@rodar.example>', subject: 'Rental agreement' },
)

export const ferryMail: string = htmlMail(
  jsonLd({
    '@context': 'http://schema.org',
    '@type': 'BoatReservation',
    reservationNumber: 'F-9',
    underName: { '@type': 'Person', name: 'Ana Sousa' },
    reservationFor: {
      '@type': 'BoatTrip',
      provider: { '@type': 'Organization', name: 'Transtejo' },
      departureBoatTerminal: { '@type': 'BoatTerminal', name: 'Cais do Sodré' },
      departureTime: '2031-05-05T10:00',
      arrivalBoatTerminal: { '@type': 'BoatTerminal', name: 'Cacilhas' },
      arrivalTime: '2031-05-05T10:12',
    },
  }),
  { from: 'Transtejo <bilhetes@transtejo.example>', subject: 'Bilhete' },
)

export const mailWithoutReservation: string = htmlMail(
  '<html><body><h1>Summer sale</h1><p>Fly to Lisbon (LIS) from $499.</p></body></html>',
  { from: 'Deals <news@deals.example>', subject: 'Summer sale' },
)
