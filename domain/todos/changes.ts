import { MAX_ENTRIES } from '../operations/apply.ts'
import { newDoer, type Todo, type Todos } from '../plan/todos.ts'

/* What people do with to-dos, as changes of the section's value. */

/** With the to-dos that it does not have yet, as far as there is room: others may have added some of them meanwhile. */
export function withTodos(value: Todos, added: readonly Todo[]): Todos {
  const known = new Set(value.todos.map(({ id }) => id))
  const room = Math.max(0, MAX_ENTRIES - value.todos.length)
  return { ...value, todos: [...value.todos, ...added.filter(({ id }) => !known.has(id)).slice(0, room)] }
}

export function withChangedTodo(value: Todos, todoId: string, change: Partial<Omit<Todo, 'id'>>): Todos {
  return { ...value, todos: value.todos.map((one) => (one.id === todoId ? { ...one, ...change } : one)) }
}

/** Those who took it are not shown any more. If the to-do is restored, they have it again. */
export function withoutTodo(value: Todos, todoId: string): Todos {
  return { ...value, todos: value.todos.filter(({ id }) => id !== todoId) }
}

/** Assigns a to-do to a person. Changes nothing if they already have it. */
export function withDoer(value: Todos, todoId: string, personId: string): Todos {
  const isKnown = value.doers.some(({ todo, person_id }) => todo === todoId && person_id === personId)
  return isKnown ? value : { ...value, doers: [...value.doers, newDoer(todoId, personId)] }
}

export function withoutDoer(value: Todos, todoId: string, personId: string): Todos {
  const doers = value.doers.filter(({ todo, person_id }) => todo !== todoId || person_id !== personId)
  return doers.length === value.doers.length ? value : { ...value, doers }
}
