import type { RefusalCode } from '../operations/operation.ts'
import { type Announcement, MAX_ANNOUNCEMENTS, MAX_ANNOUNCEMENTS_A_DAY, mostWithinADay } from './announcements.ts'
import { mealTypes } from './day-parts.ts'
import type { SectionName } from './index.ts'
import type { Meals } from './meals.ts'
import { listPersons, type Party } from './people.ts'
import { MAX_OPTIONS, MAX_POLLS, type Polls } from './polls.ts'

/*
 * How much of something a trip may have, beside the length of each list and the size of each section.
 * Job: everybody who opens a trip counts who eats at each meal. These limits are far above a trip of 500 people, and
 *   low enough for that to be fast.
 * Invariants: what is there stays there. A trip above a limit, from an older version, opens and can shrink.
 */

/** People on the list, all parties together. */
export const MAX_PEOPLE = 1000
/** Meals that one person skips. */
export const MAX_SKIPS = 300
/** Ingredients and snacks, all meals together. */
export const MAX_LINES = 5000

/** What a section must not have more of, and as what an operation that adds more is refused. */
interface Limit {
  most: number
  count: (value: unknown) => number
  refusal: RefusalCode
}

const limits: Partial<Record<SectionName, readonly Limit[]>> = {
  people: [
    {
      most: MAX_PEOPLE,
      count: (value) => sum(value as Party[], ({ persons }) => persons.length),
      refusal: 'too_many_people',
    },
    {
      most: MAX_SKIPS,
      count: (value) => listPersons(value as Party[]).reduce((most, { skips }) => Math.max(most, skips.length), 0),
      refusal: 'too_many_skips',
    },
  ],
  meals: [
    {
      most: MAX_LINES,
      count: (value) =>
        sum(
          Object.values(value as Meals),
          ({ meals, snacks }) => snacks.length + sum(mealTypes, (type) => meals[type].ingredients.length),
        ),
      refusal: 'too_many_lines',
    },
  ],
  announcements: [
    {
      most: MAX_ANNOUNCEMENTS_A_DAY,
      count: (value) => mostWithinADay(value as Announcement[]),
      refusal: 'too_many_announcements',
    },
    { most: MAX_ANNOUNCEMENTS, count: (value) => (value as Announcement[]).length, refusal: 'too_many_entries' },
  ],
  polls: [
    { most: MAX_POLLS, count: (value) => (value as Polls).polls.length, refusal: 'too_many_polls' },
    {
      most: MAX_OPTIONS,
      count: (value) => (value as Polls).polls.reduce((most, { options }) => Math.max(most, options.length), 0),
      refusal: 'too_many_entries',
    },
  ],
}

/** Why a section must not become this value; undefined if it may. */
export function findExceeded(section: SectionName, before: unknown, after: unknown): RefusalCode | undefined {
  const isExceeded = ({ most, count }: Limit) => {
    const now = count(after)
    return now > most && now > count(before)
  }
  return limits[section]?.find(isExceeded)?.refusal
}

function sum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0)
}
