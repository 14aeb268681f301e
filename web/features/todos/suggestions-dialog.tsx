import { Check } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { LocalDate } from '#domain/local-date.ts'
import type { Todo } from '#domain/plan/todos.ts'
import { dueDate } from '#domain/todos/due.ts'
import type { SuggestedTodo } from '#domain/todos/suggested.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/check-box.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { dueText } from './todo-text.ts'

interface SuggestionsDialogProps {
  /** How many more to-dos the list may have. */
  room: number
  suggested: readonly SuggestedTodo[]
  dates: TripDates
  today: LocalDate
  onAdd: (todos: Todo[]) => void
  onClose: () => void
}

/** Offers what most trips have to do. Nothing is on the list until somebody confirms it. */
export function SuggestionsDialog({ room, suggested, dates, today, onAdd, onClose }: SuggestionsDialogProps) {
  const form = useId()
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const [wrong, setWrong] = useState<string>()
  const chosen = suggested.filter(({ todo, isPresent }) => !isPresent && !unticked.has(todo.id))

  function tick(id: string, isTicked: boolean) {
    const others = [...unticked].filter((one) => one !== id)
    setUnticked(new Set(isTicked ? others : [...others, id]))
    setWrong(undefined)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen.length === 0) return setWrong(m.todos_suggest_none())
    if (chosen.length > room) return setWrong(m.todos_list_full())
    onAdd(chosen.map(({ todo }) => todo))
    onClose()
  }

  // Somebody else may have added the last of them meanwhile.
  const hasNone = suggested.every(({ isPresent }) => isPresent)
  const footer = hasNone ? (
    <div className="flex justify-end">
      <Button onClick={onClose}>{m.common_done()}</Button>
    </div>
  ) : (
    <FormFooter form={form} submit={m.todos_suggest_add({ count: chosen.length })} onCancel={onClose} wraps />
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={m.todos_suggest()}
      description={hasNone ? m.todos_suggest_all_present() : m.todos_suggest_help()}
      footer={footer}
    >
      <form id={form} onSubmit={submit}>
        <ul>
          {suggested.map(({ todo, isPresent }) => {
            const due = dueText({ todo, date: dueDate(todo.due, dates) }, today)
            const words = (
              <>
                <span className="block wrap-anywhere">{todo.text}</span>
                <span className="block text-sm text-muted">{isPresent ? m.todos_suggest_present() : due}</span>
              </>
            )
            return (
              <li key={todo.id} className="flex max-w-none">
                {isPresent ? (
                  <div className="touch flex min-w-0 items-center gap-3 py-1.5">
                    <Check aria-hidden="true" className="mx-1 size-5 shrink-0 text-action" />
                    <span className="min-w-0 text-muted">{words}</span>
                  </div>
                ) : (
                  <CheckBox checked={!unticked.has(todo.id)} isStruck={false} onChange={(to) => tick(todo.id, to)}>
                    {words}
                  </CheckBox>
                )}
              </li>
            )
          })}
        </ul>
        {wrong && !hasNone && (
          <p role="alert" className="text-sm text-danger">
            {wrong}
          </p>
        )}
      </form>
    </Modal>
  )
}
