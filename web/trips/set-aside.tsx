import { useId, useState } from 'react'
import * as m from '#messages'
import { describeSetAside, type SetAsideChange } from '#web/data/trips/describe-set-aside.ts'
import { useLostTrips, useSetAside } from '#web/data/trips/set-aside.ts'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'

/** For a person who has lost trips: which of their changes had not been sent. They are sent if the trip comes back. */
export function SetAside() {
  const { trips, dismiss } = useSetAside()
  useLostTrips()
  return trips.map(({ tripId, name, entries }) => (
    <SetAsideCard key={tripId} name={name} changes={describeSetAside(entries)} onDiscard={() => dismiss(tripId)} />
  ))
}

function SetAsideCard({
  name,
  changes,
  onDiscard,
}: {
  name: string | undefined
  changes: readonly SetAsideChange[]
  onDiscard: () => void
}) {
  const id = useId()
  const { state, copy } = useCopy()
  const [isAsking, setIsAsking] = useState(false)
  const count = changes.filter(({ why }) => why === undefined).length
  const text = changes.flatMap((change) => (change.text === '' ? [] : [change.text])).join('\n\n')
  return (
    <section aria-labelledby={id} className="card mb-6 p-5">
      <h2 id={id} className="mb-2 text-lg wrap-anywhere">
        {name === undefined ? m.trips_set_aside_title_unknown() : m.trips_set_aside_title({ name })}
      </h2>
      <p>{count > 0 ? m.trips_set_aside_hint({ count }) : m.trips_set_aside_refused()}</p>
      <ul className="my-4 grid gap-3">
        {changes.map((change) => (
          <li key={change.id} className="grid gap-1">
            <p className="font-semibold">{change.what}</p>
            {change.why !== undefined && <p>{change.why}</p>}
            {change.text !== '' && (
              <p className="line-clamp-6 border-l-2 border-accent pl-2 wrap-anywhere whitespace-pre-line text-muted">
                {change.text}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        {text !== '' && (
          <Button variant="quiet" onClick={() => void copy(text)}>
            {m.common_copy()}
          </Button>
        )}
        <Button variant="quiet" onClick={() => setIsAsking(true)}>
          {m.trips_set_aside_discard()}
        </Button>
        <p role="status" className="text-sm text-muted empty:hidden">
          {state === 'copied' && m.common_copied()}
          {state === 'failed' && m.common_not_done_not_copied()}
        </p>
      </div>
      {isAsking && (
        <AskDialog
          title={m.trips_set_aside_discard_title()}
          description={m.trips_set_aside_discard_description()}
          act={m.trips_set_aside_discard()}
          onAct={onDiscard}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  )
}
