import { addDays, daysBetween, type LocalDate, type OptionalLocalDate } from './local-date.ts'
import { MAX_DAYS } from './plan/day-number.ts'
import { type MealType, mealTypes } from './plan/day-parts.ts'
import {
  type ComingAnswer,
  type MealOfDay,
  mealTimeOf,
  newSkip,
  type Person,
  parseMealTime,
  type SkippedMeal,
} from './plan/people.ts'
import { dayCount, type TripDates } from './trip-days.ts'

/*
 * What people's answers mean in the trip's current days.
 * Job: an answer counts days from the departure that its author saw. If the trip departs on another date now, the
 *   answer keeps its calendar dates, limited to the trip.
 * Invariants: nothing of this is stored, so moving a trip there and back restores every answer, and an answer that
 *   arrives late means what its author saw. Each meal carries its own departure: two edits cannot mix.
 * Failure: if the answer or the trip has no date, day numbers count as they are.
 */

type Answer = Pick<Person, 'from' | 'until' | 'skips'>
type GivenAnswer = Answer & Pick<Person, 'coming' | 'answered_for' | 'settled_for'>

/** When somebody is there, in the trip's current days. */
export interface Stay {
  /** The first and the last meal; undefined for the trip's own. */
  from: MealOfDay | undefined
  until: MealOfDay | undefined
  skips: (MealOfDay & { id: string })[]
  /** Whether none of the meals is within the trip. */
  isOutside: boolean
}

/** The stay that an answer means in a trip with these dates. */
export function stayIn({ from, until, skips }: Answer, dates: TripDates): Stay {
  const last = dayCount(dates) ?? Number.POSITIVE_INFINITY
  const isInTrip = ({ day }: MealOfDay) => day >= 1 && day <= last
  const first = from === '' ? undefined : currentMeal(from, dates.departure_date)
  const end = until === '' ? undefined : currentMeal(until, dates.departure_date)
  const isReversed = first !== undefined && end !== undefined && mealIndex(first) > mealIndex(end)
  return {
    from: first && first.day >= 1 ? first : undefined,
    until: end && end.day <= last ? end : undefined,
    skips: skips.map(({ id, at }) => ({ id, ...currentMeal(at, dates.departure_date) })).filter(isInTrip),
    isOutside: isReversed || (first !== undefined && first.day > last) || (end !== undefined && end.day < 1),
  }
}

export function isWholeTrip({ from, until, skips, isOutside }: Stay): boolean {
  return !from && !until && skips.length === 0 && !isOutside
}

export function attendsMeal({ from, until, skips, isOutside }: Stay, day: number, meal: MealType): boolean {
  const place = mealIndex({ day, meal })
  if (isOutside || (from && place < mealIndex(from)) || (until && place > mealIndex(until))) return false
  return !skips.some((skip) => mealIndex(skip) === place)
}

/** Orders the meals of a trip: a later meal has a higher number. */
export function mealIndex({ day, meal }: MealOfDay): number {
  return day * mealTypes.length + mealTypes.indexOf(meal)
}

/**
 * A person with a change. If it changes their answer, all of that counts for the departure that its author sees,
 * including days that had been given without one.
 */
export function withAnswer(person: Person, change: Partial<Person>, departure: OptionalLocalDate): Person {
  const changed = { ...person, ...change }
  if (!(['coming', 'from', 'until', 'skips'] as const).some((name) => name in change)) return changed
  return { ...withTimes(changed, (time) => withDeparture(time, departure)), ...confirmationFor(departure) }
}

/** The fields that confirm an answer for a departure. */
export function confirmationFor(departure: OptionalLocalDate): Pick<Person, 'answered_for' | 'settled_for'> {
  return { answered_for: departure, settled_for: departure }
}

/** Adds a skipped meal. Its id is derived, unless a meal that has moved with the trip has that id. */
export function withSkip(skips: readonly SkippedMeal[], time: string): SkippedMeal[] {
  const taken = new Set(skips.map(({ id }) => id))
  let added = newSkip(time)
  for (let number = 2; taken.has(added.id); number++) added = { ...newSkip(`${time} ${number}`), at: time }
  return [...skips, added]
}

const mayCome: readonly ComingAnswer[] = ['coming', 'unsure']

/**
 * What somebody should confirm since the departure has changed: the days they are there, or only that they come.
 * Undefined if there is nothing to confirm.
 */
export function findUnconfirmed(person: GivenAnswer, departure: OptionalLocalDate): 'days' | 'coming' | undefined {
  const { answered_for, coming } = person
  if (departure === '' || answered_for === '' || answered_for === departure || !mayCome.includes(coming))
    return undefined
  return timesOf(person).length > 0 ? 'days' : 'coming'
}

/** Whether nobody has decided yet if an answer keeps its dates or moves with the trip. Until then it keeps them. */
export function isUnsettled(person: GivenAnswer, departure: OptionalLocalDate): boolean {
  const { settled_for, coming } = person
  const isOfOtherDeparture = departure !== '' && settled_for !== '' && settled_for !== departure
  return isOfOtherDeparture && mayCome.includes(coming) && timesOf(person).some(isDated)
}

/** Settles that an answer keeps its dates. It still has to be confirmed. */
export function keepDates<Someone extends GivenAnswer>(person: Someone, departure: LocalDate): Someone {
  return isUnsettled(person, departure) ? { ...person, settled_for: departure } : person
}

/**
 * Moves an answer with the trip: day 2 stays day 2, from the start stays from the start. It still has to be confirmed.
 * An answer that ended before the trip keeps its dates.
 */
export function moveWithTrip<Someone extends GivenAnswer>(person: Someone, departure: LocalDate): Someone {
  if (!isUnsettled(person, departure)) return person
  const dayOf = (time: string) => (isDated(time) ? currentMeal(time, person.settled_for).day : 1)
  const move = (time: string): string => {
    const [day, { meal }] = [dayOf(time), parseMealTime(time)]
    return isDated(time) && day >= 1 && day <= MAX_DAYS ? mealTimeOf(day, meal, departure) : time
  }
  if (dayOf(person.until) < 1) return { ...person, settled_for: departure }
  const from = dayOf(person.from) < 1 ? '' : person.from
  const skips = person.skips.filter(({ at }) => dayOf(at) >= 1)
  return { ...withTimes({ ...person, from, skips }, move), settled_for: departure }
}

/** The first meal that an answer names with a date. */
export function findDatedMeal(answer: Answer): { date: LocalDate; meal: MealType } | undefined {
  const time = timesOf(answer).find(isDated)
  if (time === undefined) return undefined
  const { day, meal, departure } = parseMealTime(time)
  return { date: addDays(departure as LocalDate, day - 1), meal }
}

/** A meal by its day number in a trip that departs on this date: 0 or less before it. */
function currentMeal(time: string, departure: OptionalLocalDate): MealOfDay {
  const { day, meal, departure: counted } = parseMealTime(time)
  return { day: counted === '' || departure === '' ? day : day + daysBetween(departure, counted), meal }
}

function withTimes<Someone extends Answer>(person: Someone, change: (time: string) => string): Someone {
  const { from, until, skips } = person
  return {
    ...person,
    from: change(from),
    until: change(until),
    skips: skips.map((skip) => ({ ...skip, at: change(skip.at) })),
  }
}

function withDeparture(time: string, departure: OptionalLocalDate): string {
  if (time === '' || isDated(time)) return time
  const { day, meal } = parseMealTime(time)
  return mealTimeOf(day, meal, departure)
}

const timesOf = ({ from, until, skips }: Answer) => [from, until, ...skips.map(({ at }) => at)].filter(Boolean)
const isDated = (time: string) => time !== '' && parseMealTime(time).departure !== ''
