import { type FormEvent, useState } from 'react'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

/**
 * The state of a form: idle, submitting, or failed. `errorOf` returns a field's error; `failure` is the form's.
 * @param submit is called with the form's fields; what it throws is shown
 * @param fallback the text for an error without one
 */
export function useSubmission(submit: (fields: (name: string) => string) => Promise<void>, fallback: string) {
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<Error>()
  const { form, errorOf, isAtField } = useWrongField(error)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setWorking(true)
    setError(undefined)
    try {
      await submit((name) => String(fields.get(name) ?? ''))
    } catch (cause) {
      setError(cause as Error)
      setWorking(false)
    }
  }

  return { form, onSubmit, working, errorOf, failure: error && !isAtField && (error.message || fallback) }
}
