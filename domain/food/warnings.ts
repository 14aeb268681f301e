import { listDays } from '../plan/day-number.ts'
import type { ContentTag } from '../plan/meals.ts'
import { type Allergen, allergens, type Diet, diets, type Person } from '../plan/people.ts'
import { bitOf, type Content } from './contents.ts'
import { attends, audienceOf, type Guest, listGuests } from './eaters.ts'
import type { FoodDay, FoodLine, FoodPlace, FoodTrip } from './food-plan.ts'
import { contentsOfLine } from './marks.ts'
import { isSameList, memoByObject } from './memo-by-object.ts'
import { foodPlaces, linesAt } from './shopping-list.ts'

/*
 * Which lines somebody cannot eat who is there, by the words of the lines and what people marked.
 * Invariants: everybody counts who has not declined, also if amounts count fewer. A line that is not for somebody does
 *   not warn them. There is no result that means "safe": what has no warning may still contain anything.
 */

/** Why somebody cannot eat something: the words of the line that say it, as typed. Without any, somebody marked it. */
export type Reason = { allergen: Allergen; words: string[] } | { diet: Diet; words: string[] }

/** Not all of a person: most edits of an answer change no warning. */
export type WarnedPerson = Pick<Person, 'id' | 'name'>

/** Later results share them, so nobody may change one. */
export interface Warning {
  day: number
  place: FoodPlace
  /** The line's id. */
  line: string
  person: WarnedPerson
  reasons: readonly Reason[]
}

/** What each diet leaves out. */
const leftOut: Record<Diet, readonly ContentTag[]> = {
  vegetarian: ['meat', 'pork', 'fish', 'crustaceans', 'molluscs', 'gelatin'],
  vegan: ['meat', 'pork', 'fish', 'crustaceans', 'molluscs', 'gelatin', 'milk', 'eggs', 'honey'],
  halal: ['pork', 'alcohol', 'not_halal'],
  kosher: ['pork', 'crustaceans', 'molluscs', 'not_kosher'],
  gluten_free: ['gluten'],
  lactose_free: ['lactose'],
  no_pork: ['pork'],
  no_alcohol: ['alcohol'],
}

/** The bits of the tags that each diet leaves out. */
export const bitsOfDiet = Object.fromEntries(
  diets.map((diet) => [diet, leftOut[diet].reduce((bits, tag) => bits | bitOf(tag), 0)]),
) as Record<Diet, number>

/** Something that somebody cannot eat: the bits of its tags, and why. */
type Avoided = { bits: number } & ({ allergen: Allergen } | { diet: Diet })

interface CarefulGuest extends Guest {
  warned: WarnedPerson
  avoids: readonly Avoided[]
  bits: number
  /** The same for people who avoid the same. */
  signature: string
}

/** The warnings of a trip, in the order of its meals. */
export function listWarnings(trip: FoodTrip): Warning[] {
  const careful = listGuests(trip)
    .possible.map((guest) => carefulGuest(guest))
    .filter(({ bits }) => bits !== 0)
  if (careful.length === 0) return []
  const warnings: (readonly Warning[])[] = []
  for (const day of listDays(trip.days)) {
    for (const place of foodPlaces) {
      const attending = careful.filter((guest) => attends(guest, day, place))
      if (attending.length === 0) continue
      warnings.push(warningsAt(linesAt(trip.days[day] as FoodDay, place), { attending, day, place }))
    }
  }
  // Several times as fast as `flatMap`.
  return ([] as Warning[]).concat(...warnings)
}

interface WarningInput extends Pick<Warning, 'day' | 'place'> {
  attending: readonly CarefulGuest[]
}

/** The warnings of a place's lines. An edit changes few places: those of the others are cached. */
const warningsAt = memoByObject(
  (lines: readonly FoodLine[], input: WarningInput) => lines.flatMap((line) => warningsOfLine(line, input)),
  (one, other) =>
    one.day === other.day && one.place === other.place && isSameList(one.attending, other.attending, avoidTheSame),
)

/** Whether two guests are the same person who avoids the same. When they are there may differ. */
function avoidTheSame(one: CarefulGuest, other: CarefulGuest): boolean {
  if (one === other) return true
  const isSamePerson = one.warned.id === other.warned.id && one.warned.name === other.warned.name
  // The signature also says which diets they follow, so which lines are for them.
  return isSamePerson && one.signature === other.signature
}

function warningsOfLine(line: FoodLine, { attending, day, place }: WarningInput): Warning[] {
  const contents = contentsOfLine(line)
  const tags = contents.reduce((bits, content) => bits | content.tags, 0)
  if (tags === 0) return []
  const isFor = audienceOf(line)
  const warnings: Warning[] = []
  for (const guest of attending) {
    if ((guest.bits & tags) === 0 || !isFor(guest)) continue
    warnings.push({ day, place, line: line.id, person: guest.warned, reasons: reasonsFor(guest, contents, tags) })
  }
  return warnings
}

const carefulGuest = memoByObject<Guest, void, CarefulGuest>(withAvoided, () => true)

function withAvoided(guest: Guest): CarefulGuest {
  const { id, name, diets: eats, allergens: allergies } = guest.person
  const avoids: Avoided[] = [
    ...allergens.filter((allergen) => allergies[allergen]).map((allergen) => ({ allergen, bits: bitOf(allergen) })),
    ...diets.filter((diet) => eats[diet]).map((diet) => ({ diet, bits: bitsOfDiet[diet] })),
  ]
  const signature = JSON.stringify(avoids)
  return { ...guest, warned: { id, name }, avoids, signature, bits: avoids.reduce((all, { bits }) => all | bits, 0) }
}

/** By contents, which are the same for the same text, and by what people avoid. */
const knownReasons = new WeakMap<readonly Content[], Map<string, readonly Reason[]>>()

function reasonsFor({ avoids, signature }: CarefulGuest, contents: readonly Content[], tags: number) {
  let known = knownReasons.get(contents)
  if (!known) {
    known = new Map()
    knownReasons.set(contents, known)
  }
  let reasons = known.get(signature)
  if (!reasons) {
    const avoided = avoids.filter(({ bits }) => bits & tags)
    reasons = avoided.map(({ bits, ...why }) => ({ ...why, words: wordsWith(bits, contents) }))
    known.set(signature, reasons)
  }
  return reasons
}

function wordsWith(bits: number, contents: readonly Content[]): string[] {
  return [...new Set(contents.filter(({ word, tags }) => word !== '' && tags & bits).map(({ word }) => word))]
}
