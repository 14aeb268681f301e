import type { ActivityTemplate } from './template.ts'

/** The activities of a new day. They suit the last day and any later one. */
export const airTravelNewDay: Record<'light' | 'hard', ActivityTemplate[]> = {
  light: [
    {
      time: '10:00 AM',
      activity: 'Coffee & a Stroll',
      description: 'A slow start at a local café, then a walk around the neighbourhood.',
      duration: '2 hours',
      icon: 'Coffee',
    },
    {
      time: '2:30 PM',
      activity: 'Free Time',
      description: 'A park bench, a little shopping or a rest at the hotel.',
      duration: '2 hours',
      icon: 'Sun',
    },
  ],
  hard: [
    {
      time: '8:30 AM',
      activity: 'Morning of Sights',
      description: 'Two or three places within walking distance, before the crowds arrive.',
      duration: '3 hours 30 minutes',
      icon: 'MapPin',
    },
    {
      time: '1:30 PM',
      activity: 'Walk Across Town',
      description: 'A new part of the city on foot, with a climb to a viewpoint.',
      duration: '3 hours',
      icon: 'Activity',
    },
  ],
}
