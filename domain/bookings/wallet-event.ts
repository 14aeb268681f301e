import { normalizeName } from '../same-name.ts'
import { readIsoTime } from './iso-time.ts'
import { emptyBooking, noPlace, type ReadBooking } from './read-booking.ts'
import { fieldsOf, type Meaning, recordOf, textOf, type WalletField } from './wallet-fields.ts'
import {
  combineTimes,
  fieldText,
  personOf,
  relevantTime,
  tagText,
  tagTime,
  timeOf,
  type WalletPass,
} from './wallet-pass.ts'
import { readWrittenTime } from './written-time.ts'

const MAX_FACTS = 6
const MAX_DETAILS = 500
/** What the booking says elsewhere, and the seat. */
const LEFT_OUT: readonly Meaning[] = [
  'date',
  'time',
  'event',
  'venue',
  'address',
  'passenger',
  'confirmation',
  'seat',
  'coach',
]

/**
 * What a ticket for a museum, a concert and so on is for. Other passes, such as the cards of shops, are only read if
 * they name an event and its date; of these, undefined.
 */
export function readEvent(pass: WalletPass, isTicket: boolean): ReadBooking | undefined {
  const { root, tags, fields } = pass
  const title = fields.find(
    ({ group, value }) => group === 'primary' && value !== '' && !readWrittenTime(value, pass.near),
  )
  const named = tagText(pass, 'eventName') || fieldText(pass, 'event')
  const name = named || (isTicket ? title?.value || textOf(root['description']) : '')
  const info = recordOf(tags['eventStartDateInfo'])
  const starts = combineTimes([
    tagTime(pass, ['eventStartDate']),
    readIsoTime(textOf(info['date']), textOf(info['timeZone'])),
    timeOf(pass, 'date'),
    timeOf(pass, 'time'),
    relevantTime(pass),
  ])
  if (name === '' || (!isTicket && starts.date === '')) return undefined
  const guest = personOf(tags['attendeeName'] ?? tags['passengerName']) || personOf(fieldText(pass, 'passenger'))
  const number = tagText(pass, 'confirmationNumber') || fieldText(pass, 'confirmation', 40)
  return {
    ...emptyBooking('attraction'),
    name,
    confirmationNumber: number,
    place: {
      ...noPlace,
      name: tagText(pass, 'venueName') || fieldText(pass, 'venue'),
      address: fieldText(pass, 'address', 300),
    },
    starts,
    ends: tagTime(pass, ['eventEndDate']),
    passengers: guest === '' ? [] : [guest],
    details: detailsOf(pass, { guest, number }),
  }
}

/** The door and so on, as the front of the ticket says. Nothing about one person: readers of a share link see it. */
function detailsOf(pass: WalletPass, { guest, number }: { guest: string; number: string }): string {
  const left = new Set(LEFT_OUT.flatMap((meaning) => fieldsOf(pass.fields, meaning)))
  return pass.fields
    .filter((field) => field.group !== 'primary' && field.group !== 'back' && field.value !== '' && !left.has(field))
    .filter(({ value }) => readWrittenTime(value, pass.near)?.date === undefined)
    .filter((field) => !isPersonal(field) && !hasName(field.value, guest) && !hasNumber(field.value, number))
    .map(({ label, value }) => (label === '' ? value : `${label}: ${value}`))
    .slice(0, MAX_FACTS)
    .join('\n')
    .slice(0, MAX_DETAILS)
}

/* What is about one person. Words are in small letters without accents, in the languages of the labels. */

const SEATING =
  'seat(?!tle)|sitz|siege|asiento|butaca|localidad|assento|cadeira|section|sektion|seccion|secao|bloc|bloque|' +
  'sector|sektor|secteur|setor|tribun|bancada|(?<!\\p{L})(?:row|rang|reihe|fila|platz)'
const NUMBERED =
  'order|bestell|commande|pedido|booking|buchung|reserv|confirm|locator|localizador|referen|member|mitglied|membre|' +
  'miembro|membro|socio|customer|kunde|client|barcode|invoice|account|card(?!i)|' +
  '(?<!\\p{L}|dress )(?:ref|pnr|id|code)(?!\\p{L})'
const NAMES =
  '(?:^|first|last|full|given|family|sur|vor|nach)\\s?name|prenom|apellido|apelido|sobrenome|holder|' +
  '(?<!special )guest|(?<!\\p{L})gast(?!ro)|attendee|visitor|visiteur|visitante|besucher|inhaber|' +
  'titular|titulaire|teilnehmer|participant|buyer|owner'
const PRICES =
  'price|preis|(?<!grand )prix|precio|preco|total|(?<!\\p{L})amount|betrag|montant|importe|valor|' +
  '(?<!\\p{L})(?:cost|paid|fee)s?(?!\\p{L})'
const PERSONAL = new RegExp([SEATING, NUMBERED, NAMES, PRICES].join('|'), 'u')
/** 'Hall 3, row B, seat 12', also under another label. */
const SEAT_IN_VALUE = new RegExp(`(?<!\\p{L})(?:${SEATING})\\p{L}*[\\s:.#]*(?:\\d|\\p{L}(?!\\p{L}))`, 'u')
const TICKET = /ticket|billet|bilhete|karte/
/** 'Ticket type: day pass' is about all of them. */
const TICKET_TYPE = /type|kind|category|categorie|categoria|kategorie|tipo|(?<!\p{L})art(?!\p{L})|ticketart/u
/** What must be a number of a ticket or a person: no door has five digits. */
const LONG_NUMBER = /^(?=(?:\D*\d){5})[\p{L}\d-]+$/u
const MONEY = /\p{Sc}\s?\d|\d\s?\p{Sc}/u

function isPersonal({ key, label, value }: WalletField): boolean {
  if (LONG_NUMBER.test(value) || MONEY.test(value) || SEAT_IN_VALUE.test(plainText(value))) return true
  return [key, label || labelIn(value)].map(plainText).some((name) => {
    if (TICKET.test(name) && TICKET_TYPE.test(name)) return false
    return TICKET.test(name) || PERSONAL.test(name)
  })
}

/** 'Ticket no' of 'Ticket no 12'. */
const labelIn = (value: string) => /^[^:\d]*(?=[:\d])/.exec(value)?.[0] ?? ''

/** 'ticketNumber' is 'ticket number'. */
const plainText = (text: string) =>
  normalizeName(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[^\p{L}\p{M}\d:.#,]+/gu, ' '))

const wordsOf = (text: string) =>
  normalizeName(text)
    .split(/[^\p{L}\p{M}\d]+/u)
    .filter(Boolean)

/** Second names may be left out. */
function hasName(text: string, name: string): boolean {
  const words = wordsOf(text)
  const [first, ...others] = wordsOf(name)
  return first !== undefined && words.includes(first) && words.includes(others.at(-1) ?? first)
}

function hasNumber(text: string, number: string): boolean {
  const [compact, sought] = [text, number].map((one) => wordsOf(one).join('')) as [string, string]
  return sought !== '' && compact.includes(sought)
}
