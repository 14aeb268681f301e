import { useId, useState } from 'react'
import { Link } from 'wouter'
import * as m from '#messages'
import { describeSetAside, type SetAsideChange } from '#web/data/trips/describe-set-aside.ts'
import { discardSetAside, useLostTrips } from '#web/data/trips/lost-trips.ts'
import { type SetAsideTrip, useSetAside } from '#web/data/trips/set-aside.ts'
import { findListedTrip } from '#web/data/trips/trips.ts'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { MissedNotice } from './missed-trip.tsx'

/** A trip that this device knew. It can be restored, so this says when it is there again. */
export function LostTrip({ tripId, name, onDismiss }: { tripId: string; name: string; onDismiss: () => void }) {
  const [since] = useState(Date.now)
  const [attempt, setAttempt] = useState<'none' | 'under way' | 'in vain'>('none')
  const { lookedAt, look } = useLostTrips()
  // Until it has looked, the list may be older than the loss.
  const isBack = lookedAt > since && findListedTrip(tripId) !== undefined
  if (isBack) {
    return (
      <MissedNotice action={<OpenLink {...{ tripId, name }} />} onDismiss={onDismiss}>
        {m.trips_missed_back({ name })}
      </MissedNotice>
    )
  }
  const tryAgain = async () => {
    setAttempt('under way')
    await look()
    setAttempt('in vain')
  }
  const button = (
    <Button variant="quiet" className="text-sm" busy={attempt === 'under way'} onClick={() => void tryAgain()}>
      {m.common_retry()}
    </Button>
  )
  return (
    <MissedNotice action={button} onDismiss={onDismiss}>
      {m.trips_missed_no_access({ name })}
      {attempt === 'in vain' && <p>{m.trips_missed_not_back()}</p>}
    </MissedNotice>
  )
}

/** For a person who has lost trips: which of their changes had not been sent. They are sent if the trip comes back. */
export function SetAside() {
  const trips = useSetAside()
  /** Whose changes were sent, or discarded in another tab, before this page discarded them. */
  const [gone, setGone] = useState<Pick<SetAsideTrip, 'tripId' | 'name'>>()

  async function discard({ tripId, name }: SetAsideTrip) {
    const hasDiscarded = await discardSetAside(tripId)
    setGone(hasDiscarded ? undefined : { tripId, name })
  }

  return (
    <>
      {trips.length > 0 && <LookForTrips />}
      <div role="status">
        {gone && (
          <div className="mb-5">
            <MissedNotice
              action={findListedTrip(gone.tripId) && <OpenLink {...gone} />}
              onDismiss={() => setGone(undefined)}
            >
              {m.trips_set_aside_too_late()}
            </MissedNotice>
          </div>
        )}
      </div>
      {trips.map((trip) => (
        <SetAsideCard
          key={trip.tripId}
          name={trip.name}
          changes={describeSetAside(trip.entries)}
          onDiscard={() => void discard(trip)}
        />
      ))}
    </>
  )
}

function LookForTrips() {
  useLostTrips()
  return null
}

function OpenLink({ tripId, name }: { tripId: string; name: string | undefined }) {
  return (
    <Link href={`/trip/${tripId}`} className="touch inline-flex items-center text-action underline underline-offset-4">
      {name === undefined ? m.trips_left_open_unknown() : m.trips_left_open({ name })}
    </Link>
  )
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
      <ul className="mt-3 mb-4 grid gap-3">
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
