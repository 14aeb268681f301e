import { X } from 'lucide-react'
import * as m from '#messages'
import type { MissedTrip as Missed } from '#web/data/trips/missed-trip.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Says why the person is here and not in the trip they asked for. It is an alert because it renders together with the
 * page: screen readers announce an alert then, but not a status.
 */
export function MissedTrip({ missed, onDismiss }: { missed: Missed; onDismiss: () => void }) {
  return (
    <div role="alert" className="mb-5">
      <Notice
        action={
          <IconButton
            icon={X}
            label={m.common_dismiss()}
            title={m.common_dismiss()}
            onClick={onDismiss}
            className="-my-2 -mr-2"
          />
        }
      >
        {sentenceOf(missed)}
      </Notice>
    </div>
  )
}

function sentenceOf({ why, name }: Missed): string {
  const isUnknown = name === undefined
  if (why === 'not here') return isUnknown ? m.trips_missed_not_here_unknown() : m.trips_missed_not_here({ name })
  if (why === 'failed') return isUnknown ? m.trips_missed_failed_unknown() : m.trips_missed_failed({ name })
  return isUnknown ? m.trips_missed_no_access_unknown() : m.trips_missed_no_access({ name })
}
