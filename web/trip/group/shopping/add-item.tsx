import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { MAX_SHOPPING_TEXT } from '#domain/plan/shopping.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { fieldLook } from '#web/ui/field.tsx'

/** Adds items of people's own, one after the other. */
export function AddItem({ onAdd }: { onAdd: (text: string) => void }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) onAdd(text.trim())
    setText('')
    field.current?.focus()
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
