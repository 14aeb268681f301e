import { Megaphone } from 'lucide-react'
import { type Feature, notToday } from '#web/trip-core/feature.ts'

/** What organizers tell the group. */
export const announcements = {
  icon: Megaphone,
  page: 'before',
  tab: '',
  today: notToday,
  open: [],
  promises: undefined,
} satisfies Feature
