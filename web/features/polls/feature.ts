import { Vote } from 'lucide-react'
import type { Feature } from '#web/trip-core/feature.ts'
import { later } from '#web/ui/loading/use-loaded.ts'
import { mayAsk } from './asked.ts'

/** When the trip can take place, and whatever else the group is asked. */
export const polls = {
  icon: Vote,
  page: 'before',
  tab: '',
  today: {
    first: undefined,
    last: {
      mayHave: ({ values }, phase) => values.polls?.polls.some((poll) => mayAsk(poll, phase)) ?? false,
      needsPlanners: undefined,
      code: later(() => import('./today-late.ts')),
    },
  },
  open: [
    {
      isBegun: ({ view, phase }) => view.values.polls?.polls.some((poll) => mayAsk(poll, phase.is)) ?? false,
      isLarge: false,
      needsPlanners: undefined,
      code: later(() => import('./polls-open.ts')),
    },
  ],
  promises: undefined,
} satisfies Feature
