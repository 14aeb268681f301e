import { MapPin } from 'lucide-react'
import { type Feature, notToday } from '#web/trip-core/feature.ts'

/** The places of the trip: camp, trailhead, hospital. */
export const places = {
  icon: MapPin,
  page: 'map',
  tab: '',
  today: notToday,
  open: [],
  promises: undefined,
} satisfies Feature
