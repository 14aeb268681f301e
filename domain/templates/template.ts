import type { ActivityIcon, Level, MealType } from '../plan/day-parts.ts'

/** The starting plan of one type of trip, as data. Ids are added by plan-templates.ts. */
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
  ingredients: string[]
}

export type MealDayTemplate = Record<MealType, MealTemplate> & { snacks: string[] }

export interface ActivityTemplate {
  time: string
  activity: string
  description: string
  duration: string
  icon: ActivityIcon
}

export type ItineraryDayTemplate = { title: string } & Record<Level, ActivityTemplate[]>

/** What a day starts with that somebody adds: the servings of its meals, its title behind 'Day N: ', its activities. */
export interface NewDay {
  servings: number
  title: string
  activities: Record<Level, ActivityTemplate[]>
}

/** A panel of static tips with its lists. */
export interface TipsPanel {
  title: string
  lists: { title: string; items: string[] }[]
}

export type TripTips = Record<'meals' | 'checklist' | 'itinerary', TipsPanel>
