import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import * as m from '#messages'
import type { MissedTrip as Missed } from '#web/data/trips/missed-trip.ts'
import { useLostTrips } from '#web/data/trips/set-aside.ts'
import { findListedTrip } from '#web/data/trips/trips.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface MissedTripProps {
  missed: Missed
  onDismiss: () => void
}

/**
 * Says why the person is here and not in the trip they asked for. It is an alert because it renders together with the
 * page: screen readers announce an alert then, but not a status.
 */
export function MissedTrip({ missed, onDismiss }: MissedTripProps) {
  const { why, name, tripId } = missed
  return (
    <div role="alert" className="mb-5">
      {why === 'not there' && name !== undefined && tripId !== undefined ? (
        <LostTrip tripId={tripId} name={name} onDismiss={onDismiss} />
      ) : (
        <MissedNotice onDismiss={onDismiss}>{sentenceOf(missed)}</MissedNotice>
      )}
    </div>
  )
}

/** A trip that this device knew. It can be restored, so this says when it is there again. */
function LostTrip({ tripId, name, onDismiss }: { tripId: string; name: string; onDismiss: () => void }) {
  const [since] = useState(Date.now)
  const [attempt, setAttempt] = useState<'none' | 'under way' | 'in vain'>('none')
  const { lookedAt, look } = useLostTrips()
  // Until it has looked, the list may be older than the loss.
  const isBack = lookedAt > since && findListedTrip(tripId) !== undefined
  if (isBack) {
    const link = (
      <Link
        href={`/trip/${tripId}`}
        className="touch inline-flex items-center text-action underline underline-offset-4"
      >
        {m.trips_left_open({ name })}
      </Link>
    )
    return (
      <MissedNotice action={link} onDismiss={onDismiss}>
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
      {attempt === 'under way' ? m.common_retrying() : m.common_retry()}
    </Button>
  )
  return (
    <MissedNotice action={button} onDismiss={onDismiss}>
      {m.trips_missed_no_access({ name })}
      {attempt === 'in vain' && <p>{m.trips_missed_not_back()}</p>}
    </MissedNotice>
  )
}

function MissedNotice({
  action,
  onDismiss,
  children,
}: {
  action?: ReactNode
  onDismiss: () => void
  children: ReactNode
}) {
  const actions = (
    <div className="flex items-center gap-1">
      {action}
      <IconButton
        icon={X}
        label={m.common_dismiss()}
        title={m.common_dismiss()}
        onClick={onDismiss}
        className="-my-2 -mr-2"
      />
    </div>
  )
  return <Notice action={actions}>{children}</Notice>
}

function sentenceOf({ why, name }: Missed): string {
  if (name === undefined) {
    if (why === 'not here') return m.trips_missed_not_here_unknown()
    return why === 'failed' ? m.trips_missed_failed_unknown() : m.trips_missed_no_access_unknown()
  }
  if (why === 'not here') return m.trips_missed_not_here({ name })
  return why === 'failed' ? m.trips_missed_failed({ name }) : m.trips_missed_no_access({ name })
}
