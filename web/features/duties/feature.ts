import { ClipboardList } from 'lucide-react'
import { needsMembersIn, ownId } from '#web/trip-core/derived/people.ts'
import type { Derived } from '#web/trip-core/derived/plan-view.ts'
import type { Feature } from '#web/trip-core/feature.ts'
import { later } from '#web/ui/loading/use-loaded.ts'

/** Whether the person has a duty, on the days of the trip or later. */
const hasDuty: Derived<boolean> = (view) =>
  view.values.duties?.volunteers.some(({ person_id }) => person_id === ownId(view)) ?? false

/** Who does what for all. */
export const duties = {
  icon: ClipboardList,
  page: 'group',
  tab: { of: 'rides', view: 'duties' },
  today: {
    first: {
      mayHave: (_view, phase) => phase === 'during',
      needsPlanners: needsMembersIn('duties'),
      code: later(() => import('./today.ts')),
    },
    last: {
      mayHave: (view, phase) => (phase === 'before' || phase === 'undated') && hasDuty(view),
      needsPlanners: undefined,
      code: later(() => import('./today-late.ts')),
    },
  },
  open: [
    {
      isBegun: ({ view }) => (view.values.duties?.duties.length ?? 0) > 0,
      isLarge: false,
      needsPlanners: undefined,
      code: later(() => import('./duties-open.ts')),
    },
  ],
  promises: { needsPlanners: undefined, code: later(() => import('./promises.ts')) },
} satisfies Feature
