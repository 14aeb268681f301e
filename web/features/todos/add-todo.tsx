import { Plus } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { MAX_TODO } from '#domain/plan/todos.ts'
import { isBlank } from '#domain/text.ts'
import * as m from '#messages'
import { insertPastedLines } from '#web/trip-core/editing/pasted-lines.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface AddTodoProps {
  /** How many more to-dos the list may have. */
  room: number
  onAdd: (texts: string[]) => void
}

/** Adds to-dos one after the other, or one for each line of a pasted text. */
export function AddTodo({ room, onAdd }: AddTodoProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isFull = room <= 0

  function submit(event: FormEvent) {
    event.preventDefault()
    field.current?.focus()
    // What somebody has typed stays until there is room for it.
    if (isFull) return
    if (!isBlank(text)) onAdd([text.trim()])
    setText('')
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    if (isFull) return
    const pasted = insertPastedLines(event, MAX_TODO, room - 1)
    if (!pasted) return
    // A single line may still be changed.
    if (pasted.more.length === 0) return setText(pasted.text)
    onAdd([pasted.text.trim(), ...pasted.more.map((line) => line.text)])
    setText('')
  }

  return (
    <form onSubmit={submit} className="flex items-start gap-2 print:hidden">
      <TextField
        ref={field}
        label={m.todos_add()}
        hideLabel
        placeholder={m.todos_add()}
        value={text}
        maxLength={MAX_TODO}
        error={isFull && text !== '' ? m.todos_list_full() : undefined}
        autoComplete="off"
        enterKeyHint="done"
        onPaste={onPaste}
        onChange={({ target }) => setText(target.value)}
        className="min-w-0 grow"
      />
      <Button variant="quiet" type="submit" className="shrink-0">
        <Plus aria-hidden="true" className="size-5 shrink-0" />
        {m.common_add()}
      </Button>
    </form>
  )
}
