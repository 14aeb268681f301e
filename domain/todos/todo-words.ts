import * as m from '#messages'
import type { Todo } from '../plan/todos.ts'
import { trimmed } from '../text.ts'

/** What a to-do is called, also if its text was cleared. */
export const todoTitle = ({ text }: Pick<Todo, 'text'>): string => trimmed(text) || m.todos_untitled()
