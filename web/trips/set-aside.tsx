import { useId } from 'react'
import * as m from '#messages'
import type { RefusedOperation } from '#web/data/sync/pending-operations.ts'
import { describeRefused } from '#web/data/trips/describe-refused.ts'
import { RefusedList } from '#web/ui/refused-list.tsx'

/** Shows a person who was removed from a trip which of their changes had not been sent. */
export function SetAside({
  entries,
  onDismiss,
}: {
  entries: readonly RefusedOperation[]
  onDismiss: (ids: readonly string[]) => void
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card mb-6 p-5">
      <h2 id={id} className="mb-2 text-lg">
        {m.trips_set_aside_title()}
      </h2>
      <p className="mb-3">{m.trips_set_aside_hint()}</p>
      <RefusedList entries={entries.map(describeRefused)} onDismiss={onDismiss} />
    </section>
  )
}
