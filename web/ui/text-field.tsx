import type { ComponentProps } from 'react'
import { Field, type FieldTexts, fieldLook } from './field.tsx'

type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id'>

/** One line of text, an address, a date or a number (`type`). Takes everything that an `<input>` takes; `className` goes to the whole. */
export function TextField({ label, note, hint, error, hideLabel, className, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, note, hint, error, className }} hideLabel={hideLabel ?? false}>
      {(wiring) => <input {...rest} {...wiring} className={`${fieldLook} tabular-nums`} />}
    </Field>
  )
}
