import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { textToRead } from '#domain/food/food-plan.ts'
import { questionOf } from '#domain/food/line-question.ts'
import { readLine } from '#domain/food/read-line.ts'
import { dietPeople } from '#domain/people-words.ts'
import { type Line, MAX_SERVINGS } from '#domain/plan/meals.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { dismissNote, isNoteDismissed } from '#web/data/storage/dismissed-notes.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface LineQuestionProps {
  line: Line
  /** Of its meal. For a couple, everything is for both. */
  servings: number
  onChange: (change: Partial<Line>) => void
}

const look = 'touch rounded-md text-left text-sm text-action underline underline-offset-4'

/** What a line asks, below it: whether it is only for some, and for how many its amount is. */
export function LineQuestion({ line, servings, onChange }: LineQuestionProps) {
  const { id: userId } = useUser()
  const place = useRef<HTMLDivElement>(null)
  const [isDismissed, setIsDismissed] = useState(() => isNoteDismissed(userId, line.id))
  const [isAsked, setIsAsked] = useState(false)
  const question = questionOf(line, readLine(textToRead(line)), servings)
  if (!question) return null

  /** The question is gone then, so the focus goes to its line. */
  function answer(change: Partial<Line>) {
    const item = place.current?.closest('li')
    onChange(change)
    item?.setAttribute('tabindex', '-1')
    item?.focus({ preventScroll: true })
  }

  if (question.ask === 'other_number') {
    const { words, stored } = question
    return (
      <div ref={place} className="flex flex-wrap items-center gap-x-3 text-sm">
        <span className="text-muted">{m.food_ask_other({ words, stored })}</span>
        <button type="button" className={look} onClick={() => answer({ written_for: words })}>
          {m.food_ask_use({ words })}
        </button>
      </div>
    )
  }
  if (question.ask === 'number')
    return (
      <div ref={place}>
        {isAsked ? (
          <NumberForm onAnswer={(written_for) => answer({ written_for })} onCancel={() => setIsAsked(false)} />
        ) : (
          <button type="button" className={look} onClick={() => setIsAsked(true)}>
            {m.food_ask_number()}
          </button>
        )}
      </div>
    )
  if (isDismissed || servings <= 2) return null
  return (
    <div ref={place} className="flex items-center gap-x-1">
      <div className="flex min-w-0 flex-wrap gap-x-3">
        {question.diets.map((diet) => (
          <button
            key={diet}
            type="button"
            className={look}
            onClick={() => {
              setIsAsked(true)
              answer({ for_whom: `only:${diet}` })
            }}
          >
            {m.food_ask_diet({ people: dietPeople(diet) })}
          </button>
        ))}
      </div>
      <IconButton
        icon={X}
        label={m.food_ask_diet_no({ line: line.text })}
        title={m.common_dismiss()}
        onClick={() => {
          dismissNote(userId, line.id)
          setIsDismissed(true)
        }}
      />
    </div>
  )
}

/** Asks for how many people an amount is. No form of its own: in edit mode it is within that of the tab. */
function NumberForm({ onAnswer, onCancel }: { onAnswer: (number: number) => void; onCancel: () => void }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  function submit() {
    const number = Number(typed)
    const isRight = Number.isInteger(number) && number > 0 && number <= MAX_SERVINGS
    if (isRight) onAnswer(number)
    setIsWrong(!isRight)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || !['Enter', 'Escape'].includes(event.key)) return
    event.preventDefault()
    if (event.key === 'Enter') submit()
    else onCancel()
  }
  return (
    <div className="flex flex-wrap items-start gap-2 py-1">
      <p aria-hidden="true" className="w-full text-sm text-muted">
        {m.food_ask_number()}
      </p>
      <TextField
        label={m.food_ask_number()}
        hideLabel
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_SERVINGS}
        step={1}
        autoFocus
        className="w-28"
        value={typed}
        error={isWrong ? m.food_ask_number_wrong() : undefined}
        onKeyDown={onKeyDown}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button variant="quiet" onClick={submit}>
        {m.common_save()}
      </Button>
    </div>
  )
}
