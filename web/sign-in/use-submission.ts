import { type FormEvent, useState } from 'react'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

/**
 * The life of a form: idle, working, failed with the words for the person: `errorOf` what is said at a field, `failure` what is about
 * none of them.
 * @param submit does the work with the form's fields; what it throws is shown
 * @param fallback is shown when the failure has no words of its own
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
