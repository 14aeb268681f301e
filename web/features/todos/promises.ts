import { todoTitle } from '#domain/todos/todo-words.ts'
import * as m from '#messages'
import { plannedTodos } from '#web/trip-core/derived/todos.ts'
import type { PromiseSource } from '#web/trip-core/promises.ts'

export const promiseSource: PromiseSource = {
  title: m.todos_title,
  list({ view }, personId) {
    if (!view.values.todos) return undefined
    return plannedTodos(view).flatMap(({ todo, on, notComing }) =>
      !todo.is_done && (on.includes(personId) || notComing.includes(personId)) ? [{ text: todoTitle(todo) }] : [],
    )
  },
}
