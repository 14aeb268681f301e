import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { Field, type FieldTexts, fieldLook } from './field.tsx'
import { useCaretPosition } from './use-caret-position.ts'

type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'id' | 'ref'>

let growth: Promise<typeof import('./text-area-growth.ts')> | undefined

/** Only for browsers without `field-sizing`: Safari before 26.2, Firefox before 152, Chrome before 123. */
function loadGrowth() {
  if (CSS.supports('field-sizing', 'content')) return undefined
  growth ??= import('./text-area-growth.ts')
  return growth
}
// Before the first text area is shown.
loadGrowth()

/** A text field that grows with its text. Takes all props of a `<textarea>`; `className` applies to the wrapper. */
export function TextArea({ label, hint, error, hideLabel, className, rows = 1, ...rest }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useCaretPosition(area, rest.value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows whenever the text changes.
  useLayoutEffect(() => {
    void loadGrowth()?.then(({ grow }) => area.current && grow(area.current))
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
