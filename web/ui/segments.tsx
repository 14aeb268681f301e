import { useId } from 'react'

interface SegmentsProps<Value extends string> {
  /** What is chosen, for screen readers. */
  legend: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** A choice between a few views, side by side. Uses native radio buttons. */
export function Segments<Value extends string>({
  legend,
  options,
  value,
  onChange,
  className = '',
}: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={`min-w-0 ${className}`}>
      <legend className="sr-only">{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col overflow-hidden rounded-md border border-edge bg-raised">
        {options.map((option) => (
          <label
            key={option.value}
            className="sign touch relative flex items-center justify-center border-edge px-[min(1rem,18px,2.5vw)] text-center text-[min(var(--text-sm),6vw)] leading-tight transition-colors not-first:border-l hover:bg-action-soft has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
