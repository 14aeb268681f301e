import { LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Trip } from '#domain/trip.ts'
import { importWithRetry } from './import-with-retry.ts'
import { Button } from './ui/button.tsx'

const LeaveDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./trip-life/leave-dialog.tsx'))).LeaveDialog,
}))

/** The way out of a trip, for everybody but its owner. */
export function LeaveTrip({ trip }: { trip: Trip }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        <LogOut aria-hidden="true" className="size-5" />
        Leave this trip
      </Button>
      <Suspense>{isAsking && <LeaveDialog trip={trip} onClose={() => setIsAsking(false)} />}</Suspense>
    </div>
  )
}
