import type { Ticket } from '../plan/tickets.ts'
import { type ActivityTime, readActivityTime } from './activity-time.ts'

const CLOCK = String.raw`\d{1,2}(?:(?:[:.]|\s?h\s?)?\d{2})?\s?(?:[ap]\.?m\b\.?)?`
const ARRIVAL = String.raw`(?:[-–—→>,;/]+|\bto\b)\s*(?:arr(?:ives?|ival)?\b[.:]?\s*)?${CLOCK}\s*(?:\(.*\)|\+\s?\d.*)?`
/** A departure, and after a dash, an arrow or a comma an arrival, possibly on another day. */
const JOURNEY = new RegExp(String.raw`^(?:dep(?:arts?|arture)?\b[.:]?\s*)?(.+?)(?:\s*${ARRIVAL})?$`, 'is')

/**
 * When something with a ticket begins: '10:15 AM → 10 PM (+1)', 'dep. 10:15, arr. 22:00'. Undefined if that cannot be
 * read for sure. A flight, train or bus has no end: it arrives in the time of another place, maybe on the day before.
 */
export function readTicketTime({ type, time }: Pick<Ticket, 'type' | 'time'>): ActivityTime | undefined {
  if (type === 'attraction') return readActivityTime({ time, duration: '' })
  const [, departure = ''] = JOURNEY.exec(time.trim()) ?? []
  const read = readActivityTime({ time: departure, duration: '' })
  return read && read.end === undefined ? read : undefined
}
