import { readLine } from '../food/read-line.ts'
import { type LineScale, scaleParts } from '../food/scale.ts'
import { textOfScaled } from '../food/scaled-text.ts'
import type { ChecklistGroup, ChecklistItem } from '../plan/checklist.ts'
import { type Level, type MealType, mealTypes } from '../plan/day-parts.ts'
import type { SectionValue } from '../plan/index.ts'
import type { Activity, Itinerary } from '../plan/itinerary.ts'
import type { Line, Meal, Meals } from '../plan/meals.ts'
import type { Note } from '../plan/notes.ts'
import { isBlank } from '../text.ts'
import type { TripType } from '../trip.ts'
import { templates } from './index.ts'
import { peopleOfSample } from './new-day.ts'
import { pathOf } from './own-parts.ts'
import type { IsSample, SampleName } from './sample.ts'
import type { AdaptedText, ItemTemplate, LineTemplate } from './template.ts'

/*
 * The sample as people use it: for their number, their days and their place.
 * Job: texts as somebody would have typed them for this trip, so that nothing says the number or place of the sample.
 * Invariants: only parts that are still a sample change. Nothing is less than its share of the sample's. Without
 *   numbers and a place, the sample stays as it is.
 */

/** What is known of the trip. */
export interface Known {
  type: TripType
  /** How many people come; 0 if nobody said it. */
  people: number
  /** How many days the trip has; 0 without dates. */
  days: number
  /** Whether it goes to another place than the sample. */
  isElsewhere: boolean
}

interface Adapting {
  known: Known
  isSample: IsSample
  /** The part that is used: a section, or something in it. See `pathOf`. */
  part: string
}

/** Whether a path is the used part, or in it. */
const isIn = (path: string, part: string) => path === part || path.startsWith(`${part}/`)

/** The value of a section in which a part of its sample is adapted to the trip. */
export function adaptSample<Name extends SampleName>(
  name: Name,
  value: SectionValue<Name>,
  adapting: Adapting,
): SectionValue<Name> {
  const adapt = adapters[name] as (value: SectionValue<Name>, adapting: Adapting) => SectionValue<Name>
  return adapt(value, adapting)
}

const adapters: { [Name in SampleName]: (value: SectionValue<Name>, adapting: Adapting) => SectionValue<Name> } = {
  notes: adaptNotes,
  meals: adaptMeals,
  itinerary: adaptItinerary,
  checklist: adaptChecklist,
}

/** Whether a destination is another place than that of the sample; not if it is empty. */
export const isElsewhere = (destination: string): boolean => !isBlank(destination) && !/algonquin/i.test(destination)

const isOther = ({ type, people, isElsewhere: isOtherPlace }: Known) =>
  isOtherPlace || (people > 0 && people !== peopleOfSample(type))

/** What a text says in this trip; undefined if such a small group does not need it. */
function adaptText(template: string | AdaptedText, known: Known): string | undefined {
  if (typeof template === 'string') return template
  if (known.people > 0 && known.people < (template.from ?? 0)) return undefined
  if (!template.elsewhere || !isOther(known)) return template.text
  return template.elsewhere.replace('{count}', String(known.people || peopleOfSample(known.type)))
}

function adaptNotes(notes: Note[], { known, isSample, part }: Adapting): Note[] {
  const byText = new Map(templates[known.type].notes.map((note) => [typeof note === 'string' ? note : note.text, note]))
  return notes.flatMap((note) => {
    const path = pathOf.note(note)
    if (!isIn(path, part) || !isSample(path, note)) return [note]
    const text = adaptText(byText.get(note.text) ?? note.text, known)
    return text === undefined ? [] : [{ ...note, text }]
  })
}

function adaptMeals(meals: Meals, { known, isSample, part }: Adapting): Meals {
  const { type, people, days } = known
  const isScaled = people > 0 && people !== peopleOfSample(type)
  const kept = withoutDaysAfter(
    meals,
    days,
    (number, day) =>
      part === 'meals' &&
      mealTypes.every((place) => isSample(pathOf.meal(number, place), day.meals[place])) &&
      isSample(pathOf.meal(number, 'snacks'), day.snacks),
  )
  if (!isScaled) return kept
  return Object.fromEntries(
    Object.entries(kept).map(([number, day]) => {
      const template = templates[type].meals[Number(number) - 1]
      const isUsed = (place: MealType | 'snacks', value: Meal | Line[]) => {
        const path = pathOf.meal(number, place)
        return isIn(path, part) && isSample(path, value)
      }
      const mealAt = (place: MealType): Meal => {
        const meal = day.meals[place]
        const from = template?.[place]
        if (!from || !isUsed(place, meal)) return meal
        return {
          ...meal,
          description: from.elsewhere ?? meal.description,
          servings: people,
          ingredients: adaptLines(meal.ingredients, from.ingredients, meal.servings, people),
        }
      }
      const snacks =
        template && isUsed('snacks', day.snacks)
          ? adaptLines(day.snacks, template.snacks, peopleOfSample(type), people)
          : day.snacks
      const ofDay = { breakfast: mealAt('breakfast'), lunch: mealAt('lunch'), dinner: mealAt('dinner') }
      return [number, { meals: ofDay, snacks }]
    }),
  )
}

/**
 * @param from the lines of the template
 * @param servings for how many people they are written
 */
function adaptLines(lines: readonly Line[], from: readonly LineTemplate[], servings: number, people: number): Line[] {
  return lines.flatMap((line, index) => {
    if (line.for_whom === 'not_counted') return [line]
    const template = from[index]
    const text = (typeof template === 'object' && template.scaled) || line.text
    if (!line.for_whom.includes(':')) return [{ ...line, text: scaleText(text, people / servings, people) }]
    const some = Math.round((line.written_for * people) / servings)
    const isOnly = line.for_whom.startsWith('only:')
    // Of few people nobody follows the diet, and what is for the others is for everyone.
    if (isOnly && some === 0) return []
    const isAll = !isOnly && some >= people
    const scaled = scaleText(text, (isAll ? people : some) / line.written_for, isAll ? people : some)
    return [
      isAll
        ? { ...line, text: scaled, for_whom: 'everyone', written_for: 0 }
        : { ...line, text: scaled, written_for: some },
    ]
  })
}

function scaleText(text: string, factor: number, people: number): string {
  const reading = readLine(text)
  // What each person gets is the same for any number of people.
  if (reading.parts.length === 0 || reading.parts.some(({ isEach }) => isEach)) return text
  const scale: LineScale = { factor, each: null, written_for: 0, eating: people }
  return scaleParts(reading, scale)
    .map((scaled) => textOfScaled(scaled, scale))
    .join(', ')
}

function adaptItinerary(itinerary: Itinerary, { known: { days }, isSample, part }: Adapting): Itinerary {
  return withoutDaysAfter(itinerary, days, (number, { title, light, hard }) => {
    const isOfSample = (level: Level, list: readonly Activity[]) =>
      list.every((activity) => isSample(pathOf.activity(number, level, activity), activity))
    return (
      part === 'itinerary' &&
      isSample(pathOf.dayTitle(number), title) &&
      isOfSample('light', light) &&
      isOfSample('hard', hard)
    )
  })
}

/** The days up to the last one of the trip, and later ones that are no sample. All without dates. */
function withoutDaysAfter<Day>(
  days: Record<string, Day>,
  last: number,
  isSample: (number: string, day: Day) => boolean,
): Record<string, Day> {
  if (last === 0) return days
  return Object.fromEntries(
    Object.entries(days).filter(([number, day]) => Number(number) <= last || !isSample(number, day)),
  )
}

function adaptChecklist(groups: ChecklistGroup[], { known, isSample, part }: Adapting): ChecklistGroup[] {
  const all = templates[known.type].checklist.flatMap(({ items }) => items)
  const byText = new Map(all.map((item) => [typeof item === 'string' ? item : item.text, item]))
  const adapt = (group: ChecklistGroup, item: ChecklistItem): ChecklistItem[] => {
    const path = pathOf.item(group, item)
    if (!isIn(path, part) || !isSample(path, item)) return [item]
    const name = adaptItem(byText.get(item.name) ?? item.name, known)
    return name === undefined ? [] : [{ ...item, name }]
  }
  return groups.map((group) => ({ ...group, items: group.items.flatMap((item) => adapt(group, item)) }))
}

function adaptItem(template: ItemTemplate, known: Known): string | undefined {
  if (typeof template === 'string') return template
  const { per, one, more, byDays } = template
  if (byDays) return known.days > 0 ? adaptDays(byDays, known.days) : template.text
  if (!per || !more || known.people === 0 || known.people === peopleOfSample(known.type))
    return adaptText(template, known)
  const count = Math.ceil(known.people / per)
  return count === 1 && one ? one : more.replace('{count}', String(count))
}

/** '{days}' is the number of days, '{spare}' one more. */
function adaptDays(text: string, days: number): string {
  const counted = text.replace('{days} days', days === 1 ? '1 day' : `${days} days`)
  return counted.replace('{spare}', String(days + 1))
}
