import type { Activity, ItineraryDay } from '#domain/plan/itinerary.ts'
import { newId } from '#web/data/new-id.ts'

/** An activity of this name, with all fields. */
export const activity = (name: string): Activity => ({
  id: newId(),
  time: '9:00 AM',
  activity: name,
  description: `All about ${name}`,
  duration: '2 hours',
  mapUrl: '',
  icon: 'Activity',
  place_id: '',
})

/** A day with activities of these names. */
export const itineraryDay = (title: string, light: string[] = [], hard: string[] = []): ItineraryDay => ({
  title,
  light: light.map(activity),
  hard: hard.map(activity),
})
