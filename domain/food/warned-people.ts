import { type Allergen, allergens, type Diet, diets } from '../plan/people.ts'
import { dietOfAllergy } from './diets.ts'
import type { WarnedPerson, Warning } from './warnings.ts'

/** Who cannot eat something because of the same allergy or diet. */
export type WarnedPeople = { people: WarnedPerson[] } & ({ allergen: Allergen } | { diet: Diet })

export interface WarnedByReason {
  /** Shown first, and louder. */
  allergies: WarnedPeople[]
  diets: WarnedPeople[]
}

/**
 * Warnings by their reason, each person once, in the order of allergens and diets. A diet that somebody's allergy
 * implies is left out: gluten-free, if they are allergic to gluten.
 */
export function warnedByReason(warnings: readonly Warning[]): WarnedByReason {
  const found = new Map<Allergen | Diet, Map<string, WarnedPerson>>()
  for (const { person, reasons } of warnings) {
    const meant = new Set(reasons.flatMap((reason) => ('allergen' in reason ? [dietOfAllergy[reason.allergen]] : [])))
    for (const reason of reasons) {
      if ('diet' in reason && meant.has(reason.diet)) continue
      const tag = 'diet' in reason ? reason.diet : reason.allergen
      const people = found.get(tag) ?? new Map<string, WarnedPerson>()
      found.set(tag, people.set(person.id, person))
    }
  }
  const peopleWith = (tag: Allergen | Diet) => [...(found.get(tag)?.values() ?? [])]
  return {
    allergies: allergens
      .filter((allergen) => found.has(allergen))
      .map((allergen) => ({ allergen, people: peopleWith(allergen) })),
    diets: diets.filter((diet) => found.has(diet)).map((diet) => ({ diet, people: peopleWith(diet) })),
  }
}

/** Whether an allergy is among the reasons. */
export const isAllergy = ({ reasons }: Warning): boolean => reasons.some((reason) => 'allergen' in reason)
