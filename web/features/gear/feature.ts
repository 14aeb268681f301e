import { Backpack } from 'lucide-react'
import { hasSetOff } from '#domain/today/ahead.ts'
import * as m from '#messages'
import type { Feature } from '#web/trip-core/feature.ts'
import { page } from '#web/ui/loading/page.tsx'
import { later } from '#web/ui/loading/use-loaded.ts'

/** Who brings what of the checklist. */
export const gear = {
  icon: Backpack,
  page: 'group',
  tab: {
    id: 'gear',
    label: m.gear_tab(),
    icon: Backpack,
    sections: ['gear'],
    Panel: page(() => import('./group-tab.tsx').then((module) => module.GearTab)),
    loading: m.gear_loading(),
  },
  today: {
    first: undefined,
    last: {
      mayHave: ({ values }, phase) => phase !== 'after' && (values.gear?.claims.length ?? 0) > 0,
      needsPlanners: undefined,
      code: later(() => import('./today-late.ts')),
    },
  },
  open: [
    {
      isBegun: ({ view, phase }) => !hasSetOff(phase) && (view.values.gear?.claims.length ?? 0) > 0,
      isLarge: false,
      needsPlanners: undefined,
      code: later(() => import('./gear-open.ts')),
    },
  ],
  promises: { needsPlanners: undefined, code: later(() => import('./promises.ts')) },
} satisfies Feature
