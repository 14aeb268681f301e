import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { Field, type FieldTexts, fieldLook } from './field.tsx'
import { useCaretPosition } from './use-caret-position.ts'

type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'id' | 'ref'>

/** Loaded only where the browser cannot do it itself: Safari before 26.2, Firefox before 152, Chrome before 123. */
const growth = CSS.supports('field-sizing', 'content') ? undefined : import('./text-area-growth.ts')

/** Text of several lines that grows with what is written. Takes everything that a `<textarea>` takes; `className` goes to the whole. */
export function TextArea({ label, hint, error, hideLabel, className, rows = 1, ...rest }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useCaretPosition(area, rest.value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows when the text changes, whoever has changed it.
  useLayoutEffect(() => {
    void growth?.then(({ grow }) => area.current && grow(area.current))
  }, [rest.value])
  return (
    <Field {...{ label, hint, error, className }} hideLabel={hideLabel ?? false}>
      {(wiring) => (
        <textarea
          ref={area}
          rows={rows}
          {...rest}
          {...wiring}
          className={`${fieldLook} field-sizing-content resize-y`}
        />
      )}
    </Field>
  )
}
