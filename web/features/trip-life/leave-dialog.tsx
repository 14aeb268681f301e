import { useLocation } from 'wouter'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { useLeaving } from '#web/data/trips/trip-life.ts'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import type { TripDialogProps } from './dialog.ts'

export function LeaveDialog({ trip, onClose }: TripDialogProps) {
  const [, navigate] = useLocation()
  const { send, isPending, error } = useLeaving(trip.id, useUser().id, () => navigate('/', { replace: true }))
  return (
    <AskDialog
      title={m.trips_leave_title({ name: trip.name })}
      description={m.trips_leave_description()}
      act={isPending ? m.trips_leave_submitting() : m.trips_leave_submit()}
      isBusy={isPending}
      error={error}
      onAct={() => send(undefined)}
      onClose={onClose}
    />
  )
}
