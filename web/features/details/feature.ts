import { Info } from 'lucide-react'
import { type Feature, notToday } from '#web/trip-core/feature.ts'

/** Where and when the trip is. */
export const details = {
  icon: Info,
  tab: 'overview',
  today: notToday,
} satisfies Feature
