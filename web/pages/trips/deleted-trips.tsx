import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { RESTORE_DAYS, type TripCard } from '#domain/trip.ts'
import * as m from '#messages'
import { useDeleted } from '#web/data/trips/trip-life.ts'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { rich } from '#web/ui/rich.ts'

const DAY_MS = 24 * 60 * 60_000

type Deleted = TripCard & { deleted_at: string }

export function DeletedTrips({ trips }: { trips: readonly TripCard[] }) {
  return (
    <ul className="grid gap-3">
      {trips.map((trip) => (
        <DeletedTrip key={trip.id} trip={trip as Deleted} />
      ))}
    </ul>
  )
}

function DeletedTrip({ trip }: { trip: Deleted }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { send, isPending, error, reset } = useDeleted(trip.id, isConfirming)
  const until = new Date(Date.parse(trip.deleted_at) + RESTORE_DAYS * DAY_MS)
  return (
    <li className="grid max-w-none gap-2 border-line not-last:border-b not-last:pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="text-lg wrap-anywhere">{trip.name}</h3>
          <p className="text-sm text-muted">
            {rich(
              m.trips_deleted_until({
                date: until.toLocaleDateString('en-CA', { dateStyle: 'medium' }),
                time: (text) => <time dateTime={until.toISOString()}>{text}</time>,
              }),
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" busy={isPending && !isConfirming} onClick={() => send('bring back')}>
            <Undo2 aria-hidden="true" className="size-5" />
            {m.trips_deleted_restore()}
          </Button>
          <Button variant="danger" onClick={() => setIsConfirming(true)}>
            <Trash2 aria-hidden="true" className="size-5" />
            {m.trips_deleted_remove()}
          </Button>
        </div>
      </div>
      {error !== undefined && !isConfirming && <ErrorBox message={error} />}
      {isConfirming && (
        <AskDialog
          title={m.trips_remove_title({ name: trip.name })}
          description={m.trips_remove_description()}
          act={isPending ? m.trips_delete_submitting() : m.trips_remove_submit()}
          isBusy={isPending}
          error={error}
          onAct={() => send('remove')}
          onClose={() => {
            reset()
            setIsConfirming(false)
          }}
        />
      )}
    </li>
  )
}
