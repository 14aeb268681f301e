import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export type FieldTexts = {
  /** The visible label, and exactly the accessible name. */
  label: string
  /** A note next to the label that is not part of the name. */
  note?: string | undefined
  hint?: string | undefined
  /** What is wrong with the value. Marks the field as invalid. */
  error?: string | undefined
  /** Hides the label visually, where the context already names the field. */
  hideLabel?: boolean
}

/** The attributes that connect a field with its label and texts for screen readers. */
type FieldWiring = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

type FieldProps = FieldTexts & { className?: string | undefined; children: (wiring: FieldWiring) => ReactNode }

/** The style of every text field. The font is large enough that phones don't zoom in on it. */
export const fieldLook =
  'touch w-full rounded-md border border-edge bg-raised px-3 py-2 text-base pointer-coarse:text-[1.0625rem] text-text data-placeholder:text-muted transition-colors hover:border-action aria-invalid:border-2 aria-invalid:border-danger disabled:border-line disabled:bg-transparent disabled:text-muted'

export function Field({ label, note, hint, error, hideLabel = false, className = '', children }: FieldProps) {
  const id = useId()
  const line = error ?? hint
  return (
    <div className={`grid grid-cols-1 content-start gap-1.5 ${className}`}>
      <div className={hideLabel ? 'sr-only' : 'text-sm'}>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {note && <span className="text-muted"> · {note}</span>}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': line ? `${id}-line` : undefined })}
      {line && (
        <p id={`${id}-line`} className={`flex items-start gap-1.5 text-sm ${error ? 'text-danger' : 'text-muted'}`}>
          {error && <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />}
          {line}
        </p>
      )}
    </div>
  )
}
