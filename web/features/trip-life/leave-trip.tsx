import { LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'

const LeaveDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./leave-dialog.tsx'))).LeaveDialog,
}))

export function LeaveTrip({ trip }: { trip: Trip }) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <div>
      <Button variant="quiet" onClick={() => setIsConfirming(true)}>
        <LogOut aria-hidden="true" className="size-5" />
        {m.common_leave_trip()}
      </Button>
      <Suspense>{isConfirming && <LeaveDialog trip={trip} onClose={() => setIsConfirming(false)} />}</Suspense>
    </div>
  )
}
