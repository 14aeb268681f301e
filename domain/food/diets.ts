import type { Allergen, Diet, Person } from '../plan/people.ts'

/** Diets that include others: somebody who eats vegan also eats vegetarian. */
const included: Partial<Record<Diet, readonly Diet[]>> = {
  vegan: ['vegetarian', 'lactose_free', 'no_pork'],
  vegetarian: ['no_pork'],
  halal: ['no_pork', 'no_alcohol'],
  kosher: ['no_pork'],
}
/** Allergies that mean a diet. */
const dietOf: Partial<Record<Allergen, Diet>> = { gluten: 'gluten_free', milk: 'lactose_free' }

/** Whether a line for this diet is for somebody: they chose it, or a diet or allergy that means it. */
export function followsDiet({ diets, allergens }: Pick<Person, 'diets' | 'allergens'>, diet: Diet): boolean {
  if (diets[diet]) return true
  for (const [chosen, others] of Object.entries(included))
    if (diets[chosen as Diet] && others.includes(diet)) return true
  for (const [allergen, meant] of Object.entries(dietOf))
    if (allergens[allergen as Allergen] && meant === diet) return true
  return false
}
