import type { LucideIcon } from 'lucide-react'
import type { DayEntry } from '#domain/day/day-entry.ts'
import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import type { Meals } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Rides } from '#domain/plan/rides.ts'
import type { Clock } from '#domain/today/clock.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import { isAfterReturn, type TripDates } from '#domain/trip-days.ts'
import type { PlanView } from './derived/plan-view.ts'
import type { NameOf } from './people/names.ts'

/** What the lines of Today are made of. Only data on the device; a section that is not loaded is empty. */
export interface TodayPlan {
  trip: Pick<Trip, 'id' | 'type'>
  /** For what only one source needs. */
  view: PlanView
  phase: Phase
  clock: Clock
  /** The current user's id in the plan, and those of their party, with their own. */
  me: string
  party: ReadonlySet<string>
  people: readonly Party[]
  dates: TripDates
  nameOf: NameOf
  /** Whether somebody is in the trip, on its list of people or not. */
  isKnown: (personId: string) => boolean
  /** What happens on the days of the trip, and of it what concerns the current user. */
  entries: readonly DayEntry[]
  own: readonly DayEntry[]
  meals: Meals
  rides: Rides
  duties: readonly PeopleOnDuty[]
}

/** Where a line is: under 'Now' or 'Next', or below. A meal without a serving time comes before the person's own. */
type Part = 'now' | 'next' | 'meal' | 'own'

export interface TodayLine {
  part: Part
  /** Of what is now and next: its time, and the minute of today at which it begins, by which these lines are sorted. */
  time?: string
  start?: number
  text: string
  note?: string
  /** Where it leads. */
  href: string
  /** Whether the person should do something about it. */
  isOpen?: boolean
  /** What comes first among the person's own lines: what waits for their answer, then what has a date. */
  first?: 'answer' | 'date'
  /** Whether it comes after all others. */
  isLast?: boolean
}

/** A line with the icon of its source. */
export interface Line extends TodayLine {
  icon: LucideIcon
}

const byRank = (one: TodayLine, other: TodayLine): number =>
  rankOf(one) - rankOf(other) || (one.start ?? 0) - (other.start ?? 0)

function rankOf({ first, isOpen, isLast }: TodayLine): number {
  if (isLast) return 4
  if (first) return first === 'answer' ? 0 : 1
  return isOpen ? 2 : 3
}

/** What a section says on Today's card. */
export interface TodaySource {
  icon: LucideIcon
  list: (plan: TodayPlan) => TodayLine[]
  /** The minute of the day at which its lines change by themselves. */
  changesAt?: (plan: TodayPlan) => number | undefined
}

/**
 * The lines of sources: what waits for an answer, what has a date, then what is open, and at the end what is least
 * urgent. What is now or next is in the order of its time, the rest in the order of the sources.
 */
export function listLines(sources: readonly TodaySource[], plan: TodayPlan): Line[] {
  return sources.flatMap(({ icon, list }) => list(plan).map((line) => ({ ...line, icon }))).toSorted(byRank)
}

/** When the lines change by themselves, as a minute of today; undefined if they do not before midnight. */
export function nextChange(sources: readonly TodaySource[], plan: TodayPlan): number | undefined {
  const minutes = sources.flatMap(({ changesAt }) => changesAt?.(plan) ?? [])
  return minutes.length > 0 ? Math.min(...minutes) : undefined
}

/** The person's duties, before the trip: not those of days that it no longer has. */
export function listDutiesAhead({ phase, dates, duties, me }: TodayPlan): PeopleOnDuty[] {
  const isAhead = phase.is === 'before' || (phase.is === 'undated' && dates.departure_date === '')
  return isAhead ? duties.filter(({ duty, on }) => on.includes(me) && !isAfterReturn(dates, duty.day)) : []
}

/** The number of the day on the days of the trip. */
export const dayOf = ({ phase }: Pick<TodayPlan, 'phase'>): number | undefined =>
  phase.is === 'during' ? phase.day : undefined
