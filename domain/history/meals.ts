import * as m from '#messages'
import type { MealType } from '../plan/day-parts.ts'
import type { Meal, Meals } from '../plan/meals.ts'
import { dishOf } from '../templates/placeholders.ts'
import { clockTimeText } from '../today/time-text.ts'
import { quote, type SectionHistory, type Words } from './words.ts'

const wordsOf = (meal: MealType): Words<Meal, [object]> => ({
  name: ({ at: [day = ''], was, to }) => {
    const [before, after] = [dishOf(was), dishOf(to)]
    if (before === after) return m.history_meal_changed({ meal, day })
    if (after === '') return m.history_meal_unnamed({ meal, day })
    if (before === '') return m.history_meal_named({ meal, day, to: quote(after) })
    return m.history_meal_renamed({ meal, day, was: quote(before), to: quote(after) })
  },
  description: ({ at: [day = ''] }) => m.history_meal_description_changed({ meal, day }),
  prep: ({ at: [day = ''] }) => m.history_meal_prep_changed({ meal, day }),
  servings: ({ at: [day = ''], to }) => m.history_meal_servings_set({ meal, day, servings: to }),
  follows_headcount: ({ at: [day = ''], to }) =>
    to ? m.history_meal_follows({ meal, day }) : m.history_meal_follows_no_more({ meal, day }),
  eaters: ({ at: [day = ''], to }) =>
    to === '' ? m.history_meal_eaters_cleared({ meal, day }) : m.history_meal_eaters_set({ meal, day, eaters: to }),
  served_at: ({ at: [day = ''], to }) =>
    to === ''
      ? m.history_meal_served_cleared({ meal, day })
      : m.history_meal_served_at({ meal, day, time: clockTimeText(to) }),
  link: ({ at: [day = ''] }) => m.history_meal_link_changed({ meal, day }),
  place_id: ({ at: [day = ''] }) => m.history_meal_place_changed({ meal, day }),
  ingredients: ({ at: [day = ''] }) => m.history_meal_ingredients_changed({ meal, day }),
})

export const meals: SectionHistory<Meals> = {
  title: () => m.history_section_meals(),
  words: {
    insert: ({ at: [day = ''] }) => m.history_day_added({ day }),
    remove: ({ at: [day = ''] }) => m.history_day_removed({ day }),
    each: {
      meals: { breakfast: wordsOf('breakfast'), lunch: wordsOf('lunch'), dinner: wordsOf('dinner') },
      snacks: ({ at: [day = ''] }) => m.history_snacks_changed({ day }),
    },
  },
}
