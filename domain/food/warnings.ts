import { listDays } from '../plan/day-number.ts'
import { type Allergen, allergens, type Diet, diets, type Person } from '../plan/people.ts'
import type { ContentTag } from './content-words.ts'
import { bitOf, type Content, contentsOf } from './contents.ts'
import { attends, isForPerson, listGuests } from './eaters.ts'
import { type FoodDay, type FoodLine, type FoodPlace, type FoodTrip, isFilled } from './food-plan.ts'
import { foodPlaces, linesAt } from './shopping-list.ts'

/*
 * Which lines somebody cannot eat who is there, by the words of the lines.
 * Invariants: everybody counts who has not declined, also if amounts count fewer. A line that is not for somebody does
 *   not warn them. There is no result that means "safe": what has no warning may still contain anything.
 */

/** Why somebody cannot eat something: the words of the line that say it, as typed. */
export type Reason = { allergen: Allergen; words: string[] } | { diet: Diet; words: string[] }

export interface Warning {
  day: number
  place: FoodPlace
  /** The line's id. */
  line: string
  person: Person
  reasons: Reason[]
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

const bitsOfDiet = Object.fromEntries(
  diets.map((diet) => [diet, leftOut[diet].reduce((bits, tag) => bits | bitOf(tag), 0)]),
) as Record<Diet, number>

/** The warnings of a trip, in the order of its meals. */
export function listWarnings(trip: FoodTrip): Warning[] {
  const careful = listGuests(trip)
    .possible.map((guest) => ({ ...guest, avoids: avoidedBy(guest.person) }))
    .filter(({ avoids }) => avoids !== 0)
  if (careful.length === 0) return []
  return listDays(trip.days).flatMap((day) =>
    foodPlaces.flatMap((place) => {
      const attending = careful.filter((guest) => attends(guest, day, place))
      if (attending.length === 0) return []
      return linesAt(trip.days[day] as FoodDay, place).flatMap((line) => {
        const contents = contentsOfLine(line)
        const tags = contents.reduce((bits, content) => bits | content.tags, 0)
        return attending
          .filter(({ person, avoids }) => (avoids & tags) !== 0 && isForPerson(line, person))
          .map(({ person }) => ({ day, place, line: line.id, person, reasons: reasonsFor(person, contents) }))
      })
    }),
  )
}

function contentsOfLine(line: FoodLine): readonly Content[] {
  if (!isFilled(line)) return []
  // A correction is made for the amounts. What was typed is still there for everybody to read.
  return line.read_as.trim() === '' ? contentsOf(line.text) : [...contentsOf(line.text), ...contentsOf(line.read_as)]
}

function avoidedBy({ diets: eats, allergens: allergies }: Person): number {
  const byDiet = diets.reduce((bits, diet) => (eats[diet] ? bits | bitsOfDiet[diet] : bits), 0)
  return allergens.reduce((bits, allergen) => (allergies[allergen] ? bits | bitOf(allergen) : bits), byDiet)
}

function reasonsFor(person: Person, contents: readonly Content[]): Reason[] {
  const wordsWith = (bits: number) => [...new Set(contents.filter(({ tags }) => tags & bits).map(({ word }) => word))]
  const reasons: Reason[] = [
    ...allergens
      .filter((allergen) => person.allergens[allergen])
      .map((allergen) => ({ allergen, words: wordsWith(bitOf(allergen)) })),
    ...diets.filter((diet) => person.diets[diet]).map((diet) => ({ diet, words: wordsWith(bitsOfDiet[diet]) })),
  ]
  return reasons.filter(({ words }) => words.length > 0)
}
