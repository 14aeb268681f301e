import { type RefObject, useEffect, useRef, useState } from 'react'

/** Focuses the first field with a mistake each time a form cannot be submitted. */
export function useWrongRow(): { form: RefObject<HTMLFormElement | null>; isTried: boolean; show: () => void } {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  return { form, isTried: tries > 0, show: () => setTries((count) => count + 1) }
}
