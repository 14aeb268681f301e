import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Trip } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { useLeaving } from '#web/data/trips/people.ts'
import { Button } from '#web/ui/button.tsx'
import { AskDialog } from './ask-dialog.tsx'

/** The way out of a trip, for everybody but its owner. */
export function LeaveTrip({ trip }: { trip: Trip }) {
  const [, navigate] = useLocation()
  const [isAsking, setIsAsking] = useState(false)
  const { send, isPending, error } = useLeaving(trip.id, useUser().id, () => navigate('/', { replace: true }))
  return (
    <div>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        <LogOut aria-hidden="true" className="size-5" />
        Leave this trip
      </Button>
      {isAsking && (
        <AskDialog
          title={`Leave ${trip.name}?`}
          description="You no longer see it on any of your devices, and only an invitation brings you back; what you added to the plan stays."
          act={isPending ? 'Leaving...' : 'Leave'}
          isBusy={isPending}
          error={error}
          onAct={() => send(undefined)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
