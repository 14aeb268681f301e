import { derivedId } from '../derived-id.ts'
import { newBed } from './beds.ts'
import { mealTypes } from './day-parts.ts'
import type { SectionName, SectionValue } from './index.ts'
import type { Line, Meal, MealDay, Meals } from './meals.ts'
import { newCar } from './rides.ts'

/*
 * What people who only read a trip get of each section: never names of people. Only the server needs it, so browsers do
 * not load it.
 */

/** @param notComing the ids of people who are not coming, whose promises are open again */
type Readers<Value> = (value: Value, notComing?: ReadonlySet<string>) => Value

const all = <Value>(value: Value): Value => value

export const readersOf: { [Name in SectionName]: Readers<SectionValue<Name>> } = {
  details: all,
  notes: all,
  itinerary: all,
  checklist: all,
  tickets: all,
  people: () => [],
  private: () => [],
  meals: withoutNamedPeople,
  shopping: ({ items, states }) => ({
    items: items.map((item) => ({ ...item, buyer: '', note: '' })),
    states: states.map((state) => ({ ...state, buyer: '', note: '' })),
    purchases: [],
  }),
  // How many are promised of each item.
  gear: ({ claims }, notComing) => ({
    claims: claims
      .filter(({ person_id }) => !notComing?.has(person_id))
      .map(({ item, count }, index) => ({
        id: derivedId(`gear/readers/${index}`),
        item,
        name: '',
        person_id: '',
        count,
        is_packed: false,
      })),
  }),
  // How many cars, seats and riders who come there are. Places and times often say who somebody is.
  rides: ({ cars, riders }, notComing) => ({
    cars: cars.map(({ id: carId, seats }) => ({ ...newCar(carId, ''), seats })),
    riders: withoutPeople(riders, 'rides', notComing),
  }),
  // How many people each duty takes and has. A name or a note may say who somebody is.
  duties: (value, notComing) => ({
    duties: value.duties.map((one) => ({ ...one, name: '', note: '' })),
    volunteers: value.volunteers
      .filter(({ person_id }) => !notComing?.has(person_id))
      .map(({ duty: of }, index) => ({ id: derivedId(`duties/readers/${index}`), duty: of, person_id: '' })),
  }),
  // How many beds, places and sleepers who come there are. Names and notes often say who somebody is.
  beds: ({ beds, sleepers }, notComing) => ({
    beds: beds.map(({ id: bedId, kind, places }) => ({ ...newBed(bedId), kind, places })),
    sleepers: withoutPeople(sleepers, 'beds', notComing),
  }),
  // Money is nobody's business but the group's.
  costs: () => ({ currency: '', expenses: [], payments: [], former: [] }),
}

/** What readers get: that a line is for some people, but not who they are. */
function withoutNamedPeople(days: Meals): Meals {
  const shownLines = (lines: Line[]): Line[] =>
    lines.some(({ people }) => people.length > 0) ? lines.map((one) => ({ ...one, people: [] })) : lines
  const shownMeal = (one: Meal): Meal => {
    const ingredients = shownLines(one.ingredients)
    return ingredients === one.ingredients ? one : { ...one, ingredients }
  }
  const shownDay = (day: MealDay): MealDay => {
    const { breakfast, lunch, dinner } = day.meals
    const shown = {
      meals: { breakfast: shownMeal(breakfast), lunch: shownMeal(lunch), dinner: shownMeal(dinner) },
      snacks: shownLines(day.snacks),
    }
    const isSame = shown.snacks === day.snacks && mealTypes.every((type) => shown.meals[type] === day.meals[type])
    return isSame ? day : shown
  }
  const entries = Object.entries(days).map(([number, day]) => [number, shownDay(day)] as const)
  return entries.every(([number, day]) => day === days[number]) ? days : Object.fromEntries(entries)
}

/**
 * The entries of a list whose ids are people's (`personId`), for readers of a share link: how many there are of people
 * who come, under ids that are nobody's.
 */
function withoutPeople<Entry extends { id: string }>(
  entries: readonly Entry[],
  section: string,
  notComing?: ReadonlySet<string>,
): Entry[] {
  return entries
    .filter(({ id: personId }) => !notComing?.has(personId))
    .map((entry, index) => ({ ...entry, id: derivedId(`${section}/readers/${index}`) }))
}
