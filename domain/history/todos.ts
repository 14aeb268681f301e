import * as m from '#messages'
import { formatLocalDate, type LocalDate } from '../local-date.ts'
import { isDaysBefore, type Todo, type TodoDue, type Todos } from '../plan/todos.ts'
import { daysBefore } from '../todos/due.ts'
import { quote, type SectionHistory, textChange } from './words.ts'

/** The arguments of a message about a to-do. */
const todoOf = ({ within: [{ text }] }: { within: [Omit<Todo, 'id'>] }) => ({ todo: quote(text) })

function dueOf(due: TodoDue) {
  if (due === '') return { kind: 'none', days: 0, date: '' }
  if (isDaysBefore(due)) return { kind: 'before', days: daysBefore(due) ?? 0, date: '' }
  return { kind: 'date', days: 0, date: formatLocalDate(due as LocalDate) }
}

export const todos: SectionHistory<Todos> = {
  title: () => m.history_section_todos(),
  words: {
    todos: {
      insert: (change) => m.history_todo_added(todoOf(change)),
      remove: (change) => m.history_todo_removed(todoOf(change)),
      move: () => m.history_todos_moved(),
      each: {
        text: (change) => m.history_todo_text(textChange(change)),
        note: (change) => m.history_todo_note(todoOf(change)),
        due: (change) => m.history_todo_due({ ...todoOf(change), ...dueOf(change.to) }),
        is_done: (change) =>
          change.to ? m.history_todo_ticked(todoOf(change)) : m.history_todo_unticked(todoOf(change)),
      },
    },
    doers: {
      insert: () => m.history_doer_changed(),
      remove: ({ into }) => (into === undefined ? m.history_doer_changed() : m.history_doer_merged()),
      move: () => m.history_doer_changed(),
      each: {
        todo: () => m.history_doer_changed(),
        person_id: () => m.history_doer_changed(),
      },
    },
  },
}
