import { plainLine } from './plain-line.ts'

/*
 * What the fields of a Wallet pass mean. Apple leaves their keys and labels to the issuer.
 * Job: the field for a gate, a seat and so on, by its key, else by its label in one of five languages.
 * Invariants: a key counts more than a label, which is translated, and may be the name of a city.
 */

export type Records = Readonly<Record<string, unknown>>

export interface WalletField {
  group: 'header' | 'primary' | 'auxiliary' | 'secondary' | 'back'
  key: string
  label: string
  value: string
  /** Its clock is shown as it is written, also with a Z. */
  isLocal: boolean
  semantics: Records
}

const GROUPS = ['header', 'primary', 'auxiliary', 'secondary', 'back'] as const
const MAX_FIELDS = 50

/** Keys without anything but letters, and labels in small letters without accents. */
const MEANINGS = {
  gate: {
    keys: 'gate gatenumber departuregate boardinggate flightgate platform departureplatform track',
    labels:
      'gate|porte|porte d embarquement|flugsteig|puerta|puerta de embarque|portao|porta|porta de embarque|platform|' +
      'quai|voie|gleis|anden|plataforma|cais|linha',
  },
  terminal: { keys: 'terminal departureterminal term', labels: 'terminal|aerogare' },
  seat: {
    keys: 'seat seats seatnumber seatno passengerseat',
    labels: 'seat|seats|siege|place|sitz|sitzplatz|platz|asiento|lugar|assento',
  },
  coach: {
    keys: 'coach coachnumber car carnumber carriage wagon',
    labels: 'coach|car|carriage|voiture|wagen|coche|carruagem|vagao',
  },
  cabin: {
    keys: 'class cabin cabinclass travelclass serviceclass',
    labels: 'class|cabin|classe|klasse|clase|cabine|cabina',
  },
  boarding: {
    keys: 'boarding boardingtime boardingdate boardingat boards boardingstarts boardtime',
    labels:
      'boarding|boarding time|boards|boarding at|embarquement|heure d embarquement|einstieg|boardingzeit|einsteigezeit|' +
      'embarque|hora de embarque|hora embarque',
  },
  departs: {
    keys: 'departs departure departuretime departuredate departuredatetime depart departing deptime std leaves',
    labels:
      'departs|departure|departure time|depart|heure de depart|abflug|abflugzeit|abfahrt|abfahrtszeit|salida|' +
      'hora de salida|partida|hora de partida|saida',
  },
  arrives: {
    keys: 'arrives arrival arrivaltime arrivaldate arrivaldatetime arrive arriving arrtime sta',
    labels:
      'arrives|arrival|arrival time|arrivee|heure d arrivee|ankunft|ankunftszeit|llegada|hora de llegada|chegada|' +
      'hora de chegada',
  },
  date: {
    keys: 'date flightdate traveldate eventdate datetime day startdate when',
    labels: 'date|datum|fecha|data|jour|tag|dia|when|quand|wann|cuando|quando',
  },
  time: { keys: 'time starttime eventtime', labels: 'time|starts|heure|zeit|uhrzeit|beginn|hora' },
  passenger: {
    keys: 'passenger passengername name traveler traveller guest pax paxname attendee',
    labels:
      'passenger|passenger name|name|traveler|traveller|passager|nom|nom du passager|voyageur|passagier|fluggast|' +
      'fahrgast|reisender|pasajero|nombre|viajero|passageiro|nome',
  },
  from: {
    keys: 'from origin depart departure departureairport departurestation departurecity boardpoint',
    labels: 'from|origin|de|von|desde|origen|origem',
  },
  to: {
    keys: 'to destination arrive arrival arrivalairport arrivalstation arrivalcity offpoint',
    labels: 'to|destination|a|vers|nach|ziel|hacia|destino|para',
  },
  number: {
    keys: 'flight flightnumber flightno flightcode train trainnumber trainno bus busnumber service line',
    labels:
      'flight|flight number|flight no|vol|numero de vol|flug|flugnummer|vuelo|voo|train|zug|tren|comboio|trem|bus|' +
      'ferry|bateau|fahre|barco',
  },
  confirmation: {
    keys:
      'confirmation confirmationnumber confirmationcode pnr recordlocator locator reference bookingreference ' +
      'bookingref booking bookingnumber bookingcode reservation reservationnumber reservationcode order ordernumber',
    labels:
      'confirmation|confirmation number|confirmation code|pnr|record locator|booking|booking reference|booking code|' +
      'booking number|reservation|reservation number|numero de reservation|reference|dossier|buchungsnummer|' +
      'buchungscode|reserva|codigo de reserva|localizador|localizador de reserva|referencia',
  },
  event: {
    keys: 'event eventname title show film movie concert',
    labels: 'event|show|film|evenement|spectacle|veranstaltung|evento|espectaculo|espetaculo',
  },
  venue: {
    keys: 'venue venuename location place theater theatre stadium museum',
    labels: 'venue|location|lieu|ort|veranstaltungsort|recinto|local|lugar',
  },
  address: { keys: 'address venueaddress', labels: 'address|adresse|direccion|endereco|morada' },
} satisfies Record<string, { keys: string; labels: string }>

export type Meaning = keyof typeof MEANINGS

/** The fields of a pass, with their words in its language. Back fields are last: they have its terms, too. */
export function listWalletFields(style: Records, words: ReadonlyMap<string, string>): WalletField[] {
  return GROUPS.flatMap((group) => {
    const fields = style[`${group}Fields`]
    if (!Array.isArray(fields)) return []
    return fields.slice(0, MAX_FIELDS).map((each: unknown) => {
      const field = recordOf(each)
      return {
        group,
        key: textOf(field['key']),
        label: translated(field['label'], words),
        value: translated(field['value'] ?? field['attributedValue'], words),
        isLocal: field['ignoresTimeZone'] === true,
        semantics: recordOf(field['semantics']),
      }
    })
  })
}

/** All fields with a meaning and a value: those by key, then those by label. */
export function fieldsOf(fields: readonly WalletField[], meaning: Meaning): WalletField[] {
  const { keys, labels } = MEANINGS[meaning]
  const isKey = isAmong(keys.split(' '))
  const isLabel = isAmong(labels.split('|'))
  const filled = fields.filter(({ value }) => value !== '')
  const byKey = filled.filter(({ key }) => isKey(key.toLowerCase().replace(/[^a-z]/g, '')))
  return [...byKey, ...filled.filter((field) => isLabel(plainLabel(field.label)) && !byKey.includes(field))]
}

/** 'Heure d’embarquement :' is 'heure d embarquement'. */
const plainLabel = (label: string) =>
  label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

const isAmong = (list: readonly string[]) => (text: string) => list.includes(text)

/** A text or number as one line, else ''. */
export function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? plainLine(value) : ''
}

function translated(value: unknown, words: ReadonlyMap<string, string>): string {
  return textOf(typeof value === 'string' ? (words.get(value) ?? value) : value)
}

export function recordOf(value: unknown): Records {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Records) : {}
}
