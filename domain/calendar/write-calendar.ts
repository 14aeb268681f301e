import { toSingleLine } from '../text.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { contentLine, escapeText, type Property } from './content-lines.ts'
import { utcText } from './zone-times.ts'

/*
 * The text of a calendar (RFC 5545, RFC 7986).
 * Invariants: what people typed is always escaped. The same calendar is always the same text, octet by octet, so that
 *   its hash says whether it has changed.
 */

export interface Calendar {
  name: string
  /** Where the app shows what is in it; '' for nothing. */
  url: string
  /** The time zone of the trip; '' if nobody knows it, or for several trips. */
  zone: string
  /** How often to ask for it again, as a duration: 'PT1H'; '' for a file, which does not change. */
  refresh: string
  events: readonly CalendarEvent[]
}

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

export const writeCalendar = (calendar: Calendar): string => [...calendarParts(calendar)].join('')

/** The same in parts, one for each event: a calendar of many trips takes long. */
export function* calendarParts({ name, url, zone, refresh, events }: Calendar): Generator<string> {
  const title = lineText(name)
  const head: Property[] = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Wayfare//Wayfare//EN'],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'PUBLISH'],
    ['NAME', title],
    ['X-WR-CALNAME', title],
  ]
  if (url !== '') head.push(['URL', url])
  if (zone !== '') head.push(['X-WR-TIMEZONE', zone])
  if (refresh !== '') head.push(['REFRESH-INTERVAL;VALUE=DURATION', refresh], ['X-PUBLISHED-TTL', refresh])
  yield textOf(head)
  for (const event of events) yield textOf(eventProperties(event))
  yield textOf([['END', 'VCALENDAR']])
}

const textOf = (properties: readonly Property[]) => properties.map(contentLine).join('')

function eventProperties(event: CalendarEvent): Property[] {
  const { uid, sequence, changedAt, start, end, title, position, isCancelled, alarm } = event
  const changed = utcText(changedAt)
  const type = start.includes('T') ? '' : ';VALUE=DATE'
  const properties: Property[] = [
    ['BEGIN', 'VEVENT'],
    ['UID', uid],
    ['SEQUENCE', String(sequence)],
    ['DTSTAMP', changed],
    ['LAST-MODIFIED', changed],
    [`DTSTART${type}`, start],
  ]
  if (end !== '') properties.push([`DTEND${type}`, end])
  properties.push(['SUMMARY', lineText(title)])
  if (event.description !== '') properties.push(['DESCRIPTION', escapeText(event.description)])
  if (event.location !== '') properties.push(['LOCATION', escapeText(event.location)])
  if (position) properties.push(['GEO', `${position.lat};${position.lon}`])
  if (event.url !== '') properties.push(['URL', event.url])
  if (event.category !== '') properties.push(['CATEGORIES', lineText(event.category)])
  // A whole day with something in it does not make anybody busy.
  if (type !== '') properties.push(['TRANSP', 'TRANSPARENT'])
  properties.push(['STATUS', isCancelled ? 'CANCELLED' : 'CONFIRMED'])
  if (alarm !== undefined)
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

const lineText = (text: string) => escapeText(toSingleLine(text))
