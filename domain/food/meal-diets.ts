import {
  type Allergen,
  allergens,
  type Diet,
  diets,
  listPersons,
  type MealOfDay,
  type Party,
  type Person,
} from '../plan/people.ts'
import { attendsMeal, stayIn } from '../stay.ts'
import type { TripDates } from '../trip-days.ts'
import { dietsByAllergy, dietsOf } from './diets.ts'

/** What the people who attend a meal eat. */
export interface MealDiets {
  eaters: number
  /** Only those that somebody chose or needs for an allergy. Each counts everybody it suits: vegans eat vegetarian. */
  diets: { diet: Diet; count: number }[]
  allergies: { allergen: Allergen; who: Person[] }[]
}

/** Counts the diets and allergies of those who are coming and attend a meal. */
export function countMealDiets(parties: readonly Party[], { day, meal }: MealOfDay, dates: TripDates): MealDiets {
  const eaters = listPersons(parties).filter(
    (person) => person.coming === 'coming' && attendsMeal(stayIn(person, dates), day, meal),
  )
  const followed = eaters.map(dietsOf)
  const isNeeded = (diet: Diet) => eaters.some((person) => person.diets[diet] || dietsByAllergy(person).includes(diet))
  return {
    eaters: eaters.length,
    diets: diets
      .filter(isNeeded)
      .map((diet) => ({ diet, count: followed.filter((some) => some.has(diet)).length }))
      .toSorted((one, other) => other.count - one.count),
    allergies: allergens
      .map((allergen) => ({ allergen, who: eaters.filter((person) => person.allergens[allergen]) }))
      .filter(({ who }) => who.length > 0),
  }
}
