import { addDays, type LocalDate } from '../local-date.ts'
import { DAY_MINUTES } from '../today/clock.ts'
import { clockText } from '../today/time-text.ts'
import { knownZone, readIsoTime } from './iso-time.ts'
import { joinFacts, joinLegs, type Leg } from './join-legs.ts'
import { plainLine } from './plain-line.ts'
import {
  emptyBooking,
  noPlace,
  noTime,
  type ReadBooking,
  type ReadFailure,
  type ReadPlace,
  type ReadResult,
  type ReadTime,
} from './read-booking.ts'
import { readFlightText } from './read-flight-text.ts'

/*
 * Bookings in a calendar file (RFC 5545). Events that name a flight become flights, all others are attractions.
 * Failure: a file without its end is damaged, because nobody knows how many flights it has lost.
 */

const MAX_LENGTH = 2_000_000
const MAX_EVENTS = 50
const MAX_DETAIL_LINES = 20
/** Of a text. */
const MAX_LINES = 200
const MAX_VALUE = 20_000
/** An alarm of an event has three. */
const MAX_COMPONENTS = 20

export const readCalendar = (text: string): ReadResult => readCalendars([text])

/** Of several files: airlines send one for each flight. */
export function readCalendars(texts: readonly string[]): ReadResult {
  const legs: Leg[] = []
  const visits: ReadBooking[] = []
  const failures: ReadFailure[] = []
  for (const text of texts) {
    const read = readEvents(text)
    if ('failure' in read) failures.push(read.failure)
    for (const event of 'events' in read ? read.events : []) {
      const flight = flightOf(event)
      if (flight) legs.push(flight)
      else visits.push(...visitOf(event))
    }
  }
  const bookings = [...joinLegs(legs), ...visits]
  if (bookings.length > 0) return { bookings }
  return { failure: failures.find((failure) => failure !== 'nothing') ?? 'nothing' }
}

function readEvents(text: string): { events: readonly CalendarEvent[] } | { failure: ReadFailure } {
  if (text.length > MAX_LENGTH) return { failure: 'too_large' }
  if (!/^[ \t\ufeff]*BEGIN:VCALENDAR[ \t]*$/im.test(text)) return { failure: 'nothing' }
  const events = eventsOf(text)
  return events ? { events } : { failure: 'damaged' }
}

interface Line {
  parameters: ReadonlyMap<string, string>
  value: string
}

type CalendarEvent = ReadonlyMap<string, Line>

/** The first events; undefined if the file is cut off, or its components are too deep. */
function eventsOf(text: string): CalendarEvent[] | undefined {
  const events: CalendarEvent[] = []
  const components: string[] = []
  let event: Map<string, Line> | undefined
  let isCancelled = false
  let hasEnd = false
  for (const line of text.replace(/\r?\n[ \t]/g, '').split(/\r?\n|\r/)) {
    const content = readContentLine(line)
    if (!content) continue
    const { name } = content
    const component = content.value.trim().toUpperCase()
    if (name === 'BEGIN') {
      if (components.push(component) > MAX_COMPONENTS) return undefined
      if (component === 'VEVENT' && !event) event = new Map()
    } else if (name === 'END') {
      // Also closes nested components without an END.
      const start = components.lastIndexOf(component)
      if (start >= 0) components.length = start
      if (component === 'VEVENT' && event) {
        if (events.length < MAX_EVENTS) events.push(event)
        event = undefined
      }
      hasEnd ||= component === 'VCALENDAR' && components.length === 0
    } else if (event && components.at(-1) === 'VEVENT') {
      if (!event.has(name)) event.set(name, content)
    } else if (name === 'METHOD') {
      isCancelled = component === 'CANCEL'
    }
  }
  if (!hasEnd || event) return undefined
  const cancelled: Line = { parameters: new Map(), value: 'CANCELLED' }
  return isCancelled ? events.map((one) => new Map([...one, ['STATUS', cancelled]])) : events
}

const CONTENT_LINE = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/
const PARAMETER = /;([\w-]+)=(?:"([^"]*)"|([^";:,]*))/g

function readContentLine(line: string): ({ name: string } & Line) | undefined {
  const [, name = '', parameters = '', value = ''] = CONTENT_LINE.exec(line.slice(0, MAX_VALUE)) ?? []
  if (name === '') return undefined
  const read = [...parameters.matchAll(PARAMETER)].map(
    ([, key = '', quoted, plain]) => [key.toUpperCase(), quoted ?? plain ?? ''] as const,
  )
  return { name: name.toUpperCase(), parameters: new Map(read), value }
}

/** The lines of a text, without the format's escapes. */
function linesOf(event: CalendarEvent, name: string): string[] {
  const value = event.get(name)?.value ?? ''
  const plain = value.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character))
  return plain
    .replace(/<br\s*\/?>|<\/(?:p|div|li|tr)>/gi, '\n')
    .split('\n', MAX_LINES)
    .map(plainLine)
    .filter((line) => line !== '')
}

const textOf = (event: CalendarEvent, name: string): string => plainLine(linesOf(event, name).join(' '))

function flightOf(event: CalendarEvent): Leg | undefined {
  const description = linesOf(event, 'DESCRIPTION').join('\n')
  const flight = readFlightText(textOf(event, 'SUMMARY'), textOf(event, 'LOCATION'), description)
  if (!flight) return undefined
  const { carrier, number, from, to, confirmationNumber } = flight
  const departs = startOf(event)
  const arrives = endOf(event)
  return {
    kind: 'flight',
    confirmationNumber,
    segment: {
      carrier,
      number,
      from,
      to,
      departs,
      // The end of a day is not when a flight lands.
      arrives: departs.time === '' ? noTime : arrives,
      terminal: '',
      arrivalTerminal: '',
      gate: '',
      boardingTime: '',
    },
    traveller: { name: '', ticketNumber: '', seat: '', cabin: '', codes: [] },
    price: undefined,
    isCancelled: isCancelledEvent(event),
  }
}

/** None if nothing says what it is. */
function visitOf(event: CalendarEvent): ReadBooking[] {
  const place = placeOf(textOf(event, 'LOCATION'))
  const name = textOf(event, 'SUMMARY') || place.name
  if (name === '') return []
  const lines = linesOf(event, 'DESCRIPTION')
  const confirmationNumber = bookingNumberIn(lines)
  // Readers of a share link see the details.
  const details = lines.filter((line) => !isPrivate(line) && !hasNumber(line, confirmationNumber))
  return [
    {
      ...emptyBooking('attraction'),
      name,
      confirmationNumber,
      place,
      starts: startOf(event),
      ends: endOf(event),
      details: joinFacts(details.slice(0, MAX_DETAIL_LINES)),
      isCancelled: isCancelledEvent(event),
    },
  ]
}

const BOOKING =
  'booking|reservation|confirmation|order|pnr|record locator|buchung|bestell|auftrag|réservation|commande|reserva|' +
  'pedido|localizador|prenotazione|boeking'
/** The number after the words for it: 'Booking number: LL-77', 'PNR QX7K2M'. */
const BOOKING_NUMBER = new RegExp(
  String.raw`(?<!\p{L})(?:${BOOKING})[\p{L} .º°-]{0,25}?(?:[:#]|\s(?=[\p{L}-]*\d)(?=[\p{L}\d-]{6}))` +
    String.raw`\s{0,3}#?([\p{L}\d][\p{L}\d-]{3,38}(?![\p{L}\d-]|[:/.]\d))`,
  'giu',
)

/** '' if no line says it. */
function bookingNumberIn(lines: readonly string[]): string {
  const numbers = lines.flatMap((line) => [...line.matchAll(BOOKING_NUMBER)].map(([, number = '']) => number))
  return numbers.find((number) => isNumber(number)) ?? ''
}

/** Six capitals, or with a digit. Not a date. */
const isNumber = (text: string) => /^[A-Z]{6}$/.test(text) || (/\d/.test(text) && !/^\d{4}-\d{2}-\d{2}$/.test(text))

const hasNumber = (line: string, number: string) => number !== '' && line.toUpperCase().includes(number.toUpperCase())

/** An address of a mailbox, or of a page that may open somebody's booking. */
const isPrivate = (line: string) => /[^\s@]@[^\s@]+\.[^\s@]|(?:https?:\/\/|www\.)[^\s?]*\?\S/i.test(line)

const isCancelledEvent = (event: CalendarEvent) => /^\s*CANCELLED\s*$/i.test(event.get('STATUS')?.value ?? '')

/** Calendars have the name before the address; an address alone has a number in its first part, or no comma. */
function placeOf(location: string): ReadPlace {
  const [first = '', ...others] = location.split(/,\s*/)
  if (others.length === 0 || /\d/.test(first))
    return others.length > 0 ? { ...noPlace, address: location } : { ...noPlace, name: location }
  return { ...noPlace, name: first.trim(), address: others.join(', ') }
}

const startOf = (event: CalendarEvent): ReadTime => timeOf(event.get('DTSTART'))

function endOf(event: CalendarEvent): ReadTime {
  const start = startOf(event)
  const line = event.get('DTEND')
  if (!line) return start.date === '' ? noTime : afterDuration(start, event.get('DURATION')?.value ?? '')
  const end = timeOf(line)
  if (end.date === '' || end.time !== '') return end
  // The day after the last.
  const last = addDays(end.date, -1)
  return last > start.date ? { ...end, date: last } : noTime
}

function timeOf(line: Line | undefined): ReadTime {
  if (!line) return noTime
  const value = line.value.slice(0, 200).trim()
  // Some write zones with a colon and without quotes: 'TZID=(UTC-05:00) Eastern Time'.
  const time = /\d{8}(?:T\d{6}Z?)?$/i.exec(value)?.[0] ?? value
  return readIsoTime(time, knownZone(line.parameters.get('TZID') ?? ''))
}

const DURATION = /^\+?P(?:(\d{1,3})W)?(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:\d{1,6}S)?)?$/i

/** As the clock shows it where it starts. */
function afterDuration(start: ReadTime, duration: string): ReadTime {
  const [isDuration, weeks = '0', days = '0', hours = '0', minutes = '0'] = DURATION.exec(duration.trim()) ?? []
  if (!isDuration || start.time === '') return noTime
  const [hour = 0, minute = 0] = start.time.split(':').map(Number)
  const length = (Number(weeks) * 7 + Number(days)) * DAY_MINUTES + Number(hours) * 60 + Number(minutes)
  if (length === 0) return noTime
  const shown = hour * 60 + minute + length
  const end = {
    ...start,
    date: addDays(start.date as LocalDate, Math.floor(shown / DAY_MINUTES)),
    time: clockText(shown % DAY_MINUTES),
  }
  return start.instant === undefined ? end : { ...end, instant: start.instant + length * 60_000 }
}
