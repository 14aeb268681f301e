import { type ChecklistGroup, type ChecklistItem, NEW_ITEM } from '../plan/checklist.ts'
import type { SectionName, SectionValue } from '../plan/index.ts'
import { type Activity, activityPlaceholders, type Itinerary, type ItineraryDay } from '../plan/itinerary.ts'
import { type Line, type Meal, type MealDay, type Meals, mealPlaceholders } from '../plan/meals.ts'
import { type Ticket, ticketPlaceholders } from '../plan/tickets.ts'
import { tripTypes } from '../trip.ts'
import { newDays } from './new-day.ts'

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
export const mealWithoutPlaceholders = once<Meal>((meal) => {
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

export const activityWithoutPlaceholders = once<Activity>(({ activity, description }) => ({
  activity: withoutPlaceholder('activity', activity),
  description: withoutPlaceholder('activity_description', description),
}))

export const ticketWithoutPlaceholders = once<Ticket>(({ title, details }) => ({
  title: withoutPlaceholder('ticket', title),
  details: withoutPlaceholder('ticket_details', details),
}))

const mealDayWithoutPlaceholders = once<MealDay>(({ meals, snacks }) => ({
  meals: mealsOfDayWithoutPlaceholders(meals),
  snacks: linesWithoutPlaceholders(snacks),
}))
const mealsOfDayWithoutPlaceholders = once<MealDay['meals']>((meals) => mapValues(meals, mealWithoutPlaceholders))

const itineraryDayWithoutPlaceholders = once<ItineraryDay>(({ title, light, hard }) => ({
  title: withoutPlaceholder('day_title', title),
  light: mapSame(light, activityWithoutPlaceholders),
  hard: mapSame(hard, activityWithoutPlaceholders),
}))

const groupWithoutPlaceholders = once<ChecklistGroup>(({ items }) => ({
  items: mapSame(items, itemWithoutPlaceholders),
}))
const itemWithoutPlaceholders = once<ChecklistItem>(({ name }) => ({ name: withoutPlaceholder('item', name) }))

const ofSections: { [Name in SectionName]?: (value: SectionValue<Name>) => SectionValue<Name> } = {
  meals: once<Meals>((days) => mapValues(days, mealDayWithoutPlaceholders)),
  itinerary: once<Itinerary>((days) => mapValues(days, itineraryDayWithoutPlaceholders)),
  tickets: (tickets) => mapSame(tickets, ticketWithoutPlaceholders),
  checklist: (groups) => mapSame(groups, groupWithoutPlaceholders),
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

/**
 * @param compute the fields that may differ
 * @returns a function that computes each object once, and returns the same one if no field differs
 */
function once<Entry extends object>(compute: (entry: Entry) => Partial<Entry>): (entry: Entry) => Entry {
  const known = new WeakMap<Entry, Entry>()
  return (entry) => {
    const last = known.get(entry)
    if (last) return last
    const fields = compute(entry)
    const isSame = Object.entries(fields).every(([name, value]) => value === entry[name as keyof Entry])
    const result = isSame ? entry : { ...entry, ...fields }
    known.set(entry, result)
    return result
  }
}

const lists = new WeakMap<readonly object[], readonly object[]>()

/** The list with other entries: the same one if all are the same. */
function mapSame<Entry extends object>(list: Entry[], map: (entry: Entry) => Entry): Entry[] {
  const last = lists.get(list)
  if (last) return last as Entry[]
  const mapped = list.map(map)
  const result = mapped.every((entry, index) => entry === list[index]) ? list : mapped
  lists.set(list, result)
  return result
}

function mapValues<Name extends string, Value>(values: Record<Name, Value>, map: (value: Value) => Value) {
  const entries = Object.entries<Value>(values).map(([name, value]) => [name, map(value)])
  return Object.fromEntries(entries) as Record<Name, Value>
}
