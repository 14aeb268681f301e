import type { Meal, Meals } from '../plan/meals.ts'
import { quote, type SectionHistory, type Words } from './words.ts'

const meal = (name: string): Words<Meal, [object]> => ({
  name: ({ at: [day], was, to }) => `renamed ${name}, day ${day}, from ${quote(was)} to ${quote(to)}`,
  description: ({ at: [day] }) => `changed the description of ${name}, day ${day}`,
  prep: ({ at: [day] }) => `changed the prep of ${name}, day ${day}`,
  servings: ({ at: [day], to }) => `set the servings of ${name}, day ${day}, to ${to}`,
  ingredients: ({ at: [day] }) => `changed the ingredients of ${name}, day ${day}`,
})

export const meals: SectionHistory<Meals> = {
  title: 'Meals',
  words: {
    insert: ({ at: [day] }) => `added day ${day}`,
    remove: ({ at: [day] }) => `removed day ${day}`,
    each: {
      meals: { breakfast: meal('breakfast'), lunch: meal('lunch'), dinner: meal('dinner') },
      snacks: ({ at: [day] }) => `changed the snacks of day ${day}`,
    },
  },
}
