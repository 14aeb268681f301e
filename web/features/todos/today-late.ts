import { ListTodo } from 'lucide-react'
import { isOverdue, type PlannedTodo, undoneOf } from '#domain/todos/plan-todos.ts'
import { todoTitle } from '#domain/todos/todo-words.ts'
import * as m from '#messages'
import { plannedTodos } from '#web/trip-core/derived/todos.ts'
import { namesOfSome } from '#web/trip-core/some-names.ts'
import type { TodayPlan, TodaySource } from '#web/trip-core/today.ts'

/** What the person has to do: before the trip all of it, on its days what is due, after it what is due later. */
export const todaySource: TodaySource = {
  icon: ListTodo,
  list(plan) {
    const own = listOwn(plan)
    if (own.length === 0) return []
    const only = own.length === 1 ? own[0] : undefined
    const overdue = own.filter((one) => isOverdue(one, plan.clock.date)).length
    return [
      {
        part: 'own',
        text: m.todos_today({ count: own.length, names: namesOfSome(own.map(({ todo }) => todoTitle(todo))) }),
        href: `/trip/${plan.trip.id}/before#${only?.todo.id ?? 'todos'}`,
        ...(overdue > 0 && {
          note: m.todos_today_overdue({ count: overdue, of: own.length }),
          isOpen: true,
          first: 'date',
        }),
      },
    ]
  },
}

function listOwn({ view, phase, clock, dates, me }: TodayPlan): PlannedTodo[] {
  const own = undoneOf(me, plannedTodos(view))
  if (phase.is === 'after') return own.filter(({ date }) => date !== undefined && date > dates.return_date)
  return phase.is === 'during' ? own.filter(({ date }) => date !== undefined && date <= clock.date) : own
}
