import { type ChecklistGroup, type ChecklistItem, NEW_ITEM } from '../plan/checklist.ts'
import type { SectionName, SectionValue } from '../plan/index.ts'
import { type Activity, activityPrompts, type Itinerary, type ItineraryDay } from '../plan/itinerary.ts'
import { type Line, type Meal, type MealDay, type Meals, mealPrompts } from '../plan/meals.ts'
import { type Ticket, ticketPrompts } from '../plan/tickets.ts'
import { tripTypes } from '../trip.ts'
import { newDays } from './new-day.ts'

/*
 * Prompts: the texts that a new entry starts with, such as 'Add details', until somebody overwrites them.
 * Job: they are stored, as the specification asks for. Where the plan is edited they are muted. Everywhere else they are
 *   left out: for readers, in Today, shopping, history and shared texts.
 * Invariants: recognized by their text, so in trips of any age. What has no prompt in it stays the same object.
 */

const prompts = {
  meal: new Set<string>(Object.values(mealPrompts.names)),
  meal_description: new Set<string>([mealPrompts.description]),
  line: new Set<string>([mealPrompts.ingredients, mealPrompts.ingredient, mealPrompts.snacks, mealPrompts.snack]),
  activity: new Set<string>([activityPrompts.activity]),
  activity_description: new Set<string>([activityPrompts.description]),
  /** After 'Day 5: '. */
  day_title: new Set<string>(tripTypes.map((type) => newDays[type].title)),
  ticket: new Set<string>([ticketPrompts.title]),
  ticket_details: new Set<string>([ticketPrompts.details]),
  item: new Set<string>([NEW_ITEM]),
}

/** What a text is of: its prompts differ. */
export type PromptOf = keyof typeof prompts

/** Whether nobody has overwritten a text yet. */
export function isPrompt(of: PromptOf, text: string): boolean {
  const typed = text.trim()
  return prompts[of].has(of === 'day_title' ? typed.replace(/^Day \d+: /, '') : typed)
}

/** The text; '' if it is a prompt. */
export const withoutPrompt = (of: PromptOf, text: string): string => (isPrompt(of, text) ? '' : text)

/** What a meal is called; '' as long as nobody has named it. */
export const dishOf = (name: string): string => withoutPrompt('meal', name).trim()

const usualPrep = new Set<string>(Object.values(mealPrompts.prep))

/** A meal without prompts. One without a name, description and ingredients takes no time. */
export const mealWithoutPrompts = once<Meal>((meal) => {
  const [name, description] = [withoutPrompt('meal', meal.name), withoutPrompt('meal_description', meal.description)]
  const ingredients = linesWithoutPrompts(meal.ingredients)
  const isEmpty = name === '' && description === '' && ingredients.length === 0
  return { name, description, ingredients, prep: isEmpty && usualPrep.has(meal.prep) ? '' : meal.prep }
})

export const linesWithoutPrompts = (lines: Line[]): Line[] =>
  lines.some(({ text }) => isPrompt('line', text)) ? lines.filter(({ text }) => !isPrompt('line', text)) : lines

export const activityWithoutPrompts = once<Activity>(({ activity, description }) => ({
  activity: withoutPrompt('activity', activity),
  description: withoutPrompt('activity_description', description),
}))

export const ticketWithoutPrompts = once<Ticket>(({ title, details }) => ({
  title: withoutPrompt('ticket', title),
  details: withoutPrompt('ticket_details', details),
}))

const mealDayWithoutPrompts = once<MealDay>(({ meals, snacks }) => ({
  meals: mealsOfDayWithoutPrompts(meals),
  snacks: linesWithoutPrompts(snacks),
}))
const mealsOfDayWithoutPrompts = once<MealDay['meals']>((meals) => mapValues(meals, mealWithoutPrompts))

const itineraryDayWithoutPrompts = once<ItineraryDay>(({ title, light, hard }) => ({
  title: withoutPrompt('day_title', title),
  light: mapSame(light, activityWithoutPrompts),
  hard: mapSame(hard, activityWithoutPrompts),
}))

const groupWithoutPrompts = once<ChecklistGroup>(({ items }) => ({ items: mapSame(items, itemWithoutPrompts) }))
const itemWithoutPrompts = once<ChecklistItem>(({ name }) => ({ name: withoutPrompt('item', name) }))

const ofSections: { [Name in SectionName]?: (value: SectionValue<Name>) => SectionValue<Name> } = {
  meals: once<Meals>((days) => mapValues(days, mealDayWithoutPrompts)),
  itinerary: once<Itinerary>((days) => mapValues(days, itineraryDayWithoutPrompts)),
  tickets: (tickets) => mapSame(tickets, ticketWithoutPrompts),
  checklist: (groups) => mapSame(groups, groupWithoutPrompts),
}

/** A section without its prompts. The same object as long as the section is. */
export function sectionWithoutPrompts<Name extends SectionName>(name: Name, value: SectionValue<Name>) {
  const strip: ((value: SectionValue<Name>) => SectionValue<Name>) | undefined = ofSections[name]
  return strip ? strip(value) : value
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
