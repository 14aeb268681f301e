import type { ComponentProps } from 'react'
import { Field, type FieldTexts, fieldLook } from './field.tsx'

type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id'>

/** A single-line field of any `type`. Takes all props of an `<input>`; `className` applies to the wrapper. */
export function TextField({ label, note, hint, error, hideLabel, className, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, note, hint, error, className }} hideLabel={hideLabel ?? false}>
      {(wiring) => <input {...rest} {...wiring} className={`${fieldLook} tabular-nums`} />}
    </Field>
  )
}
