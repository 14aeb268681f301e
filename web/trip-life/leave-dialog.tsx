import { useLocation } from 'wouter'
import { useUser } from '#web/data/session/use-session.ts'
import { useLeaving } from '#web/data/trips/trip-life.ts'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import type { TripDialogProps } from './dialog.ts'

export function LeaveDialog({ trip, onClose }: TripDialogProps) {
  const [, navigate] = useLocation()
  const { send, isPending, error } = useLeaving(trip.id, useUser().id, () => navigate('/', { replace: true }))
  return (
    <AskDialog
      title={`Leave ${trip.name}?`}
      description="You no longer see it on any of your devices, and only an invitation brings you back; what you added to the plan stays."
      act={isPending ? 'Leaving...' : 'Leave'}
      isBusy={isPending}
      error={error}
      onAct={() => send(undefined)}
      onClose={onClose}
    />
  )
}
