import * as z from 'zod/mini'
import * as m from '#messages'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { newDays } from '../templates/new-day.ts'
import type { ActivityTemplate } from '../templates/template.ts'
import { freeText, longText } from '../text.ts'
import type { TripType } from '../trip.ts'
import { dayNumber } from './day-number.ts'
import { activityIcons, type Level } from './day-parts.ts'
import { placeRef } from './place-ref.ts'
import { allOfIt, defineSection } from './section.ts'

export const MAX_ACTIVITY_TEXT = 2000

const text = freeText(MAX_ACTIVITY_TEXT)

export const activity = z.strictObject({
  id,
  /** Free text: '10:30 AM', 'after lunch'. */
  time: text,
  activity: text,
  description: longText(MAX_ACTIVITY_TEXT),
  duration: text,
  /** '' if there is none. */
  mapUrl: text,
  icon: z.enum(activityIcons),
  place_id: z._default(placeRef, ''),
})
export type Activity = z.infer<typeof activity>

export const itineraryDay = z.strictObject({ title: text, light: itemList(activity), hard: itemList(activity) })
export type ItineraryDay = z.infer<typeof itineraryDay>

/** The itinerary by day number. A day contains both levels, so it is added and removed as a whole. */
export type Itinerary = Record<string, ItineraryDay>

export const itinerary = defineSection<Itinerary>({
  schema: z.record(dayNumber, itineraryDay),
  empty: {},
  newEntry: newItineraryDay,
  failures: () => ({ load: m.plan_itinerary_load_failed(), save: m.plan_itinerary_save_failed() }),
  readers: allOfIt,
  copied: allOfIt,
})

/** What a new day starts with. Two people who add the same day independently add one. */
export function newItineraryDay(type: TripType, day: number): ItineraryDay {
  const { title, activities } = newDays[type]
  return {
    title: `Day ${day}: ${title}`,
    light: withDerivedIds(activities.light, day, 'light'),
    hard: withDerivedIds(activities.hard, day, 'hard'),
  }
}

/** What the texts of a new activity are, until somebody overwrites them: see placeholders.ts. */
export const activityPlaceholders = { activity: 'New Activity', description: 'Activity description' } as const

export function newActivity(activityId: string): Activity {
  return {
    id: activityId,
    time: '12:00 PM',
    ...activityPlaceholders,
    duration: '1 hour',
    mapUrl: '',
    icon: 'Activity',
    place_id: '',
  }
}

/** Activities from a template, with ids derived from their place. */
export function withDerivedIds(activities: ActivityTemplate[], day: number, level: Level): Activity[] {
  return activities.map((template, index) => ({
    id: derivedId(`itinerary/${day}/${level}/${index}`),
    ...template,
    mapUrl: '',
    place_id: '',
  }))
}
