import { Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { MEAL_TEXT_MAX } from '#domain/plan/meals.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface TextListEditorProps {
  texts: string[]
  /** What one of them is: 'Ingredient'. */
  label: string
  addLabel: string
  /** The text of a new one. */
  added: string
  onChange: (texts: string[]) => void
}

/** A list of plain texts. Enter adds the next one; a new one gets the focus, its text selected. */
export function TextListEditor({ texts, label, addLabel, added, onChange }: TextListEditorProps) {
  const list = useRef<HTMLUListElement>(null)
  const focusAt = useRef<number>(undefined)

  useEffect(() => {
    if (focusAt.current === undefined) return
    const field = list.current?.querySelectorAll('input')[focusAt.current]
    focusAt.current = undefined
    field?.focus()
    field?.select()
  })

  function add(index: number) {
    focusAt.current = index
    onChange([...texts.slice(0, index), added, ...texts.slice(index)])
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(index + 1)
  }

  return (
    <>
      <ul ref={list} className="grid gap-2">
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: plain texts have no ids
          <li key={index} className="flex gap-1">
            <TextField
              label={`${label} ${index + 1}`}
              hideLabel
              className="min-w-0 grow"
              value={text}
              maxLength={MEAL_TEXT_MAX}
              autoComplete="off"
              onKeyDown={(event) => onKeyDown(event, index)}
              onChange={({ target }) => onChange(texts.map((other, i) => (i === index ? target.value : other)))}
            />
            <IconButton
              icon={Trash2}
              label={`Remove ${text || `${label.toLowerCase()} ${index + 1}`}`}
              title="Remove"
              onClick={() => onChange(texts.filter((_, i) => i !== index))}
            />
          </li>
        ))}
      </ul>
      <Button variant="quiet" className="mt-2" onClick={() => add(texts.length)}>
        <Plus aria-hidden="true" className="size-5" />
        {addLabel}
      </Button>
    </>
  )
}
