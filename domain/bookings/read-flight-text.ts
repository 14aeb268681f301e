import { noPlace, type ReadPlace } from './read-booking.ts'

/*
 * Flights as airlines and travel agencies write them into the title of a calendar event: 'AC 848 YYZ-LIS',
 * 'Flight AC848 from Toronto (YYZ) to Lisbon (LIS)', 'LH1166 Frankfurt nach Lissabon'.
 * Failure: a title with a designator and no ends of a journey is none: 'Room B2 12' is not flight 12 of airline B2.
 */

export interface FlightText {
  carrier: string
  number: string
  from: ReadPlace
  to: ReadPlace
  /** '' if the description does not say it. */
  confirmationNumber: string
}

const DESIGNATOR = /(?<![\p{L}\d])((?:[A-Z]{2}|[A-Z]\d|\d[A-Z]))[ -]?0*(\d{1,4})(?![\p{L}\d]|[:.]\d|[ -]?\d)/u
/** In the languages in which airlines write most. */
const FLIGHT = /(?<!\p{L})(?:flight|flug|vol|vuelo|voo|volo|vlucht|flyg|fly|lot)(?!\p{L})/iu
/** Trains have designators, too. */
const TRAINS = new Set('IC EC EN RE RB IR NJ RJ AP CP SB ES AV TG'.split(' '))

const BETWEEN = String.raw`\s*(?:-+>?|[–—→➔✈/>]|\b(?:to|nach|à|a|para|naar)\b)\s*`
const CODES = new RegExp(String.raw`(?<![\p{L}\d])([A-Z]{3})${BETWEEN}([A-Z]{3})(?![\p{L}\d])`, 'u')
const NAMED_CODE = /([^()[\]\n,;:|→–—➔]{0,80})[([]([A-Z]{3})[)\]]/g
const NAMES =
  /^[\s:,|-]*(?:(?:from|von|de|da|desde|van)\s+)?(\p{Lu}[^\d()]{1,60}?)\s*(?:→|->|–|—|\s-\s|\s(?:to|nach|à|para|naar|a)\s)\s*(\p{Lu}[^\d()]{1,60})$/u

export function readFlightText(summary: string, location: string, description: string): FlightText | undefined {
  const [designator, carrier = '', number = ''] = DESIGNATOR.exec(summary) ?? []
  if (designator === undefined) return undefined
  const ends = endsByCode(summary, location, description) ?? endsByName(summary, designator, carrier)
  const isFlight = FLIGHT.test(summary.replace(designator, ' '))
  if (!ends && !isFlight) return undefined
  const [from, to] = ends ?? [noPlace, noPlace]
  return { carrier, number, from, to, confirmationNumber: confirmationIn(`${description}\n${summary}`) }
}

type Ends = [from: ReadPlace, to: ReadPlace]

/** The title says it best, then the description. The location may be where it leaves. */
function endsByCode(summary: string, location: string, description: string): Ends | undefined {
  for (const text of [summary, description]) {
    const named = namedAirports(text)
    if (named[0] && named[1]) return [named[0], named[1]]
    const [, from, to] = CODES.exec(text) ?? []
    if (from && to && from !== to)
      return [
        { ...noPlace, code: from },
        { ...noPlace, code: to },
      ]
  }
  const [from, to] = distinct([...namedAirports(location), ...namedAirports(`${summary}\n${description}`)])
  return from && to ? [from, to] : undefined
}

function namedAirports(text: string): ReadPlace[] {
  const found = [...text.slice(0, 5000).matchAll(NAMED_CODE)].map(([, before = '', code = '']) => ({
    ...noPlace,
    code,
    name: nameBefore(before),
  }))
  return distinct(found)
}

const distinct = (places: readonly ReadPlace[]): ReadPlace[] =>
  places.filter(({ code }, index) => places.findIndex((place) => place.code === code) === index)

/** 'Toronto' of 'Flight AC848 from Toronto '. */
function nameBefore(text: string): string {
  const name =
    text.split(/(?<![\p{L}\d])(?:from|to|von|nach|de|da|para|à|naar|van|desde|->|-)(?![\p{L}\d])|>/iu).at(-1) ?? ''
  const plain = name.replace(DESIGNATOR, '').trim()
  return /^\p{Lu}/u.test(plain) ? plain : ''
}

/** Without codes, the title has to be nothing else: 'LH1166 Frankfurt nach Lissabon'. */
function endsByName(summary: string, designator: string, carrier: string): Ends | undefined {
  const start = summary.indexOf(designator)
  const isTrain = TRAINS.has(carrier) && !FLIGHT.test(summary)
  const isAtStart = summary.slice(0, start).replace(new RegExp(FLIGHT.source, 'giu'), '').trim().length < 3
  if (isTrain || !isAtStart) return undefined
  const [, from = '', to = ''] = NAMES.exec(summary.slice(start + designator.length)) ?? []
  if (from === '' || to === '') return undefined
  return [
    { ...noPlace, name: from.trim() },
    { ...noPlace, name: to.trim() },
  ]
}

const LABEL =
  /booking|reservation|confirmation|record locator|pnr|buchung|réservation|reserva|localizador|prenotazione|boeking/giu
/** A word in capitals is a code only after a colon. */
const AFTER_LABEL = /^[\p{L} .-]{0,25}?(?:[:#]\s{0,3}([A-Z\d]{6})|\s((?=[A-Z]*\d)[A-Z\d]{6}))(?![\p{L}\d])/u

function confirmationIn(text: string): string {
  const start = text.slice(0, 5000)
  for (const { 0: label, index } of start.matchAll(LABEL)) {
    const after = start.slice(index + label.length, index + label.length + 60)
    const [, code = '', withDigit = ''] = AFTER_LABEL.exec(after) ?? []
    if (code || withDigit) return code || withDigit
  }
  return ''
}
