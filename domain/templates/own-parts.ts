import type { Json } from '../operations/json.ts'
import type { ChecklistGroup, ChecklistItem } from '../plan/checklist.ts'
import { type Level, levels, type MealType, mealTypes } from '../plan/day-parts.ts'
import type { Duties } from '../plan/duties.ts'
import type { Gear } from '../plan/gear.ts'
import type { SectionValue } from '../plan/index.ts'
import type { Itinerary, ItineraryDay } from '../plan/itinerary.ts'
import { type Meal, type MealDay, type Meals, mealDefaults, newMealDay } from '../plan/meals.ts'
import type { Note } from '../plan/notes.ts'
import type { TripType } from '../trip.ts'
import type { IsSample, SampleName } from './sample.ts'

/*
 * Sections without the sample in them: what people have planned.
 * Invariants: a value without samples is returned as it is, and so is each day and category, so that what is computed
 *   from it is not computed again. What people ticked, promised to bring or cook is their own, with the part it is of.
 */

/** The paths of parts, by which they are adopted: those of their days and categories are before the last slash. */
export const pathOf = {
  note: ({ id }: Pick<Note, 'id'>) => `notes/${id}`,
  meal: (day: number | string, place: MealType | 'snacks') => `meals/${day}/${place}`,
  dayTitle: (day: number | string) => `itinerary/${day}/title`,
  activity: (day: number | string, level: Level, { id }: { id: string }) => `itinerary/${day}/${level}/${id}`,
  category: ({ id }: Pick<ChecklistGroup, 'id'>) => `checklist/${id}/category`,
  item: (group: Pick<ChecklistGroup, 'id'>, { id }: Pick<ChecklistItem, 'id'>) => `checklist/${group.id}/${id}`,
}

/** All parts of a section in their order, by their paths. */
export const partsOf: { [Name in SampleName]: (value: SectionValue<Name>) => [path: string, part: Json][] } = {
  notes: (notes) => notes.map((note) => [pathOf.note(note), note]),
  meals: (meals) =>
    Object.entries(meals).flatMap(([day, { meals: ofDay, snacks }]) => [
      ...mealTypes.map((place): [string, Json] => [pathOf.meal(day, place), ofDay[place]]),
      [pathOf.meal(day, 'snacks'), snacks],
    ]),
  itinerary: (itinerary) =>
    Object.entries(itinerary).flatMap(([day, ofDay]) => [
      [pathOf.dayTitle(day), ofDay.title],
      ...levels.flatMap((level) =>
        ofDay[level].map((activity): [string, Json] => [pathOf.activity(day, level, activity), activity]),
      ),
    ]),
  checklist: (groups) =>
    groups.flatMap((group) => [
      [pathOf.category(group), group.category],
      ...group.items.map((item): [string, Json] => [pathOf.item(group, item), item]),
    ]),
}

export function ownNotes(notes: Note[], isSample: IsSample): Note[] {
  return keepSame(
    notes,
    notes.filter((note) => !isSample(pathOf.note(note), note)),
  )
}

/** A meal of a sample in a day with own meals: nobody has planned it. */
const unplanned = (meal: Meal): Meal => {
  const known = unplannedMeals.get(meal)
  if (known) return known
  const { servings } = meal
  const blank: Meal = { name: '', description: '', prep: '', servings, ...mealDefaults, ingredients: [] }
  unplannedMeals.set(meal, blank)
  return blank
}
const unplannedMeals = new WeakMap<Meal, Meal>()

/** @param duties who cooks: a meal with a cook is the group's own */
export function ownMeals(meals: Meals, isSample: IsSample, duties: Duties | undefined): Meals {
  const cooked = listCooked(duties)
  return mapDays(meals, (number, day) => {
    const isOwn = (place: MealType) =>
      !isSample(pathOf.meal(number, place), day.meals[place]) || cooked.has(`${number} ${place}`)
    const hasOwnSnacks = day.snacks.length > 0 && !isSample(pathOf.meal(number, 'snacks'), day.snacks)
    const own = mealTypes.filter(isOwn)
    if (own.length === 0 && !hasOwnSnacks) return undefined
    if (own.length === mealTypes.length && (hasOwnSnacks || day.snacks.length === 0)) return day
    const at = (place: MealType) => (own.includes(place) ? day.meals[place] : unplanned(day.meals[place]))
    const ofDay = { breakfast: at('breakfast'), lunch: at('lunch'), dinner: at('dinner') }
    return { meals: ofDay, snacks: hasOwnSnacks || day.snacks.length === 0 ? day.snacks : [] } satisfies MealDay
  })
}

/** The meals that somebody cooks: '1 dinner'. */
function listCooked(duties: Duties | undefined): ReadonlySet<string> {
  const volunteered = new Set(duties?.volunteers.map(({ duty }) => duty))
  const cooking = duties?.duties.filter(({ id, kind }) => kind === 'cook' && volunteered.has(id)) ?? []
  return new Set(cooking.map(({ day, meal }) => `${day} ${meal}`))
}

export function ownItinerary(itinerary: Itinerary, isSample: IsSample): Itinerary {
  return mapDays(itinerary, (number, day): ItineraryDay | undefined => {
    const own = (level: Level) =>
      keepSame(
        day[level],
        day[level].filter((activity) => !isSample(pathOf.activity(number, level, activity), activity)),
      )
    const [light, hard] = [own('light'), own('hard')]
    const hasOwnTitle = !isSample(pathOf.dayTitle(number), day.title)
    if (light.length === 0 && hard.length === 0 && !hasOwnTitle) return undefined
    if (light === day.light && hard === day.hard && hasOwnTitle) return day
    return { title: hasOwnTitle ? day.title : '', light, hard }
  })
}

/** @param gear who brings what: an item that somebody promised is the group's own */
export function ownChecklist(groups: ChecklistGroup[], isSample: IsSample, gear: Gear | undefined): ChecklistGroup[] {
  const promised = new Set(gear?.claims.flatMap(({ item, count, is_packed }) => (count > 0 || is_packed ? [item] : [])))
  const isOwn = (group: ChecklistGroup, item: ChecklistItem) =>
    promised.has(item.id) || !isSample(pathOf.item(group, item), item)
  return keepSame(
    groups,
    groups.flatMap((group) => {
      const items = group.items.filter((item) => isOwn(group, item))
      if (items.length === group.items.length && items.length > 0) return [group]
      const hasOwnName = !isSample(pathOf.category(group), group.category)
      return items.length > 0 || hasOwnName ? [items.length === group.items.length ? group : { ...group, items }] : []
    }),
  )
}

/**
 * A section from which its sample was removed: a meal of it becomes that of a new day if the day has own ones.
 * @param servings of the meals of a new day; 0 for those of the type of trip
 */
export function withoutSample<Name extends SampleName>(
  name: Name,
  { type, servings }: { type: TripType; servings: number },
  value: SectionValue<Name>,
  isSample: IsSample,
): SectionValue<Name> {
  const without: { [One in SampleName]: (stored: SectionValue<One>) => SectionValue<One> } = {
    notes: (notes) => ownNotes(notes, isSample),
    meals: (meals) =>
      mapDays(ownMeals(meals, isSample, undefined), (number, own) => {
        const stored = meals[number]?.meals
        const fresh = newMealDay(type, Number(number), servings).meals
        const at = (place: MealType) => (own.meals[place] === stored?.[place] ? own.meals[place] : fresh[place])
        return { ...own, meals: { breakfast: at('breakfast'), lunch: at('lunch'), dinner: at('dinner') } }
      }),
    itinerary: (itinerary) => ownItinerary(itinerary, isSample),
    checklist: (groups) => ownChecklist(groups, isSample, undefined),
  }
  return without[name](value)
}

/** The days for which `own` returns one. The same days if it returns the same ones. */
function mapDays<Day>(days: Record<string, Day>, own: (number: string, day: Day) => Day | undefined) {
  const all = Object.entries(days)
  const kept = all.flatMap(([number, day]) => {
    const one = own(number, day)
    return one === undefined ? [] : [[number, one] as const]
  })
  const isSame = kept.length === all.length && kept.every(([number, day]) => day === days[number])
  return isSame ? days : Object.fromEntries(kept)
}

/** Returns `list` itself if `changed` has the same entries. */
export function keepSame<Entry>(list: Entry[], changed: Entry[]): Entry[] {
  const isSame = changed.length === list.length && changed.every((entry, index) => entry === list[index])
  return isSame ? list : changed
}
