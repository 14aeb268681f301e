import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import * as m from '#messages'
import { fieldLook } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { parseCount } from './parse-count.ts'

interface StepperProps {
  /** The accessible name: what is counted. */
  label: string
  isLabelShown?: boolean
  hint?: string
  value: number
  min?: number
  max: number
  /** `isTyped`: the number may be the beginning of a longer one. */
  onChange: (value: number, isTyped: boolean) => void
  /** For a form: called with whether the text is such a number. If it isn't, it stays until somebody corrects it. */
  onValid?: (isValid: boolean) => void
  /** For the button that adds one. */
  plusRef?: Ref<HTMLButtonElement>
}

/** A whole number that is changed by two buttons, the arrow keys, or by typing. */
export function Stepper({
  label,
  isLabelShown = false,
  hint,
  value,
  min = 0,
  max,
  onChange,
  onValid,
  plusRef,
}: StepperProps) {
  const id = useId()
  /** What is typed, while it is no number within the limits. */
  const [wrong, setWrong] = useState<string>()
  const line = wrong === undefined ? hint : m.common_stepper_wrong({ min, max })

  function step(by: number) {
    setWrong(undefined)
    onValid?.(true)
    const next = Math.min(max, Math.max(min, value + by))
    if (next !== value) onChange(next, false)
  }

  function type(text: string) {
    const count = parseCount(text, { min, max })
    setWrong(count === undefined ? text : undefined)
    onValid?.(count !== undefined)
    if (count !== undefined) onChange(count, true)
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }

  return (
    <div className="grid min-w-[min(100%,10rem)] content-start justify-items-start gap-1">
      <fieldset className="flex min-w-0 items-center">
        <legend className={isLabelShown ? 'pb-1.5 text-sm font-semibold' : 'sr-only'}>{label}</legend>
        <IconButton
          icon={Minus}
          label={m.common_stepper_less({ label })}
          className="border border-edge"
          // Not `disabled`: the button would lose the focus at the limit.
          aria-disabled={value <= min || undefined}
          onClick={() => step(-1)}
        />
        <input
          aria-label={label}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={line ? id : undefined}
          value={wrong ?? value}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          onChange={({ target }) => type(target.value)}
          onBlur={onValid ? undefined : () => setWrong(undefined)}
          onKeyDown={onKeyDown}
          className={`${fieldLook} mx-1 max-w-18 px-0! text-center tabular-nums`}
        />
        <IconButton
          ref={plusRef}
          icon={Plus}
          label={m.common_stepper_more({ label })}
          className="border border-edge"
          aria-disabled={value >= max || undefined}
          onClick={() => step(1)}
        />
      </fieldset>
      <p
        id={id}
        role={wrong === undefined ? undefined : 'alert'}
        className={`text-sm empty:hidden ${wrong === undefined ? 'text-muted' : 'text-danger'}`}
      >
        {line}
      </p>
    </div>
  )
}
