import { lazy, Suspense, useEffect, useState } from 'react'
import type { OptionalLocalDate } from '#domain/local-date.ts'
import { listPersons } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'

const MovedDatesQuestion = lazy(async () => ({
  default: (await importWithRetry(() => import('./moved-dates-question.tsx'))).MovedDatesQuestion,
}))

/** While somebody types a date, it is complete and wrong for a moment: the question waits this long. */
const SETTLED_MS = 1000

/** After the departure has changed, asks whether people's days keep their dates or move with the trip. */
export function MovedDates({ trip, departure }: { trip: Trip; departure: OptionalLocalDate }) {
  const people = useSection(trip.id, 'people')
  // A quick check. The question checks the rest, and its code is loaded only then.
  const isDue = listPersons(people?.value ?? []).some(({ settled_for }) => settled_for && settled_for !== departure)
  const [settled, setSettled] = useState(departure)
  /** It stays rendered after the choice, which can be undone. */
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(departure), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [departure])
  if (isDue && settled === departure && !isLoaded) setIsLoaded(true)
  if (!isLoaded || departure === '' || !people?.edit) return null
  return (
    <Suspense>
      <MovedDatesQuestion parties={people.value} departure={settled || departure} edit={people.edit} />
    </Suspense>
  )
}
