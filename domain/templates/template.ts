import type { ActivityIcon, Level, MealType } from '../plan/day-parts.ts'
import type { Diet } from '../plan/people.ts'

/** The starting plan of one type of trip, as data. plan-templates.ts adds the ids. */
export interface TripTemplate {
  notes: NoteTemplate[]
  /** One entry per day, day 1 first. */
  meals: MealDayTemplate[]
  itinerary: ItineraryDayTemplate[]
  checklist: { category: string; items: ItemTemplate[] }[]
}

/** A note, or that with what it says in a trip to another place or of another group. */
export type NoteTemplate = string | AdaptedText

/** A text of the sample, and what it says in any other trip: see adapt.ts. */
export interface AdaptedText {
  text: string
  /** The same for any other trip. '{count}' is the number of people. */
  elsewhere?: string
  /** Only groups of at least this many need it. */
  from?: number
}

export type ItemTemplate = string | (AdaptedText & Partial<CountedItem> & { byDays?: string })
interface CountedItem {
  /** How many people one of it is enough for. */
  per: number
  one: string
  /** '{count}' is how many. */
  more: string
}

export interface MealTemplate {
  name: string
  description: string
  /** The same for any other number of people. */
  elsewhere?: string
  prep: string
  servings: number
  ingredients: LineTemplate[]
}

/** The text of a line, or that with what trips with the first revision of the template do not have. */
export type LineTemplate = string | MarkedLine
interface MarkedLine {
  text: string
  /** What is scaled for another number of people, if not the text. */
  scaled?: string
  for_whom?: `only:${Diet}` | `except:${Diet}` | 'not_counted'
  written_for?: number
}

export type MealDayTemplate = Record<MealType, MealTemplate> & { snacks: LineTemplate[] }

export interface ActivityTemplate {
  time: string
  activity: string
  description: string
  duration: string
  icon: ActivityIcon
}

export type ItineraryDayTemplate = { title: string } & Record<Level, ActivityTemplate[]>

/** What a new day starts with: the servings of its meals, its title after 'Day N: ', its activities. */
export interface NewDay {
  servings: number
  title: string
  activities: Record<Level, ActivityTemplate[]>
}

export interface TipsPanel {
  title: string
  lists: { title: string; items: string[] }[]
}

export type TripTips = Record<'meals' | 'checklist' | 'itinerary', TipsPanel>
