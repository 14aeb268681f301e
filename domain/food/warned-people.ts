import { type Allergen, allergens, type Diet, diets } from '../plan/people.ts'
import { dietOfAllergy } from './diets.ts'
import type { Reason, WarnedPerson, Warning } from './warnings.ts'

/** Who cannot eat something because of the same allergy or diet. */
export type WarnedPeople = { people: WarnedPerson[] } & ({ allergen: Allergen } | { diet: Diet })

export interface WarnedByReason {
  /** Shown first, and louder. */
  allergies: WarnedPeople[]
  diets: WarnedPeople[]
}

/** Reasons without the diets that an allergy implies: gluten-free, if somebody is allergic to gluten. */
export function withoutImpliedDiets(reasons: readonly Reason[]): Reason[] {
  const implied = new Set(reasons.flatMap((reason) => ('allergen' in reason ? [dietOfAllergy[reason.allergen]] : [])))
  return reasons.filter((reason) => 'allergen' in reason || !implied.has(reason.diet))
}

/** Warnings by their reason, each person once, in the order of allergens and diets: see `withoutImpliedDiets`. */
export function warnedByReason(warnings: readonly Warning[]): WarnedByReason {
  const found = new Map<Allergen | Diet, Map<string, WarnedPerson>>()
  for (const { person, reasons } of warnings) {
    for (const reason of withoutImpliedDiets(reasons)) {
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
