import * as m from '#messages'
import type { CalendarEvent } from './calendar-event.ts'
import { type WrittenEvent, writeEvents } from './write-calendar.ts'

/*
 * What a feed has published: what it has to cancel, and which sequences may not fall.
 * Job: some calendars keep an event that is gone from its feed. So the feed says for some weeks that it is cancelled.
 * Invariants: a sequence never falls. It grows whenever the text of a coming event changes, also when the plan does
 *   not: by a reminder, a name, or an update of the app. An event that comes back has a higher one than its
 *   cancellation. What is stored has nothing that people typed, and at most MAX_PUBLISHED events.
 */

/**
 * An event as it was last published. `added`: by how much its sequence exceeds that of the plan. `at`: when it was
 * cancelled, or when `added` last grew, in milliseconds since 1970; 0 if neither. `hash`: of its text; '' if it is
 * cancelled.
 */
export type PublishedEvent = [uid: string, start: string, sequence: number, added: number, at: number, hash: string]

/** An event with a hash of its body. */
export interface HashedEvent extends WrittenEvent {
  hash: string
}

const DAY_MS = 86_400_000
const CANCELLED_FOR_MS = 28 * DAY_MS
export const MAX_PUBLISHED = 1000

/**
 * The events of a feed with those that are cancelled, and what to remember of them.
 * @param events what it contains now
 */
export function withCancelled(
  events: readonly HashedEvent[],
  before: readonly PublishedEvent[],
  now: number,
): { events: WrittenEvent[]; published: PublishedEvent[] } {
  const yesterday = new Date(now - DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
  // Wherever the phone is.
  const isAhead = (start: string) => start.slice(0, 8) >= yesterday
  const known = new Map(before.map((one) => [one[0], one]))
  const current = events.map((event) => raised(event, known.get(event.uid), now))
  const uids = new Set(events.map(({ uid }) => uid))
  const gone = before.flatMap(([uid, start, sequence, , at, hash]): PublishedEvent[] => {
    if (uids.has(uid) || !isAhead(start)) return []
    if (hash !== '') return [[uid, start, sequence + 1, 0, now, '']]
    return now - at < CANCELLED_FOR_MS ? [[uid, start, sequence, 0, at, '']] : []
  })
  const states = current.map(({ state }) => state)
  const ahead = [...states.filter(([, start]) => isAhead(start)), ...gone].toSorted(byStart)
  // Without what was added, the sequence of a past event would fall.
  const past = states.filter(([, start, , added]) => !isAhead(start) && added > 0).toSorted(byStart)
  return {
    events: [...current.map(({ event }) => event), ...writeEvents(gone.map(cancelledEvent))],
    published: [...ahead, ...past.toReversed()].slice(0, MAX_PUBLISHED),
  }
}

const byStart = ([, one]: PublishedEvent, [, other]: PublishedEvent) => (one < other ? -1 : Number(one > other))

/** An event at a sequence that is higher than that of each other text it was published with. */
function raised(
  event: HashedEvent,
  known: PublishedEvent | undefined,
  now: number,
): { event: WrittenEvent; state: PublishedEvent } {
  const { uid, start, sequence, hash } = event
  const [, , sequenceBefore = 0, addedBefore = 0, atBefore = 0, hashBefore = hash] = known ?? []
  const least = hash === hashBefore ? sequenceBefore : sequenceBefore + 1
  const added = Math.max(addedBefore, least - sequence)
  // A cancellation was published when it began. What comes back has changed since.
  const hasGrown = added > addedBefore || (hashBefore === '' && known !== undefined)
  const at = hasGrown ? now : atBefore
  return {
    event: { ...event, sequence: sequence + added, changedAt: Math.max(event.changedAt, at) },
    state: [uid, start, sequence + added, added, at, hash],
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
