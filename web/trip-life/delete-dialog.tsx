import { useLocation } from 'wouter'
import { RESTORE_DAYS } from '#domain/trip.ts'
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
      title={`Delete ${trip.name}?`}
      description={`Everyone loses access, and its links stop working. You can restore it within ${RESTORE_DAYS} days. After that it’s deleted permanently.`}
      act={isPending ? 'Deleting...' : 'Delete'}
      isBusy={isPending}
      error={error}
      onAct={() => send(undefined)}
      onClose={onClose}
    />
  )
}
