import { todos as todosSection } from '#domain/plan/todos.ts'
import { planTodos } from '#domain/todos/plan-todos.ts'
import { derive } from './derive.ts'
import { isKnown, listedPeople, soleDoer, tripDates } from './people.ts'
import { section } from './plan-view.ts'

/** By when each to-do is due, and who sees to it. Empty until they are loaded. */
export const plannedTodos = derive(
  [section('todos'), listedPeople, tripDates, isKnown, soleDoer],
  ([todos, people, dates, known, sole]) =>
    planTodos(todos ?? todosSection.empty, { people, dates, isKnown: known, sole }),
)
