import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export type FieldTexts = {
  /** The visible label, and exactly the accessible name. */
  label: string
  /** What is said beside the label, and is not part of the name. */
  note?: string | undefined
  /** One line that helps, below the field. */
  hint?: string | undefined
  /** What is wrong with the value; marks the field as invalid. */
  error?: string | undefined
  /** Keeps the label for screen readers only, where the place says what the field is. */
  hideLabel?: boolean
}

/** What a field and its texts must share so that they belong together for a screen reader. */
export type FieldWiring = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

type FieldProps = FieldTexts & { className?: string | undefined; children: (wiring: FieldWiring) => ReactNode }

/** How every field for typing looks. Its letters are large enough that no phone zooms in on them. */
export const fieldLook =
  'touch w-full rounded-md border border-edge bg-raised px-3 py-2 text-base text-text transition-colors hover:border-action aria-invalid:border-2 aria-invalid:border-danger disabled:border-line disabled:bg-transparent disabled:text-muted'

/** A label, a field and the line below it, wired together. */
export function Field({ label, note, hint, error, hideLabel = false, className = '', children }: FieldProps) {
  const id = useId()
  const line = error ?? hint
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
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
