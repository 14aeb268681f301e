import * as z from 'zod/mini'
import * as m from '#messages'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { contributionList } from '../list-kinds.ts'
import { localDate } from '../local-date.ts'
import { choice } from '../operations/form.ts'
import { freeText, longText } from '../text.ts'
import { idFromPerson, personRef } from './person-ref.ts'
import { defineSection } from './section.ts'

/*
 * What is to be done before the trip. What is to be packed is in the checklist.
 */

export const MAX_TODO = 200
export const MAX_TODO_NOTE = 1000
export const MAX_DAYS_BEFORE = 999

/** So many days before departure: '14 before'. It moves with the trip; '0 before' is the day of departure. */
const daysBefore = z.string().check(z.regex(/^(0|[1-9]\d{0,2}) before$/, 'Not a number of days before departure'))

/** By when something is to be done: a date, so many days before departure, or '' for any time. */
export const todoDue = z.union([z.literal(''), localDate, daysBefore])
export type TodoDue = string

export const todo = z.strictObject({
  id,
  text: freeText(MAX_TODO),
  note: longText(MAX_TODO_NOTE),
  // One field, so that two edits cannot mix.
  due: choice(todoDue),
  is_done: z.boolean(),
})
export type Todo = z.infer<typeof todo>

const doerIdOf = ({ todo: of, person_id }: Pick<Doer, 'todo' | 'person_id'>) =>
  derivedId(`todos/doers/${of}/${person_id}`)

/** Somebody who sees to a to-do. Without anybody, it is open for everybody to take. */
export const doer = z.strictObject({
  id: idFromPerson<Pick<Doer, 'todo' | 'person_id'>>(doerIdOf),
  /** The to-do's id. */
  todo: choice(id),
  person_id: personRef,
})
export interface Doer {
  id: string
  todo: string
  person_id: string
}

export interface Todos {
  todos: Todo[]
  doers: Doer[]
}

export const todos = defineSection<Todos>({
  schema: z.strictObject({ todos: itemList(todo), doers: contributionList(doer) }),
  empty: { todos: [], doers: [] },
  failures: () => ({ load: m.plan_todos_load_failed(), save: m.plan_todos_save_failed() }),
  readers: () => ({ todos: [], doers: [] }),
  // A date is of the earlier trip. People take them again.
  copied: ({ todos: all }, { with_ticks }) => ({
    todos: all.map((one) => ({
      ...one,
      is_done: with_ticks && one.is_done,
      due: isDaysBefore(one.due) ? one.due : '',
    })),
    doers: [],
  }),
})

export function newTodo(todoId: string, text: string): Todo {
  return { id: todoId, text, note: '', due: '', is_done: false }
}

export function newDoer(todoId: string, personId: string): Doer {
  const entry = { todo: todoId, person_id: personId }
  return { id: doerIdOf(entry), ...entry }
}

export const isDaysBefore = (due: TodoDue): boolean => due.endsWith(' before')
