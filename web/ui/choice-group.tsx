import { type ReactNode, useId } from 'react'

type Choice<Value extends string> = {
  value: Value
  /** The label, and exactly the accessible name. */
  label: string
  hint?: string
  picture: ReactNode
}

type ChoiceGroupProps<Value extends string> = {
  legend: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
}

/** One of a few options, as large cards. Uses native radio buttons, for arrow keys, forms and screen readers. */
export function ChoiceGroup<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  disabled = false,
}: ChoiceGroupProps<Value>) {
  const id = useId()
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,50%-0.375rem)),1fr))] gap-3">
        {choices.map((choice) => (
          // The label wraps the card: in Firefox an input has no pseudo-element that could cover it.
          <label
            key={choice.value}
            className="block cursor-pointer overflow-hidden rounded-md border border-edge bg-raised transition-colors has-checked:border-action has-checked:bg-action-soft has-checked:rim-action has-focus-visible:outline-3 has-focus-visible:outline-offset-4 has-focus-visible:outline-focus"
          >
            {choice.picture}
            <span className="flex items-start gap-2.5 p-3">
              <input
                type="radio"
                name={id}
                value={choice.value}
                checked={choice.value === value}
                onChange={() => onChange(choice.value)}
                aria-labelledby={`${id}-${choice.value}`}
                aria-describedby={choice.hint ? `${id}-${choice.value}-hint` : undefined}
                className="peer mt-0.5 size-5 shrink-0 outline-none"
              />
              <span>
                <span id={`${id}-${choice.value}`} className="sign block leading-tight">
                  {choice.label}
                </span>
                {choice.hint && (
                  <span id={`${id}-${choice.value}-hint`} className="block text-sm text-muted">
                    {choice.hint}
                  </span>
                )}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
