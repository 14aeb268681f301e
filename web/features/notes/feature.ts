import { NotebookPen } from 'lucide-react'
import { type Feature, notToday } from '#web/trip-core/feature.ts'

/** What everybody should know. */
export const notes = {
  icon: NotebookPen,
  tab: 'overview',
  today: notToday,
} satisfies Feature
