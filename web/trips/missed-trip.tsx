import { X } from 'lucide-react'
import type { MissedTrip as Missed } from '#web/data/trips/missed-trip.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Why one is here and not in the trip that one asked for. It comes together with the page: an alert is read out all the same, which
 * a status is not.
 */
export function MissedTrip({ missed, onDismiss }: { missed: Missed; onDismiss: () => void }) {
  return (
    <div role="alert" className="mb-5">
      <Notice action={<IconButton icon={X} label="Dismiss" title="Dismiss" onClick={onDismiss} className="-my-2 -mr-2" />}>
        {sentenceOf(missed)}
      </Notice>
    </div>
  )
}

function sentenceOf({ why, name }: Missed): string {
  const trip = name === undefined ? 'That trip' : `“${name}”`
  if (why === 'not here') return `${trip} is not on this device, and there is no network to fetch it. It opens once there is one.`
  if (why === 'failed') return `${trip} could not be opened. Please try again in a moment.`
  return name === undefined ? 'That trip is not there, or it is not shared with you.' : `You are not in ${trip} any more.`
}
