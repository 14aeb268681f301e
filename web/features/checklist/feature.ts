import { ListChecks } from 'lucide-react'
import * as m from '#messages'
import { type Feature, notToday } from '#web/trip-core/feature.ts'
import { page } from '#web/ui/loading/page.tsx'

/** What to pack. */
export const checklist = {
  icon: ListChecks,
  page: 'trip',
  tab: {
    id: 'checklist',
    label: m.plan_tab_checklist(),
    icon: ListChecks,
    sections: ['checklist'],
    Panel: page(() => import('./trip-tab.tsx').then((module) => module.ChecklistTab)),
    loading: m.checklist_loading(),
  },
  today: notToday,
  open: [],
  promises: undefined,
} satisfies Feature
