import type { ComponentProps } from 'react'
import { Field, type FieldTexts, fieldLook } from './field.tsx'

type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'id'>

/** Text of several lines that grows with what is written. Takes everything that a `<textarea>` takes; `className` goes to the whole. */
export function TextArea({ label, hint, error, hideLabel, className, rows = 1, ...rest }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, className }} hideLabel={hideLabel ?? false}>
      {(wiring) => <textarea rows={rows} {...rest} {...wiring} className={`${fieldLook} field-sizing-content resize-y`} />}
    </Field>
  )
}
