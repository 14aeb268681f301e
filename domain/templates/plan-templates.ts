import { derivedId } from '../derived-id.ts'
import type { MealType } from '../plan/day-parts.ts'
import { plan, type SectionName, type SectionValue, sectionNames } from '../plan/index.ts'
import { withDerivedIds } from '../plan/itinerary.ts'
import { linesAt } from '../plan/meals.ts'
import type { TripType } from '../trip.ts'
import { templates } from './index.ts'

/** For the sections that do not start empty. */
const fromTemplates: { [Name in SectionName]?: (type: TripType) => SectionValue<Name> } = {
  notes: (type) => templates[type].notes.map((text, index) => ({ id: derivedId(`notes/${index}`), text })),

  meals: (type) =>
    Object.fromEntries(
      templates[type].meals.map(({ snacks, ...meals }, index) => {
        const day = index + 1
        const mealAt = (place: MealType) => ({
          ...meals[place],
          ingredients: linesAt(day, place, meals[place].ingredients),
        })
        const ofDay = { breakfast: mealAt('breakfast'), lunch: mealAt('lunch'), dinner: mealAt('dinner') }
        return [String(day), { meals: ofDay, snacks: linesAt(day, 'snacks', snacks) }]
      }),
    ),

  itinerary: (type) =>
    Object.fromEntries(
      templates[type].itinerary.map(({ title, light, hard }, index) => {
        const day = index + 1
        return [
          String(day),
          { title, light: withDerivedIds(light, day, 'light'), hard: withDerivedIds(hard, day, 'hard') },
        ]
      }),
    ),

  checklist: (type) =>
    templates[type].checklist.map(({ category, items }, group) => ({
      id: derivedId(`checklist/${group}`),
      category,
      items: items.map((name, item) => ({ id: derivedId(`checklist/${group}/${item}`), name, checked: false })),
    })),
}

/** The value of each section at version 0. Separate from the schemas, since few pages need it. */
export const planTemplates = Object.fromEntries(
  sectionNames.map((name) => [name, fromTemplates[name] ?? (() => plan[name].empty)]),
) as { [Name in SectionName]: (type: TripType) => SectionValue<Name> }
