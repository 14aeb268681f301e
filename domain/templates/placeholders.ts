import { type ChecklistGroup, type ChecklistItem, NEW_ITEM } from '../plan/checklist.ts'
import type { SectionName, SectionValue } from '../plan/index.ts'
import { type Activity, activityPlaceholders, type Itinerary, type ItineraryDay } from '../plan/itinerary.ts'
import { type Line, type Meal, type MealDay, type Meals, mealPlaceholders } from '../plan/meals.ts'
import { type Ticket, ticketPlaceholders } from '../plan/tickets.ts'
import { tripTypes } from '../trip.ts'
import { newDays } from './new-day.ts'
import { keepSame } from './own-parts.ts'

/*
 * Placeholders: the texts that a new entry starts with, such as 'Add details', until somebody overwrites them.
 * Job: they are stored, as the specification asks for. Where the plan is edited they are muted. Everywhere else they
 *   are left out: for readers, in Today, shopping, history and shared texts.
 * Invariants: recognized by their text, so in trips of any age. What has no placeholder in it stays the same object.
 */

const placeholders = {
  meal: new Set<string>(Object.values(mealPlaceholders.names)),
  meal_description: new Set<string>([mealPlaceholders.description]),
  line: new Set<string>([
    mealPlaceholders.ingredients,
    mealPlaceholders.ingredient,
    mealPlaceholders.snacks,
    mealPlaceholders.snack,
  ]),
  activity: new Set<string>([activityPlaceholders.activity]),
  activity_description: new Set<string>([activityPlaceholders.description]),
  /** After 'Day 5: '. */
  day_title: new Set<string>(tripTypes.map((type) => newDays[type].title)),
  ticket: new Set<string>([ticketPlaceholders.title]),
  ticket_details: new Set<string>([ticketPlaceholders.details]),
  item: new Set<string>([NEW_ITEM]),
}

/** What a text is of: its placeholders differ. */
export type PlaceholderOf = keyof typeof placeholders

/** Whether nobody has overwritten a text yet. */
export function isPlaceholder(of: PlaceholderOf, text: string): boolean {
  const typed = text.trim()
  return placeholders[of].has(of === 'day_title' ? typed.replace(/^Day \d+: /, '') : typed)
}

/** The text; '' if it is a placeholder. */
export const withoutPlaceholder = (of: PlaceholderOf, text: string): string => (isPlaceholder(of, text) ? '' : text)

/** What a meal is called; '' as long as nobody has named it. */
export const dishOf = (name: string): string => withoutPlaceholder('meal', name).trim()

const usualPrep = new Set<string>(Object.values(mealPlaceholders.prep))

/** Whether anything of a meal is planned, once its placeholders are left out. */
export const isPlannedMeal = ({ name, description, prep, ingredients, link, served_at }: Meal): boolean =>
  [name, description, prep, link, served_at].some((text) => text !== '') || ingredients.length > 0

/** A meal without placeholders. One of which nothing else is planned takes no time. */
export const mealWithoutPlaceholders = withFields<Meal>((meal) => {
  const [name, description] = [
    withoutPlaceholder('meal', meal.name),
    withoutPlaceholder('meal_description', meal.description),
  ]
  const ingredients = linesWithoutPlaceholders(meal.ingredients)
  const isPlanned = !usualPrep.has(meal.prep) || isPlannedMeal({ ...meal, name, description, ingredients, prep: '' })
  return { name, description, ingredients, prep: isPlanned ? meal.prep : '' }
})

export const linesWithoutPlaceholders = (lines: Line[]): Line[] =>
  lines.some(({ text }) => isPlaceholder('line', text))
    ? lines.filter(({ text }) => !isPlaceholder('line', text))
    : lines

export const activityWithoutPlaceholders = withFields<Activity>(({ activity, description }) => ({
  activity: withoutPlaceholder('activity', activity),
  description: withoutPlaceholder('activity_description', description),
}))

export const ticketWithoutPlaceholders = withFields<Ticket>(({ title, details }) => ({
  title: withoutPlaceholder('ticket', title),
  details: withoutPlaceholder('ticket_details', details),
}))

const mealDayWithoutPlaceholders = withFields<MealDay>(({ meals, snacks }) => ({
  meals: mealsOfDayWithoutPlaceholders(meals),
  snacks: linesWithoutPlaceholders(snacks),
}))
const mealsOfDayWithoutPlaceholders = withFields<MealDay['meals']>((meals) => mapValues(meals, mealWithoutPlaceholders))

const activitiesWithoutPlaceholders = withEntries(activityWithoutPlaceholders)
const itineraryDayWithoutPlaceholders = withFields<ItineraryDay>(({ title, light, hard }) => ({
  title: withoutPlaceholder('day_title', title),
  light: activitiesWithoutPlaceholders(light),
  hard: activitiesWithoutPlaceholders(hard),
}))

const itemsWithoutPlaceholders = withEntries(
  withFields<ChecklistItem>(({ name }) => ({ name: withoutPlaceholder('item', name) })),
)
const groupWithoutPlaceholders = withFields<ChecklistGroup>(({ items }) => ({ items: itemsWithoutPlaceholders(items) }))

const ofSections: { [Name in SectionName]?: (value: SectionValue<Name>) => SectionValue<Name> } = {
  meals: withFields<Meals>((days) => mapValues(days, mealDayWithoutPlaceholders)),
  itinerary: withFields<Itinerary>((days) => mapValues(days, itineraryDayWithoutPlaceholders)),
  tickets: withEntries(ticketWithoutPlaceholders),
  checklist: withEntries(groupWithoutPlaceholders),
}

/** A section without its placeholders. The same object as long as the section is. */
export function sectionWithoutPlaceholders<Name extends SectionName>(name: Name, value: SectionValue<Name>) {
  const strip: ((value: SectionValue<Name>) => SectionValue<Name>) | undefined = ofSections[name]
  return strip ? strip(value) : value
}

/** Whether anything of an activity is planned, once its placeholders are left out. */
export const isPlannedActivity = ({ activity, description, mapUrl }: Activity): boolean =>
  [activity, description, mapUrl].some((text) => text !== '')

/** Whether somebody planned anything on any of these days, from which placeholders and samples are left out. */
export const arePlanned = {
  meals: (days: Meals): boolean =>
    Object.values(days).some(({ meals, snacks }) => snacks.length > 0 || Object.values(meals).some(isPlannedMeal)),
  itinerary: (days: Itinerary): boolean =>
    Object.values(days).some(({ title, light, hard }) => title !== '' || [...light, ...hard].some(isPlannedActivity)),
}

/** A function that changes fields of an object. It returns the same object if all fields stay the same. */
function withFields<Entry extends object>(fieldsOf: (entry: Entry) => Partial<Entry>): (entry: Entry) => Entry {
  return memo((entry) => {
    const fields = fieldsOf(entry)
    const isSame = Object.entries(fields).every(([name, value]) => value === entry[name as keyof Entry])
    return isSame ? entry : { ...entry, ...fields }
  })
}

/** A function that changes the entries of a list. It returns the same list if all entries stay the same. */
function withEntries<Entry>(change: (entry: Entry) => Entry): (list: Entry[]) => Entry[] {
  return memo((list) => keepSame(list, list.map(change)))
}

/** A function that computes the result for each object once. */
function memo<Value extends object>(compute: (value: Value) => Value): (value: Value) => Value {
  const known = new WeakMap<Value, Value>()
  return (value) => {
    const last = known.get(value)
    if (last) return last
    const result = compute(value)
    known.set(value, result)
    return result
  }
}

function mapValues<Name extends string, Value>(values: Record<Name, Value>, map: (value: Value) => Value) {
  const entries = Object.entries<Value>(values).map(([name, value]) => [name, map(value)])
  return Object.fromEntries(entries) as Record<Name, Value>
}
