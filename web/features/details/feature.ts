import { Info } from 'lucide-react'
import { type Feature, notToday } from '#web/trip-core/feature.ts'

/** Where and when the trip is. */
export const details = {
  icon: Info,
  page: 'trip',
  tab: 'overview',
  today: notToday,
  open: [],
  promises: undefined,
} satisfies Feature
