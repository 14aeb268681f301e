import { type FormEvent, useState } from 'react'

/**
 * The life of a form: idle, working, failed with the words for the person.
 * @param submit does the work with the form's fields; what it throws is shown
 * @param fallback is shown when the failure has no words of its own
 */
export function useSubmission(submit: (fields: (name: string) => string) => Promise<void>, fallback: string) {
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setWorking(true)
    setFailure(undefined)
    try {
      await submit((name) => String(fields.get(name) ?? ''))
    } catch (cause) {
      setFailure((cause as Error).message || fallback)
      setWorking(false)
    }
  }

  return { onSubmit, working, failure }
}
