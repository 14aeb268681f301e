import { useState } from 'react'
import { Button } from './button.tsx'
import { Field, type FieldTexts, fieldLook } from './field.tsx'

type StepperFieldProps = Pick<FieldTexts, 'label' | 'hint'> & {
  value: number
  min: number
  max: number
  /** Names of the two buttons. */
  fewer: string
  more: string
  /** What is wrong with a number that is not within the limits. */
  wrong: string
  /** `undefined` while what is typed is no such number. */
  onChange: (value: number | undefined) => void
}

/** A small whole number: typed, or changed by two buttons. */
export function StepperField({ label, hint, value, min, max, fewer, more, wrong, onChange }: StepperFieldProps) {
  /** What is typed, as long as it is another text than the number's own. */
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && !isWithin(typed, min, max)

  function type(text: string) {
    setTyped(text)
    onChange(isWithin(text, min, max) ? Number(text) : undefined)
  }
  function step(by: number) {
    setTyped(undefined)
    onChange(Math.min(max, Math.max(min, value + by)))
  }

  return (
    <Field label={label} hint={hint} error={isWrong ? wrong : undefined}>
      {(wiring) => (
        <div className="flex gap-2">
          <Button variant="quiet" aria-label={fewer} disabled={value <= min && !isWrong} onClick={() => step(-1)}>
            <span aria-hidden="true">−</span>
          </Button>
          <input
            {...wiring}
            inputMode="numeric"
            autoComplete="off"
            value={typed ?? String(value)}
            onChange={({ target }) => type(target.value)}
            className={`${fieldLook} max-w-20 text-center tabular-nums`}
          />
          <Button variant="quiet" aria-label={more} disabled={value >= max && !isWrong} onClick={() => step(1)}>
            <span aria-hidden="true">+</span>
          </Button>
        </div>
      )}
    </Field>
  )
}

function isWithin(text: string, min: number, max: number): boolean {
  const number = Number(text)
  return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
}
