import { addDays, type LocalDate, type OptionalLocalDate } from './local-date.ts'
import { MAX_DAYS } from './plan/day-number.ts'
import type { MealType } from './plan/day-parts.ts'
import { mealTimeOf, newSkip, type Person, parseMealTime, type SkippedMeal } from './plan/people.ts'
import { type Answer, currentMeal, type GivenAnswer, mayCome, timesOf } from './stay.ts'

/*
 * Changes of people's answers: a person changes their own, and once the departure has changed somebody decides whether
 * answers keep their dates. What answers mean is in stay.ts, which loads earlier.
 */

/**
 * A person with a change. If it changes their answer, all of that counts for the departure that its author sees,
 * including days that had been given without one.
 */
export function withAnswer(person: Person, change: Partial<Person>, departure: OptionalLocalDate): Person {
  const changed = { ...person, ...change }
  if (!(['coming', 'from', 'until', 'skips'] as const).some((name) => name in change)) return changed
  return { ...withTimes(changed, (time) => withDeparture(time, departure)), ...confirmationFor(departure) }
}

/** The fields that confirm an answer for a departure. It is the person's own word then, also if a poll gave it. */
export function confirmationFor(
  departure: OptionalLocalDate,
): Pick<Person, 'answered_for' | 'settled_for' | 'coming_by_poll'> {
  return { answered_for: departure, settled_for: departure, coming_by_poll: '' }
}

/** Adds a skipped meal. Its id is derived, unless a meal that has moved with the trip has that id. */
export function withSkip(skips: readonly SkippedMeal[], time: string): SkippedMeal[] {
  const taken = new Set(skips.map(({ id }) => id))
  let added = newSkip(time)
  for (let number = 2; taken.has(added.id); number++) added = { ...newSkip(`${time} ${number}`), at: time }
  return [...skips, added]
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

const isDated = (time: string) => time !== '' && parseMealTime(time).departure !== ''
