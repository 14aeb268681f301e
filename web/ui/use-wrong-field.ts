import { useEffect, useRef } from 'react'

/** A failure; `at` is the path of what is wrong in the request, where somebody has typed it. */
type Failure = Error & { at?: string | undefined }

/**
 * What is said at a form's field that a failure is about: it gets the focus, and keeps what was typed. The form's fields are named as
 * those of the request.
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
