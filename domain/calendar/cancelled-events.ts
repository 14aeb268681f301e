import * as m from '#messages'
import type { CalendarEvent } from './calendar-event.ts'

/*
 * What a feed has published and says no more.
 * Job: some calendars keep an event that is gone from its feed. So the feed says for some weeks that it is cancelled.
 * Invariants: a sequence never falls, and an event that comes back has a higher one than its cancellation. Only what
 *   was still to come is remembered, and no more than MAX_PUBLISHED of it. Nothing that people typed is.
 */

/**
 * An event as it was last published. `added`: by how much its sequence exceeds that of the plan, since it was cancelled
 * before. `cancelledAt`: in milliseconds since 1970; 0 if it is not.
 */
export type PublishedEvent = [uid: string, start: string, sequence: number, added: number, cancelledAt: number]

const DAY_MS = 86_400_000
const CANCELLED_FOR_MS = 28 * DAY_MS
export const MAX_PUBLISHED = 2000

/**
 * The events of a feed with those that are cancelled, and what to remember of them.
 * @param events what it contains now
 */
export function withCancelled(
  events: readonly CalendarEvent[],
  before: readonly PublishedEvent[],
  now: number,
): { events: CalendarEvent[]; published: PublishedEvent[] } {
  const yesterday = new Date(now - DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
  // Wherever the phone is.
  const isAhead = (start: string) => start.slice(0, 8) >= yesterday
  const known = new Map(before.map((one) => [one[0], one]))
  const current = events.map((event) => {
    const [, , sequence = 0, added = 0, cancelledAt = 0] = known.get(event.uid) ?? []
    const least = cancelledAt > 0 ? sequence + 1 : sequence
    const more = Math.max(added, least - event.sequence, 0)
    return { event: { ...event, sequence: event.sequence + more }, added: more }
  })
  const uids = new Set(events.map(({ uid }) => uid))
  const gone = before.flatMap(([uid, start, sequence, , cancelledAt]): PublishedEvent[] => {
    if (uids.has(uid) || !isAhead(start)) return []
    if (cancelledAt === 0) return [[uid, start, sequence + 1, 0, now]]
    return now - cancelledAt < CANCELLED_FOR_MS ? [[uid, start, sequence, 0, cancelledAt]] : []
  })
  const published = [
    ...current.flatMap(({ event: { uid, start, sequence }, added }): PublishedEvent[] =>
      isAhead(start) ? [[uid, start, sequence, added, 0]] : [],
    ),
    ...gone,
  ]
  return {
    events: [...current.map(({ event }) => event), ...gone.map(cancelledEvent)],
    published: published
      .toSorted(([, one], [, other]) => (one < other ? -1 : Number(one > other)))
      .slice(0, MAX_PUBLISHED),
  }
}

function cancelledEvent([uid, start, sequence, , changedAt]: PublishedEvent): CalendarEvent {
  return {
    uid,
    sequence,
    changedAt,
    start,
    end: '',
    title: m.calendar_cancelled(),
    description: '',
    location: '',
    position: undefined,
    url: '',
    category: '',
    alarm: undefined,
    isCancelled: true,
  }
}
