import { NotebookPen } from 'lucide-react'
import { type Feature, notToday } from '#web/trip-core/feature.ts'

/** What everybody should know. */
export const notes = {
  icon: NotebookPen,
  page: 'trip',
  tab: 'overview',
  today: notToday,
  open: [],
  promises: undefined,
} satisfies Feature
