import { ChevronRight, TriangleAlert } from 'lucide-react'
import type { LocalDate } from '#domain/local-date.ts'
import { trimmed } from '#domain/text.ts'
import { isOverdue, type PlannedTodo } from '#domain/todos/plan-todos.ts'
import { todoTitle } from '#domain/todos/todo-words.ts'
import * as m from '#messages'
import { showIfLinked } from '#web/trip-core/linked-entry.ts'
import type { Names } from '#web/trip-core/people/names.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/check-box.tsx'
import { doersText, dueText } from './todo-text.ts'

export interface TodoActions {
  /** Undefined for people who may not change the plan at all. */
  tick: ((todoId: string, isDone: boolean) => void) | undefined
  take: ((todoId: string, personId: string) => void) | undefined
  giveUp: ((todoId: string, personId: string) => void) | undefined
  open: (todoId: string) => void
}

interface TodoRowProps {
  one: PlannedTodo
  today: LocalDate
  names: Names
  /** Whether the current user may take something: not if they aren't coming. */
  canTake: boolean
  actions: TodoActions
  /** Whether it is among what is to do: its height then stays when it is ticked. */
  isInPlace: boolean
}

/** A to-do with its tick. One press takes it or gives it up; pressing its text opens the details. */
export function TodoRow({ one, today, names, canTake, actions, isInPlace }: TodoRowProps) {
  const { todo, on } = one
  const title = todoTitle(todo)
  const due = dueText(one, today)
  const doers = doersText(one, names)
  const note = trimmed(todo.note)
  const isLate = isOverdue(one, today)
  return (
    <li
      ref={showIfLinked}
      id={todo.id}
      tabIndex={-1}
      className="flex max-w-none items-start gap-x-2 border-b border-line/60 py-1 last:border-b-0"
    >
      {actions.tick && (
        <CheckBox
          checked={todo.is_done}
          label={m.todos_tick({ todo: title })}
          onChange={(isDone) => actions.tick?.(todo.id, isDone)}
        />
      )}
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-2">
        <button
          type="button"
          onClick={() => actions.open(todo.id)}
          className="touch flex min-w-0 grow basis-44 items-center gap-1 rounded-md py-1 pl-1 text-left transition-colors hover:bg-action-soft"
        >
          <span className="min-w-0 grow wrap-anywhere">
            <span className={`block ${todo.is_done ? 'text-muted line-through' : ''}`}>{title}</span>
            {due && (
              <span className={`flex items-start gap-1.5 text-sm ${isLate ? 'text-warn' : 'text-muted'}`}>
                {isLate && <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
                <span className="min-w-0">{due}</span>
              </span>
            )}
            {doers && <span className={`block text-sm ${on.length > 0 ? 'text-muted' : 'text-text'}`}>{doers}</span>}
            {!doers && isInPlace && !one.isAlone && <span aria-hidden="true" className="block h-5" />}
            {note && <span className="line-clamp-3 text-sm whitespace-pre-line text-muted">{note}</span>}
          </span>
          <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-action print:hidden" />
        </button>
        {!one.isAlone && (!todo.is_done || isInPlace) && (
          <div className={todo.is_done ? 'invisible' : 'contents'}>
            <OwnButton {...{ one, title, me: names.me, canTake, actions }} />
          </div>
        )}
      </div>
    </li>
  )
}

interface OwnButtonProps extends Pick<TodoRowProps, 'one' | 'canTake' | 'actions'> {
  title: string
  me: string
}

/** Takes what nobody has, or gives it up. The button stays, so that it keeps the focus. */
function OwnButton({ one, title, me, canTake, actions: { take, giveUp } }: OwnButtonProps) {
  const { todo, on, notComing } = one
  const isOwn = on.includes(me) || notComing.includes(me)
  const change = isOwn ? giveUp : canTake && on.length === 0 ? take : undefined
  if (!change) return null
  const act = isOwn ? m.todos_give_up() : m.todos_take()
  return (
    <Button
      variant="quiet"
      className="shrink-0 px-3 text-sm print:hidden"
      aria-label={m.todos_act_label({ act, todo: title })}
      onClick={() => change(todo.id, me)}
    >
      {act}
    </Button>
  )
}
