import { lazy, type ReactNode, Suspense, useState } from 'react'
import { canMergePeople } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'

const MergeDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./merge-dialog.tsx'))).MergeDialog,
}))

/** Opens the dialog that merges a person with another one. `merge` is undefined if the current user may not. */
export function useMerging(trip: Trip): { merge: ((personId: string) => void) | undefined; element: ReactNode } {
  const [personId, setPersonId] = useState<string>()
  return {
    merge: canMergePeople(trip) ? setPersonId : undefined,
    element: (
      <Suspense>
        {personId !== undefined && (
          <MergeDialog trip={trip} personId={personId} onClose={() => setPersonId(undefined)} />
        )}
      </Suspense>
    ),
  }
}
