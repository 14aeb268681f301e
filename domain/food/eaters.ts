import { mealTypes } from '../plan/day-parts.ts'
import { type ComingAnswer, type Diet, listPersons, type Person } from '../plan/people.ts'
import { attendsMeal, mealIndex, type Stay, stayIn } from '../stay.ts'
import { dietsOf } from './diets.ts'
import type { FoodDay, FoodLine, FoodPlace, FoodSettings, FoodTrip } from './food-plan.ts'
import { isSameList, memoByObject } from './memo-by-object.ts'
import { shareOf } from './portions.ts'

/*
 * Who eats at a meal, and for how much they count.
 * Job: eaters of a meal and of a day's snacks, and those of them that a line is for.
 * Invariants: what is for a diet and what is for everyone but that diet add up to everyone. Nothing is negative.
 */

/** Somebody who may come, with their stay in the trip's current days. */
export interface Guest {
  person: Person
  stay: Stay
  /** Of a portion. */
  share: number
  diets: ReadonlySet<Diet>
}

export interface Guests {
  /** Those who count for amounts. */
  counted: Guest[]
  /** Everybody who has not declined. */
  possible: Guest[]
  /** Whether amounts follow the people list: it has people, and somebody has chosen which of them count. */
  areKnown: boolean
}

export interface Eaters {
  /** Those who attend. */
  guests: Guest[]
  /** How many eat: those who attend, or the number that somebody gave. */
  count: number
  /** The same, with the shares of children. */
  portions: number
  /** `count` without those whose share is 0. */
  eating: number
  areKnown: boolean
}

const counted: Record<FoodSettings['counts'], readonly ComingAnswer[]> = {
  nobody: [],
  all: ['coming', 'unsure', 'open'],
  coming: ['coming'],
}

export function listGuests({ people, dates, settings }: Omit<FoodTrip, 'days'>): Guests {
  const persons = listPersons(people)
  const possible = persons
    .filter(({ coming }) => coming !== 'not_coming')
    .map((person) => guestOf(person, { dates, settings }))
  return {
    possible,
    counted: possible.filter(({ person }) => counted[settings.counts].includes(person.coming)),
    areKnown: persons.length > 0 && settings.counts !== 'nobody',
  }
}

type GuestInput = Pick<FoodTrip, 'dates' | 'settings'>

/** An edit changes few people: the others are the same guests as before. */
const guestOf = memoByObject(
  (person: Person, { dates, settings }: GuestInput): Guest => ({
    person,
    stay: stayIn(person, dates),
    share: shareOf(person, settings),
    diets: dietsOf(person),
  }),
  (one, other) =>
    one.settings === other.settings &&
    one.dates.departure_date === other.dates.departure_date &&
    one.dates.return_date === other.dates.return_date,
)

/** Whether somebody is there at a meal, or at any meal of the day for its snacks. */
export function attends({ stay }: Guest, day: number, place: FoodPlace): boolean {
  if (place !== 'snacks') return attendsMeal(stay, day, place)
  return mealTypes.some((meal) => attendsMeal(stay, day, meal))
}

/** How many of those who count at a meal have not answered; 0 if somebody gave how many eat. */
export function countUnanswered(guests: Guests, day: number, place: FoodPlace, override: number | ''): number {
  if (override !== '') return 0
  return guests.counted.filter((guest) => guest.person.coming === 'open' && attends(guest, day, place)).length
}

/** @param override how many eat, if somebody says so; '' by attendance */
export function eatersAt(guests: Guests, day: number, place: FoodPlace, override: number | ''): Eaters {
  const attending = attendingAt(guests, day, place)
  if (override === '') return attending
  const { count } = attending
  if (count === 0) return { ...attending, count: override, portions: override, eating: override }
  // The people who are added or missing are assumed to be like the others.
  return { ...attending, ...scaled(attending, override / count), count: override }
}

/** Who attends when. At all meals between two at which somebody comes or leaves, they are the same. */
interface Attendance {
  /** The meals from which on somebody else attends, by `mealIndex`, ascending. */
  changes: readonly number[]
  /** By the numbers of changes before a meal, or before each meal of a day. */
  eaters: Map<string, Eaters>
}
const attendances = new WeakMap<Guests, Attendance>()

function attendingAt(guests: Guests, day: number, place: FoodPlace): Eaters {
  let attendance = attendances.get(guests)
  if (!attendance) {
    attendance = { changes: listChanges(guests.counted), eaters: new Map() }
    attendances.set(guests, attendance)
  }
  const { changes, eaters } = attendance
  const meals = place === 'snacks' ? mealTypes : [place]
  const key = [...new Set(meals.map((meal) => countUpTo(changes, mealIndex({ day, meal }))))].join()
  const known = eaters.get(key)
  if (known) return known
  const attending = guests.counted.filter((guest) => attends(guest, day, place))
  const found = { guests: attending, areKnown: guests.areKnown, ...numbersOf(attending) }
  eaters.set(key, found)
  return found
}

function listChanges(guests: readonly Guest[]): number[] {
  const changes = new Set<number>()
  for (const { stay } of guests) {
    if (stay.from) changes.add(mealIndex(stay.from))
    if (stay.until) changes.add(mealIndex(stay.until) + 1)
    for (const skip of stay.skips) changes.add(mealIndex(skip)).add(mealIndex(skip) + 1)
  }
  return [...changes].sort((a, b) => a - b)
}

/** How many of some ascending numbers are at most this large. */
function countUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] as number) <= most) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether every line is for as many of them, and for the same people. */
export function haveSameAmounts(one: Eaters, other: Eaters): boolean {
  return (
    one.areKnown === other.areKnown &&
    one.count === other.count &&
    one.portions === other.portions &&
    isSameList(one.guests, other.guests, eatTheSame)
  )
}

/** Whether two guests are the same person with the same share and diets. When they are there may differ. */
function eatTheSame(one: Guest, other: Guest): boolean {
  if (one === other) return true
  return one.person.id === other.person.id && one.share === other.share && haveSameDiets(one, other)
}

function haveSameDiets({ diets: one }: Guest, { diets: other }: Guest): boolean {
  return one.size === other.size && [...one].every((diet) => other.has(diet))
}

/** Those of a meal's eaters who follow a diet, or do not. A meal has many lines for the same of them. */
const eatersByDiet = new WeakMap<Eaters, Map<FoodLine['for_whom'], Eaters>>()

/** Those whom a line is for. */
export function eatersOfLine(line: Pick<FoodLine, 'for_whom' | 'people'>, eaters: Eaters): Eaters {
  const { guests, areKnown, count } = eaters
  if (line.for_whom === 'people') {
    const named = count === 0 ? [] : listNamed(line, guests)
    return { guests: named, areKnown, ...numbersOf(named) }
  }
  if (!dietOfLine(line)) return eaters
  const known = eatersByDiet.get(eaters) ?? new Map<FoodLine['for_whom'], Eaters>()
  eatersByDiet.set(eaters, known)
  const some = known.get(line.for_whom) ?? eatersOfDiet(line, eaters)
  known.set(line.for_whom, some)
  return some
}

/** The positions of a meal's guests by their ids. A meal may have many lines for a few of many guests. */
const positionsById = new WeakMap<readonly Guest[], ReadonlyMap<string, number>>()

function listNamed({ people }: Pick<FoodLine, 'people'>, guests: Guest[]): Guest[] {
  let positions = positionsById.get(guests)
  if (!positions) {
    positions = new Map(guests.map(({ person }, position) => [person.id, position]))
    positionsById.set(guests, positions)
  }
  const named = new Set(people.flatMap(({ id }) => positions.get(id) ?? []))
  return [...named].sort((a, b) => a - b).map((position) => guests[position] as Guest)
}

function eatersOfDiet(line: Pick<FoodLine, 'for_whom' | 'people'>, eaters: Eaters): Eaters {
  const { guests, areKnown, count } = eaters
  if (guests.length === 0) {
    // Nobody is known who follows a diet.
    const isForAll = line.for_whom.startsWith('except:')
    return isForAll ? eaters : { guests, areKnown, ...numbersOf([]) }
  }
  const some = guests.filter(audienceOf(line))
  // If somebody gave the number, the diets are spread among them as among those who attend.
  return { guests: some, areKnown, ...scaled(numbersOf(some), count / guests.length) }
}

/** Returns whether a line is for somebody. */
export function audienceOf({ for_whom, people }: Pick<FoodLine, 'for_whom' | 'people'>): (guest: Guest) => boolean {
  if (for_whom === 'people') return ({ person }) => people.some(({ id }) => id === person.id)
  const diet = dietOfLine({ for_whom })
  if (diet === undefined) return () => true
  const isOnly = for_whom.startsWith('only:')
  return ({ diets }) => diets.has(diet) === isOnly
}

/** The diet that a line is for or not for. */
function dietOfLine({ for_whom }: Pick<FoodLine, 'for_whom'>): Diet | undefined {
  const colon = for_whom.indexOf(':')
  return colon < 0 ? undefined : (for_whom.slice(colon + 1) as Diet)
}

/** For how many people a day's snacks were written: the largest of the day's meals. */
export function servingsOfSnacks({ meals }: FoodDay): number {
  return Math.max(...mealTypes.map((meal) => meals[meal].servings))
}

type Numbers = Pick<Eaters, 'count' | 'portions' | 'eating'>

function numbersOf(guests: readonly Guest[]): Numbers {
  let [portions, eating] = [0, 0]
  for (const { share } of guests) {
    portions += share
    if (share > 0) eating += 1
  }
  return { count: guests.length, portions, eating }
}

function scaled({ count, portions, eating }: Numbers, by: number): Numbers {
  return { count: count * by, portions: portions * by, eating: eating * by }
}
