import { Plus } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { MAX_SHOPPING_TEXT } from '#domain/plan/shopping.ts'
import { isBlank } from '#domain/text.ts'
import * as m from '#messages'
import { insertPastedLines } from '#web/trip-core/editing/pasted-lines.ts'
import { Button } from '#web/ui/button.tsx'
import { fieldLook } from '#web/ui/field.tsx'

interface AddItemProps {
  /** Whether the field has the focus at first. */
  isFocused: boolean
  onAdd: (texts: string[]) => void
  /** How many more items the list may have. */
  room: number
}

/** Adds items of people's own, one after the other, or each line of a pasted text. */
export function AddItem({ isFocused, onAdd, room }: AddItemProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [isFocused])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBlank(text)) onAdd([text.trim()])
    setText('')
    field.current?.focus()
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = insertPastedLines(event, MAX_SHOPPING_TEXT, room - 1)
    if (!pasted) return
    // A single line may still be changed.
    if (pasted.more.length === 0) return setText(pasted.text)
    onAdd([pasted.text.trim(), ...pasted.more.map((line) => line.text)])
    setText('')
  }

  return (
    <form onSubmit={submit} className="flex gap-2">
      <input
        ref={field}
        aria-label={m.shopping_add_label()}
        placeholder={m.shopping_add_label()}
        value={text}
        maxLength={MAX_SHOPPING_TEXT}
        autoComplete="off"
        enterKeyHint="done"
        onPaste={onPaste}
        onChange={({ target }) => setText(target.value)}
        className={`${fieldLook} min-w-0 grow`}
      />
      <Button variant="quiet" type="submit" className="shrink-0">
        <Plus aria-hidden="true" className="size-5 shrink-0" />
        {m.common_add()}
      </Button>
    </form>
  )
}
