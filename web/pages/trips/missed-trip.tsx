import { X } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import * as m from '#messages'
import type { MissedTrip as Missed } from '#web/data/trips/missed-trip.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Notice } from '#web/ui/notice.tsx'

const LostTrip = lazy(async () => ({ default: (await importWithRetry(() => import('./lost-trips.tsx'))).LostTrip }))

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
  const isLost = why === 'not there' && name !== undefined && tripId !== undefined
  // While the code for lost trips loads, its button already has its place.
  const retry = isLost && (
    <Button variant="quiet" className="text-sm" busy>
      {m.common_retry()}
    </Button>
  )
  const notice = (
    <MissedNotice action={retry} onDismiss={onDismiss}>
      {sentenceOf(missed)}
    </MissedNotice>
  )
  return (
    <div role="alert" className="mb-5">
      {isLost ? (
        <Suspense fallback={notice}>
          <LostTrip tripId={tripId} name={name} onDismiss={onDismiss} />
        </Suspense>
      ) : (
        notice
      )}
    </div>
  )
}

export function MissedNotice({
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
