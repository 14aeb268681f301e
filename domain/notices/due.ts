import { addDays, type LocalDate, type OptionalLocalDate } from '../local-date.ts'
import { clockOf, instantIn } from '../today/clock.ts'
import type { News } from './compare.ts'
import { type ConcernType, concernReads, typeOf, type WatchedSection } from './concerns.ts'
import type { Known, KnownConcern } from './known.ts'
import type { NoticeThing } from './notice.ts'

/*
 * What people are told because time has passed: reminders of open questions, to-dos that are due, and the departure.
 * Invariants: each is told once, also if nobody looked at the trip for long: what is long past is not told any more.
 *   Somebody is reminded of one question three times at most, and never more often than weekly. The first look at a
 *   trip tells nothing.
 */

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** An open question is asked again after this, then weekly. */
export const FIRST_REMINDER_DAYS = 3
export const REMINDER_PAUSE_DAYS = 7
export const MAX_REMINDERS = 3
/** In minutes since midnight, where the trip is. */
const REMINDER_MINUTE = 10 * 60
const TODO_MINUTE = 8 * 60
const DEPARTURE_MINUTE = 16 * 60
/** What could not be told for so long is not told any more. */
const TODO_LATE_MS = 2 * DAY_MS

const questions: Partial<Record<ConcernType, NoticeThing>> = { poll: 'poll', coming: 'coming', fee: 'fee' }

export interface DueTrip {
  now: Date
  /** Of the trip; '' for the server's own. */
  zone: string
  /** Since when people who haven't answered are reminded; null for never. */
  remindsSince: string | null
  departure: OptionalLocalDate
  /** The ids of people who are coming, or may come. */
  coming: ReadonlySet<string>
  /** Whether the trip is over. */
  isOver: boolean
}

/**
 * What is due.
 * @param known what holds now; the result has what was told added
 * @returns `next`: when something will be due; undefined if nothing will
 */
export function listDue(known: Known, trip: DueTrip): { news: News[]; known: Known; next: Date | undefined } {
  const news: News[] = []
  const times: number[] = []
  const now = trip.now.getTime()
  const isFirst = known.departure === undefined
  const people: Known['people'] = {}
  const whenDue = dueFinder(trip)
  for (const [person, concerns] of Object.entries(known.people)) {
    const own: Record<string, KnownConcern> = {}
    people[person] = own
    for (const [key, concern] of Object.entries(concerns)) {
      const due = whenDue(key, concern)
      own[key] = concern
      if (!due) continue
      if (due.at > now) {
        times.push(due.at)
        continue
      }
      const told = (concern.told ?? 0) + 1
      own[key] = { ...concern, told, told_at: trip.now.toISOString() }
      if (due.isStale || isFirst) continue
      news.push({ to: { person }, ...due.news, isUrgent: false, sections: noSections })
      const after = whenDue(key, own[key])
      if (after && after.at > now) times.push(after.at)
    }
  }
  const departure = departureOf(known, trip)
  times.push(...departure.times)
  return {
    news: [...news, ...departure.news],
    known: { ...known, people, departure: trip.departure, departure_told: departure.told },
    next: times.length > 0 ? new Date(Math.min(...times)) : undefined,
  }
}

const noSections: readonly WatchedSection[] = []

interface Due {
  at: number
  isStale: boolean
  news: Pick<News, 'kind' | 'subject' | 'about'>
}

/** Cached: most people share these times, and time zone arithmetic is slow. */
function dueFinder(trip: DueTrip): (key: string, concern: KnownConcern) => Due | undefined {
  const remindAt = memo((time: number) => atMinute(time, REMINDER_MINUTE, trip.zone))
  const todoAt = memo((date: LocalDate) => instantIn(trip.zone, date, TODO_MINUTE).getTime())
  return (key, concern) => {
    const type = typeOf(key)
    if (type === 'todo') return todoDue(key, concern, { now: trip.now, at: todoAt(concern.state as LocalDate) })
    const what = questions[type]
    if (!what || trip.remindsSince === null) return undefined
    const { told = 0, told_at, since, name } = concern
    if (told >= MAX_REMINDERS) return undefined
    const first = Math.max(Date.parse(since) + FIRST_REMINDER_DAYS * DAY_MS, Date.parse(trip.remindsSince))
    const at = told_at === undefined ? first : Date.parse(told_at) + REMINDER_PAUSE_DAYS * DAY_MS - 12 * HOUR_MS
    return {
      at: remindAt(at),
      isStale: false,
      news: { kind: 'reminder', subject: key, about: { what, name } },
    }
  }
}

function memo<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

function todoDue(
  key: string,
  { state: date, told, name }: KnownConcern,
  { now, at }: { now: Date; at: number },
): Due | undefined {
  if (told) return undefined
  return {
    at,
    isStale: now.getTime() > at + TODO_LATE_MS,
    news: { kind: 'todo', subject: `${key}/${date}`, about: { what: 'todo_due', name, date } },
  }
}

/** The first time from then on at which the clock of a zone shows this minute. */
function atMinute(time: number, minute: number, zone: string): number {
  const { date } = clockOf(new Date(time), zone)
  const same = instantIn(zone, date, minute).getTime()
  return same >= time ? same : instantIn(zone, addDays(date, 1), minute).getTime()
}

function departureOf(
  { departure: known, departure_told: told }: Known,
  { departure, zone, now, coming, isOver }: DueTrip,
): { news: News[]; told: string; times: number[] } {
  if (departure === '' || isOver) return { news: [], told, times: [] }
  const dayBefore = addDays(departure, -1)
  const begins = instantIn(zone, dayBefore, 1).getTime()
  const at = instantIn(zone, dayBefore, DEPARTURE_MINUTE).getTime()
  const end = instantIn(zone, departure, 0).getTime()
  const time = now.getTime()
  // From then on, the days of the trip are compared.
  const times = [begins, at].filter((one) => one > time)
  if (time < at || told === departure) return { news: [], told, times }
  if (time >= end || known === undefined) return { news: [], told: departure, times }
  const about = { what: 'tomorrow', name: '', date: departure } as const
  const news = [...coming].map(
    (person): News => ({
      to: { person },
      kind: 'departure',
      subject: `departure/${departure}`,
      about,
      isUrgent: true,
      // The person who just set the date is not told.
      sections: known === departure ? noSections : concernReads.departure,
    }),
  )
  return { news, told: departure, times }
}

/** When the day of the trip changes, so that what happens tomorrow is known before it changes. */
export const nextDayAt = (now: Date, zone: string): Date => instantIn(zone, addDays(clockOf(now, zone).date, 1), 1)
