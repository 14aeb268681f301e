import { type Allergen, type Diet, diets, type Person } from '../plan/people.ts'

/** Diets that include others: somebody who eats vegan also eats vegetarian. */
const included: Partial<Record<Diet, readonly Diet[]>> = {
  vegan: ['vegetarian', 'lactose_free', 'no_pork'],
  vegetarian: ['no_pork'],
  halal: ['no_pork', 'no_alcohol'],
  kosher: ['no_pork'],
}
/** Allergies that mean a diet. */
export const dietOfAllergy: Partial<Record<Allergen, Diet>> = { gluten: 'gluten_free', milk: 'lactose_free' }

/** The diets that somebody follows: those they chose, and those that a diet or allergy of theirs means. */
export function dietsOf({ diets: chosen, allergens }: Pick<Person, 'diets' | 'allergens'>): ReadonlySet<Diet> {
  const followed = diets.filter((diet) => chosen[diet])
  const meant = followed.flatMap((diet) => included[diet] ?? [])
  return new Set([...followed, ...meant, ...dietsByAllergy({ allergens })])
}

/** The diets that somebody's allergies mean. */
export function dietsByAllergy({ allergens }: Pick<Person, 'allergens'>): Diet[] {
  const meaning = (Object.entries(dietOfAllergy) as [Allergen, Diet][]).filter(([allergen]) => allergens[allergen])
  return meaning.map(([, diet]) => diet)
}
