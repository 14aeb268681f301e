import { X } from 'lucide-react'
import { useRef } from 'react'
import type { LocalDate } from '#domain/local-date.ts'
import { MAX_TODO, MAX_TODO_NOTE, type Todo } from '#domain/plan/todos.ts'
import { isBlank } from '#domain/text.ts'
import type { PlannedTodo } from '#domain/todos/plan-todos.ts'
import { todoTitle } from '#domain/todos/todo-words.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import type { Names } from '#web/trip-core/people/names.ts'
import type { PersonChoice } from '#web/trip-core/people/person-choices.ts'
import { DoneFooter } from '#web/ui/done-footer.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { focusInvalid } from '#web/ui/focus-invalid.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DueField } from './due-field.tsx'
import type { TodoActions } from './todo-row.tsx'
import { doerText, dueText } from './todo-text.ts'

interface TodoDialogProps {
  one: PlannedTodo
  today: LocalDate
  dates: TripDates
  names: Names
  /** Who may take it, by the current user's rights: everybody, or their party. */
  candidates: readonly PersonChoice[]
  /** Whom the current user may take off it. */
  canGiveUpFor: (personId: string) => boolean
  actions: Pick<TodoActions, 'take' | 'giveUp'>
  /** Undefined for people who may not edit. */
  onChange: ((change: Partial<Omit<Todo, 'id'>>, isTyped?: boolean) => void) | undefined
  onRemove: () => void
  onClose: () => void
}

/** All about a to-do: who does it, and for editors what it is. */
export function TodoDialog({ one, today, dates, onChange, onRemove, onClose, ...people }: TodoDialogProps) {
  const { todo } = one
  const fields = useRef<HTMLDivElement>(null)

  const footer = (
    <DoneFooter
      remove={m.todos_remove()}
      onRemove={onChange && onRemove}
      onDone={() => focusInvalid(fields.current) || onClose()}
    />
  )
  const due = dueText(one, today)
  return (
    <Modal open isForReading onClose={onClose} title={todoTitle(todo)} footer={footer}>
      <div ref={fields} className="grid grid-cols-1 gap-5">
        {!onChange && due && <p className="text-muted">{due}</p>}
        {onChange ? (
          <>
            <TextField
              label={m.todos_text_label()}
              value={todo.text}
              maxLength={MAX_TODO}
              autoComplete="off"
              onChange={({ target }) => onChange({ text: target.value }, true)}
            />
            <div className="grid grid-cols-1 gap-2">
              <DueField due={todo.due} dates={dates} onChange={(to, isTyped) => onChange({ due: to }, isTyped)} />
              {/* Always there, so that nothing moves while somebody chooses. */}
              <p className="min-h-[1lh] text-muted">{due}</p>
            </div>
            {!one.isAlone && <Doers one={one} {...people} />}
            <TextArea
              label={m.todos_note_label()}
              value={todo.note}
              maxLength={MAX_TODO_NOTE}
              onChange={({ target }) => onChange({ note: target.value }, true)}
            />
          </>
        ) : (
          <>
            {!one.isAlone && <Doers one={one} {...people} />}
            {!isBlank(todo.note) && <p className="max-w-none whitespace-pre-line wrap-anywhere">{todo.note.trim()}</p>}
          </>
        )}
      </div>
    </Modal>
  )
}

type DoersProps = Pick<TodoDialogProps, 'one' | 'names' | 'candidates' | 'canGiveUpFor' | 'actions'>

function Doers({ one, names, candidates, canGiveUpFor, actions: { take, giveUp } }: DoersProps) {
  const { todo, on, notComing, former } = one
  const all = [...on, ...notComing, ...former]
  const others = candidates.filter(({ id }) => !all.includes(id))
  return (
    <section aria-label={m.todos_doers_title()} className="grid grid-cols-1 gap-2">
      <h3 className="text-base">{m.todos_doers_title()}</h3>
      {on.length === 0 && !todo.is_done && <p className="text-muted">{m.todos_open()}</p>}
      {all.length > 0 && (
        <ul>
          {all.map((personId) => {
            const name = names.nameOf(personId)
            return (
              <li key={personId} className="flex max-w-none items-center gap-2">
                <span className="touch flex min-w-0 grow items-center wrap-anywhere">
                  {doerText(personId, one, names)}
                </span>
                {giveUp && canGiveUpFor(personId) && (
                  <IconButton
                    icon={X}
                    label={m.todos_remove_person({ name, todo: todoTitle(todo) })}
                    title={m.common_remove()}
                    className="-mr-2"
                    onClick={() => giveUp(todo.id, personId)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {take && others.length > 0 && (
        <Field label={m.todos_add_person()}>
          {(wiring) => (
            <select
              {...wiring}
              value=""
              onChange={({ target }) => target.value && take(todo.id, target.value)}
              className={fieldLook}
            >
              <option value="">{m.common_person_choose()}</option>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </section>
  )
}
