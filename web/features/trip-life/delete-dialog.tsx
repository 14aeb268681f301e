import { useLocation } from 'wouter'
import { RESTORE_DAYS } from '#domain/trip.ts'
import * as m from '#messages'
import { useDeleting } from '#web/data/trips/trip-life.ts'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import type { TripDialogProps } from './dialog.ts'

export function DeleteDialog({ trip, onClose }: TripDialogProps) {
  const [, navigate] = useLocation()
  const { send, isPending, error } = useDeleting(trip, () => {
    onClose()
    navigate('/', { replace: true })
  })
  return (
    <AskDialog
      title={m.trips_delete_title({ name: trip.name })}
      description={m.trips_delete_description({ days: RESTORE_DAYS })}
      act={isPending ? m.trips_delete_submitting() : m.common_delete()}
      isBusy={isPending}
      error={error}
      onAct={() => send(undefined)}
      onClose={onClose}
    />
  )
}
