import { type ReactNode, useId } from 'react'

export type Choice<Value extends string> = {
  value: Value
  /** The choice in words, and exactly its accessible name. */
  label: string
  hint?: string
  /** An icon or a small drawing. */
  picture: ReactNode
}

type ChoiceGroupProps<Value extends string> = {
  legend: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
}

/** One out of a few, as large cards. Beneath are native radio buttons: arrow keys, forms and screen readers know them. */
export function ChoiceGroup<Value extends string>({ legend, choices, value, onChange, disabled = false }: ChoiceGroupProps<Value>) {
  const id = useId()
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-3">
        {choices.map((choice) => (
          <div
            key={choice.value}
            className="relative overflow-hidden rounded-md border border-edge bg-raised transition-colors has-checked:border-action has-checked:bg-action-soft has-checked:ring-2 has-checked:ring-action has-focus-visible:outline-3 has-focus-visible:outline-offset-4 has-focus-visible:outline-focus"
          >
            {choice.picture}
            <div className="flex items-start gap-2.5 p-3">
              <input
                type="radio"
                name={id}
                id={`${id}-${choice.value}`}
                value={choice.value}
                checked={choice.value === value}
                onChange={() => onChange(choice.value)}
                aria-describedby={choice.hint ? `${id}-${choice.value}-hint` : undefined}
                className="peer mt-0.5 size-5 shrink-0 outline-none after:absolute after:inset-0"
              />
              <div>
                <label htmlFor={`${id}-${choice.value}`} className="sign leading-tight">
                  {choice.label}
                </label>
                {choice.hint && (
                  <p id={`${id}-${choice.value}-hint`} className="text-sm text-muted">
                    {choice.hint}
                  </p>
                )}
              </div>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
