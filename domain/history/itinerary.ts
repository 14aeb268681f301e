import type { Activity, Itinerary, ItineraryDay } from '../plan/itinerary.ts'
import { quote, type Said, type SectionHistory, type Words } from './words.ts'

const field =
  (what: string) =>
  ({ at: [day], within: [, { activity }] }: Pick<Said<[object, { activity: string }], unknown>, 'at' | 'within'>) =>
    `changed the ${what} of ${quote(activity)}, day ${day}`

const activities: Words<Activity[], [Pick<ItineraryDay, 'title'>]> = {
  insert: ({ at: [day], within: [, { activity }] }) => `added ${quote(activity)} to day ${day}`,
  remove: ({ at: [day], within: [, { activity }] }) => `removed ${quote(activity)} from day ${day}`,
  move: ({ at: [day] }) => `put the activities of day ${day} in another order`,
  each: {
    activity: ({ at: [day], was, to }) => `renamed ${quote(was)} to ${quote(to)}, day ${day}`,
    time: field('time'),
    description: field('description'),
    duration: field('duration'),
    mapUrl: field('map'),
    icon: field('icon'),
  },
}

export const itinerary: SectionHistory<Itinerary> = {
  title: 'Itinerary',
  words: {
    insert: ({ at: [day] }) => `added day ${day}`,
    remove: ({ at: [day] }) => `removed day ${day}`,
    each: {
      title: ({ at: [day], to }) => `renamed day ${day} to ${quote(to)}`,
      light: activities,
      hard: activities,
    },
  },
}
