import * as m from '#messages'
import type { Allergen, ComingAnswer, Diet } from './plan/people.ts'

/** For use within a sentence. */
export function dietName(diet: Diet): string {
  const names: Record<Diet, string> = {
    vegetarian: m.group_diet_vegetarian(),
    vegan: m.group_diet_vegan(),
    halal: m.group_diet_halal(),
    kosher: m.group_diet_kosher(),
    gluten_free: m.group_diet_gluten_free(),
    lactose_free: m.group_diet_lactose_free(),
    no_pork: m.group_diet_no_pork(),
    no_alcohol: m.group_diet_no_alcohol(),
  }
  return names[diet]
}

/** Those who follow a diet, for use within a sentence: 'people who eat halal'. */
export const dietPeople = (diet: Diet): string => m.group_diet_people({ diet })

export function allergenName(allergen: Allergen): string {
  const names: Record<Allergen, string> = {
    gluten: m.group_allergen_gluten(),
    crustaceans: m.group_allergen_crustaceans(),
    eggs: m.group_allergen_eggs(),
    fish: m.group_allergen_fish(),
    peanuts: m.group_allergen_peanuts(),
    soybeans: m.group_allergen_soybeans(),
    milk: m.group_allergen_milk(),
    nuts: m.group_allergen_nuts(),
    celery: m.group_allergen_celery(),
    mustard: m.group_allergen_mustard(),
    sesame: m.group_allergen_sesame(),
    sulphites: m.group_allergen_sulphites(),
    lupin: m.group_allergen_lupin(),
    molluscs: m.group_allergen_molluscs(),
  }
  return names[allergen]
}

export function comingName(coming: ComingAnswer): string {
  const names: Record<ComingAnswer, string> = {
    open: m.group_coming_open(),
    coming: m.group_coming_coming(),
    unsure: m.group_coming_unsure(),
    not_coming: m.group_coming_not_coming(),
  }
  return names[coming]
}
