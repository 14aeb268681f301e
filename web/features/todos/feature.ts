import { ListTodo } from 'lucide-react'
import { isDaysBefore } from '#domain/plan/todos.ts'
import type { Phase } from '#domain/today/phase.ts'
import { needsMembersIn, ownId, soleDoer } from '#web/trip-core/derived/people.ts'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import type { Feature } from '#web/trip-core/feature.ts'
import { later } from '#web/ui/loading/use-loaded.ts'

const needsMembers = needsMembersIn('todos')

/** Whether something is not done, and the person has taken any or plans alone. After the trip only what is due then. */
function mayHave(view: PlanView, phase: Phase['is']): boolean {
  const { todos: value, details } = view.values
  const me = ownId(view)
  if (!value?.doers.some(({ person_id }) => person_id === me) && soleDoer(view) === undefined) return false
  const isDueLater = (due: string) => !isDaysBefore(due) && due > (details?.return_date ?? '')
  return value?.todos.some(({ is_done, due }) => !is_done && (phase !== 'after' || isDueLater(due))) ?? false
}

/** What is to be done before the trip. */
export const todos = {
  icon: ListTodo,
  page: 'before',
  tab: '',
  today: {
    first: undefined,
    last: {
      mayHave,
      needsPlanners: needsMembers,
      code: later(() => import('./today-late.ts')),
    },
  },
  open: [
    {
      isBegun: ({ view }) => (view.values.todos?.todos.length ?? 0) > 0,
      isLarge: false,
      // Somebody who has left the trip does nothing for it.
      needsPlanners: needsMembers,
      code: later(() => import('./todos-open.ts')),
    },
  ],
  promises: { needsPlanners: undefined, code: later(() => import('./promises.ts')) },
} satisfies Feature
