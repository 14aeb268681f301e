import { X } from 'lucide-react'
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
        action={<IconButton icon={X} label="Dismiss" title="Dismiss" onClick={onDismiss} className="-my-2 -mr-2" />}
      >
        {sentenceOf(missed)}
      </Notice>
    </div>
  )
}

function sentenceOf({ why, name }: Missed): string {
  const trip = name === undefined ? 'That trip' : `“${name}”`
  if (why === 'not here') return `${trip} isn’t on this device. It opens when you’re online.`
  if (why === 'failed') return `We couldn’t open ${trip}. Please try again in a moment.`
  return name === undefined ? 'That trip doesn’t exist, or it isn’t shared with you.' : `You’re no longer in ${trip}.`
}
