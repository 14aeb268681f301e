import { listText } from '#domain/list-text.ts'
import { daysBetween, type LocalDate } from '#domain/local-date.ts'
import { daysBefore } from '#domain/todos/due.ts'
import { isOverdue, type PlannedTodo } from '#domain/todos/plan-todos.ts'
import { formatWeekday } from '#domain/trip-range.ts'
import * as m from '#messages'
import { type Names, whoIs } from '#web/trip-core/people/names.ts'

/* What the screen says about to-dos. */

/** So many days ahead are counted; later than that, the date says more. */
const MAX_COUNTED = 7

/** 'Overdue · due Fri, Jul 24', 'In 3 days · Fri, Aug 7', '14 days before departure · Fri, Jul 24'; '' for any time. */
export function dueText({ todo, date }: Pick<PlannedTodo, 'todo' | 'date'>, today: LocalDate): string {
  const days = daysBefore(todo.due)
  const before = days === undefined ? '' : m.todos_before({ days })
  if (date === undefined) return before && m.todos_before_undated({ before })
  const on = formatWeekday(date, today)
  if (isOverdue({ todo, date }, today)) return m.todos_overdue({ date: on })
  const ahead = daysBetween(today, date)
  if (!todo.is_done && ahead <= MAX_COUNTED) return m.todos_due_soon({ days: ahead, date: on })
  return before ? m.todos_before_dated({ before, date: on }) : m.todos_by({ date: on })
}

/** 'You and Ben', 'Open to take · Kim isn’t coming'; '' if the only person in the trip does it. */
export function doersText(one: PlannedTodo, names: Names): string {
  const { todo, on, notComing, former, isAlone } = one
  if (isAlone) return ''
  const lost = todo.is_done ? [] : [...notComing, ...former].map((id) => doerText(id, one, names))
  const open = todo.is_done ? '' : m.todos_open()
  // Two people may have the same name.
  return [...new Set([on.length > 0 ? listText(on.map(names.nameOf)) : open, ...lost])].filter(Boolean).join(' · ')
}

/** Who has taken it, and why they no longer see to it. */
export function doerText(personId: string, { notComing, former }: PlannedTodo, names: Names): string {
  if (notComing.includes(personId)) return m.todos_not_coming(whoIs(personId, names))
  return former.includes(personId) ? m.todos_left() : names.nameOf(personId)
}

/** The to-dos of a filter. */
export const todoFilters = ['all', 'mine', 'overdue'] as const
export type TodoFilter = (typeof todoFilters)[number]

export function isShown(
  one: PlannedTodo,
  filter: TodoFilter,
  { me, today }: { me: string; today: LocalDate },
): boolean {
  if (filter === 'mine') return one.on.includes(me)
  return filter === 'all' || isOverdue(one, today)
}
