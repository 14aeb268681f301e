import { useEffect, useRef } from 'react'

/** `at` is the path in the request to the invalid value, if somebody has typed that value. */
type Failure = Error & { at?: string | undefined }

/**
 * Shows a failure at the form field it is about. The field gets the focus and keeps its text. The form's fields have
 * the names of the request's fields.
 */
export function useWrongField(failure: Failure | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const wrong = failure?.at?.split('.').pop()
  useEffect(() => {
    if (failure && wrong) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
  }, [failure, wrong])
  return {
    form,
    isAtField: wrong !== undefined,
    errorOf: (name: string) => (name === wrong ? failure?.message : undefined),
  }
}
