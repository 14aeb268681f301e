import { Route } from 'lucide-react'
import { type Feature, notToday } from '#web/trip-core/feature.ts'

/** The tracks of the trip: trails, rivers, roads. */
export const tracks = {
  icon: Route,
  page: 'map',
  tab: '',
  today: notToday,
  open: [],
  promises: undefined,
} satisfies Feature
