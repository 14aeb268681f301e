import { groupBy } from '../group-by.ts'
import type { LocalDate } from '../local-date.ts'
import { listNotComing } from '../not-coming.ts'
import type { Party } from '../plan/people.ts'
import type { Todo, Todos } from '../plan/todos.ts'
import type { TripDates } from '../trip-days.ts'
import { daysBefore, dueDate } from './due.ts'

/*
 * By when each to-do is due, and who sees to it.
 * Invariants: somebody who is not coming or has left the trip sees to nothing, so what they took is open again. They
 *   have it again if they come after all. Nobody counts twice, also if two people were merged who had both taken it.
 *   Where somebody plans alone, all of it is theirs, and nobody has to take anything.
 */

export interface PlannedTodo {
  todo: Todo
  /** By when; undefined for any time, and for days before a departure that nobody knows. */
  date: LocalDate | undefined
  /** The ids of those who see to it, in the order in which they took it. If nobody does, it is open to take. */
  on: readonly string[]
  /** Those who took it and are not coming. */
  notComing: readonly string[]
  /** Those who took it and have left the trip. */
  former: readonly string[]
  /** Whether it belongs to the only person in the trip: then no screen says who does it. */
  isAlone: boolean
}

interface PeopleOfTrip {
  people: readonly Party[]
  dates: Pick<TripDates, 'departure_date'>
  /** Whether somebody is in the trip, on its list of people or not. */
  isKnown: (personId: string) => boolean
  /** The person who plans the trip alone: see `findSoleDoer`. */
  sole?: string | undefined
}

/**
 * What is due first comes first. Days before a departure that nobody knows come after all dates, the most days first.
 * What is due any time comes last, in the order of the list.
 */
export function planTodos({ todos, doers }: Todos, { people, dates, isKnown, sole }: PeopleOfTrip): PlannedTodo[] {
  const declined = listNotComing(people)
  const isAlone = sole !== undefined && !declined.has(sole)
  const doersOf = groupBy(doers, ({ todo }) => todo)
  const planned = todos.map((todo): PlannedTodo => {
    const date = dueDate(todo.due, dates)
    if (isAlone) return { todo, date, on: [sole], notComing: [], former: [], isAlone }
    const ids = [...new Set((doersOf.get(todo.id) ?? []).map(({ person_id }) => person_id))]
    const notComing = ids.filter((id) => declined.has(id))
    const former = ids.filter((id) => !declined.has(id) && !isKnown(id))
    const on = ids.filter((id) => !notComing.includes(id) && !former.includes(id))
    return { todo, date, on, notComing, former, isAlone }
  })
  return planned.toSorted(byDue)
}

function byDue({ date: one, todo }: PlannedTodo, { date: other, todo: otherTodo }: PlannedTodo): number {
  if (one === undefined && other === undefined) return (daysBefore(otherTodo.due) ?? -1) - (daysBefore(todo.due) ?? -1)
  if (one === other) return 0
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1
  return one < other ? -1 : 1
}

/** Whether it should have been done before today. What is due today is not. */
export const isOverdue = ({ todo, date }: Pick<PlannedTodo, 'todo' | 'date'>, today: LocalDate): boolean =>
  !todo.is_done && date !== undefined && date < today

/** Whether somebody still has to take it. */
export const isUntaken = ({ todo, on }: Pick<PlannedTodo, 'todo' | 'on'>): boolean => !todo.is_done && on.length === 0

/** What a person still has to do. */
export const undoneOf = (personId: string, todos: readonly PlannedTodo[]): PlannedTodo[] =>
  todos.filter(({ todo, on }) => !todo.is_done && on.includes(personId))
