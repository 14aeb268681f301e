import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import * as m from '#messages'
import { fieldLook } from './field.tsx'
import { IconButton } from './icon-button.tsx'

interface StepperProps {
  /** The accessible name: what is counted. */
  label: string
  value: number
  max: number
  onChange: (value: number) => void
  /** For the button that adds one. */
  plusRef?: Ref<HTMLButtonElement>
}

/** A number that is changed by two buttons, the arrow keys, or by typing. What is no number up to `max` is refused. */
export function Stepper({ label, value, max, onChange, plusRef }: StepperProps) {
  const id = useId()
  /** What is typed, while it differs from the value. */
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && parseCount(typed, max) === undefined

  function step(by: number) {
    setTyped(undefined)
    onChange(Math.min(max, Math.max(0, value + by)))
  }

  function type(text: string) {
    const count = parseCount(text, max)
    setTyped(count === undefined ? text : undefined)
    if (count !== undefined) onChange(count)
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }

  return (
    <div className="grid justify-items-start gap-1">
      <fieldset className="flex min-w-0 items-center">
        <legend className="sr-only">{label}</legend>
        <IconButton
          icon={Minus}
          label={m.common_stepper_less({ label })}
          className="border border-edge"
          disabled={value === 0}
          onClick={() => step(-1)}
        />
        <input
          aria-label={label}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          value={typed ?? value}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          onChange={({ target }) => type(target.value)}
          onBlur={() => setTyped(undefined)}
          onKeyDown={onKeyDown}
          className={`${fieldLook} mx-1 max-w-18 text-center tabular-nums`}
        />
        <IconButton
          ref={plusRef}
          icon={Plus}
          label={m.common_stepper_more({ label })}
          className="border border-edge"
          disabled={value >= max}
          onClick={() => step(1)}
        />
      </fieldset>
      <p id={id} role="alert" className="text-sm text-danger empty:hidden">
        {isWrong && m.common_stepper_wrong({ max })}
      </p>
    </div>
  )
}

function parseCount(text: string, max: number): number | undefined {
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : undefined
  return count !== undefined && count <= max ? count : undefined
}
