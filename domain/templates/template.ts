import type { ActivityIcon, Level, MealType } from '../plan/day-parts.ts'
import type { Diet } from '../plan/people.ts'

/** The starting plan of one type of trip, as data. plan-templates.ts adds the ids. */
export interface TripTemplate {
  notes: string[]
  /** One entry per day, day 1 first. */
  meals: MealDayTemplate[]
  itinerary: ItineraryDayTemplate[]
  checklist: { category: string; items: string[] }[]
}

export interface MealTemplate {
  name: string
  description: string
  prep: string
  servings: number
  ingredients: LineTemplate[]
}

/** The text of a line, or that with what trips with the first revision of the template do not have. */
export type LineTemplate = string | MarkedLine
interface MarkedLine {
  text: string
  for_whom: `only:${Diet}` | `except:${Diet}` | 'not_counted'
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
