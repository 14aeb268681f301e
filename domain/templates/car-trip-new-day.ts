import type { ActivityTemplate } from './template.ts'

/** The activities of a new day. They suit the last day and any later one. */
export const carTripNewDay: Record<'light' | 'hard', ActivityTemplate[]> = {
  light: [
    {
      time: '9:30 AM',
      activity: 'Morning Walk',
      description: 'A short trail or a stroll along the shore, at the pace of the slowest.',
      duration: '1 hour 30 minutes',
      icon: 'Sun',
    },
    {
      time: '2:30 PM',
      activity: 'Free Time by the Water',
      description: 'Swim, read or nap at the nearest beach. Nobody swims alone.',
      duration: '2 hours',
      icon: 'Coffee',
    },
  ],
  hard: [
    {
      time: '8:00 AM',
      activity: 'Long Hike',
      description: 'One of the longer trails. Take water, a snack, a map and rain gear.',
      duration: '3 hours',
      icon: 'Mountain',
    },
    {
      time: '2:30 PM',
      activity: 'Paddle or Bike Ride',
      description: 'A lake to cross or a trail to ride. Life jackets on the water, helmets on the bikes.',
      duration: '2 hours',
      icon: 'Activity',
    },
  ],
}
