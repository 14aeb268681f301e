import { toSingleLine } from '../text.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { contentLine, escapeText, type Property } from './content-lines.ts'
import { utcText } from './zone-times.ts'

/*
 * The text of a calendar (RFC 5545, RFC 7986).
 * Invariants: what people typed is always escaped. The same calendar is always the same text, octet by octet, so that
 *   its hash says whether it has changed. METHOD is left out: PUBLISH needs an ORGANIZER in each event (RFC 5546).
 * Failure: an event that the format cannot express is left out, the others are written.
 */

interface CalendarHead {
  name: string
  /** Where the app shows what is in it; '' for nothing. */
  url: string
  /** The zone in which Google reads times that have none; '' for UTC. Other apps read them where the phone is. */
  zone: string
  /** How often to ask for it again, as a duration: 'PT1H'; '' for a file, which does not change. */
  refresh: string
}

export interface Calendar extends CalendarHead {
  events: readonly CalendarEvent[]
}

/** An event with its text, without what changes with its sequence. */
export interface WrittenEvent extends Pick<CalendarEvent, 'uid' | 'sequence' | 'changedAt' | 'start'> {
  body: string
}

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

export const writeCalendar = ({ events, ...head }: Calendar): string =>
  [...calendarParts(head, writeEvents(events))].join('')

/** The text of a calendar in parts, one for each event: a calendar of many trips takes long. */
export function* calendarParts(
  { name, url, zone, refresh }: CalendarHead,
  events: readonly WrittenEvent[],
): Generator<string> {
  const title = lineText(name)
  const head: Property[] = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Wayfare//Wayfare//EN'],
    ['CALSCALE', 'GREGORIAN'],
    ['NAME', title],
    ['X-WR-CALNAME', title],
  ]
  if (url !== '') head.push(['URL', url])
  if (zone !== '') head.push(['X-WR-TIMEZONE', zone])
  if (refresh !== '') head.push(['REFRESH-INTERVAL;VALUE=DURATION', refresh], ['X-PUBLISHED-TTL', refresh])
  yield textOf(head)
  // A calendar must have a component (RFC 5545, 3.6).
  if (events.length === 0) yield textOf(UTC_ZONE)
  for (const { uid, sequence, changedAt, body } of events) {
    const changed = utcText(isWritable(changedAt) ? changedAt : 0)
    yield textOf([
      ['BEGIN', 'VEVENT'],
      ['UID', uid],
      ['SEQUENCE', String(sequence)],
      ['DTSTAMP', changed],
      ['LAST-MODIFIED', changed],
    ])
    yield body
  }
  yield textOf([['END', 'VCALENDAR']])
}

/** Writes events, without those that the format cannot express. */
export function writeEvents(events: readonly CalendarEvent[]): WrittenEvent[] {
  return events.flatMap((event) => writeEvent(event) ?? [])
}

/** @returns undefined if the format cannot express it */
export function writeEvent(event: CalendarEvent): WrittenEvent | undefined {
  const { uid, sequence, changedAt, start } = event
  return isTime(start) ? { uid, sequence, changedAt, start, body: textOf(bodyOf(event)) } : undefined
}

const UTC_ZONE: readonly Property[] = [
  ['BEGIN', 'VTIMEZONE'],
  ['TZID', 'UTC'],
  ['BEGIN', 'STANDARD'],
  ['DTSTART', '19700101T000000'],
  ['TZOFFSETFROM', '+0000'],
  ['TZOFFSETTO', '+0000'],
  ['END', 'STANDARD'],
  ['END', 'VTIMEZONE'],
]

const textOf = (properties: readonly Property[]) => properties.map(contentLine).join('')

function bodyOf(event: CalendarEvent): Property[] {
  const { uid, start, end, title, position, isCancelled, alarm } = event
  const type = isWholeDay(start) ? ';VALUE=DATE' : ''
  const properties: Property[] = [[`DTSTART${type}`, start]]
  if (isEndOf(start, end)) properties.push([`DTEND${type}`, end])
  properties.push(['SUMMARY', lineText(title)])
  if (event.description !== '') properties.push(['DESCRIPTION', escapeText(event.description)])
  if (event.location !== '') properties.push(['LOCATION', escapeText(event.location)])
  if (position) properties.push(['GEO', `${position.lat};${position.lon}`])
  if (event.url !== '') properties.push(['URL', event.url])
  if (event.category !== '') properties.push(['CATEGORIES', lineText(event.category)])
  // A whole day with something in it does not make anybody busy.
  if (type !== '') properties.push(['TRANSP', 'TRANSPARENT'])
  properties.push(['STATUS', isCancelled ? 'CANCELLED' : 'CONFIRMED'])
  if (alarm !== undefined && Number.isSafeInteger(alarm) && alarm >= 0)
    properties.push(
      ['BEGIN', 'VALARM'],
      ['UID', `alarm-${uid}`],
      ['ACTION', 'DISPLAY'],
      ['DESCRIPTION', lineText(title)],
      ['TRIGGER', alarm === 0 ? 'PT0S' : `-PT${alarm}M`],
      ['END', 'VALARM'],
    )
  properties.push(['END', 'VEVENT'])
  return properties
}

/** A time as events have it, in the years that the format has: 1 to 9999. */
const TIME = /^(?!0000)\d{4}(\d\d)(\d\d)(T([01]\d|2[0-3])[0-5]\d[0-5]\dZ?)?$/

function isTime(text: string): boolean {
  const [, month, day] = TIME.exec(text) ?? []
  return month !== undefined && !Number.isNaN(Date.parse(`${text.slice(0, 4)}-${month}-${day}`))
}

const isWholeDay = (time: string) => !time.includes('T')

/** Whether an event may end then: after its start, which has the same form. */
const isEndOf = (start: string, end: string) =>
  isTime(end) && end > start && end.length === start.length && end.endsWith('Z') === start.endsWith('Z')

const MIN_WRITABLE = Date.parse('0001-01-01T00:00:00Z')
const MAX_WRITABLE = Date.parse('9999-12-31T23:59:59Z')
const isWritable = (at: number) => at >= MIN_WRITABLE && at <= MAX_WRITABLE

const lineText = (text: string) => escapeText(toSingleLine(text))
