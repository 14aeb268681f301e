import type { Allergen, Coming, Diet } from './plan/people.ts'

/** For use within a sentence. */
export const dietNames: Record<Diet, string> = {
  vegetarian: 'vegetarian',
  vegan: 'vegan',
  halal: 'halal',
  kosher: 'kosher',
  gluten_free: 'gluten-free',
  lactose_free: 'lactose-free',
  no_pork: 'no pork',
  no_alcohol: 'no alcohol',
}

export const allergenNames: Record<Allergen, string> = {
  gluten: 'gluten',
  crustaceans: 'crustaceans',
  eggs: 'eggs',
  fish: 'fish',
  peanuts: 'peanuts',
  soybeans: 'soybeans',
  milk: 'milk',
  nuts: 'tree nuts',
  celery: 'celery',
  mustard: 'mustard',
  sesame: 'sesame',
  sulphites: 'sulphites',
  lupin: 'lupin',
  molluscs: 'molluscs',
}

export const comingNames: Record<Coming, string> = {
  open: 'No answer yet',
  coming: 'Coming',
  unsure: 'Unsure',
  not_coming: 'Not coming',
}
