import { lazy, type ReactNode, Suspense } from 'react'
import type { PersonHere } from '#domain/api/events.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { usePlanState } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'
import { SaveState } from '#web/ui/save-state.tsx'

const Face = lazy(async () => ({ default: (await importWithRetry(() => import('#web/ui/face.tsx'))).Face }))
const RefusedChanges = lazy(async () => ({
  default: (await importWithRetry(() => import('./refused-changes.tsx'))).RefusedChanges,
}))

interface TripStateProps {
  trip: Trip
  updatedBy: PersonHere | undefined
  children?: ReactNode
}

/** Whether everything is saved, and what was refused. On a phone both cover the faces of who is here. */
export function TripState({ trip, updatedBy, children }: TripStateProps) {
  const { save, offlineCount, refused } = usePlanState(trip.id)
  const isOnline = useIsOnline()
  return (
    <span className="grid min-w-7 shrink-0 place-items-center sm:contents">
      <SaveState
        state={save}
        unsentCount={offlineCount}
        isOnline={isOnline}
        news={updatedBy && { text: m.plan_updated_by({ name: updatedBy.name }), mark: <UpdaterFace {...updatedBy} /> }}
      />
      {children}
      <Suspense>{refused.length > 0 && <RefusedChanges trip={trip} refused={refused} />}</Suspense>
    </span>
  )
}

function UpdaterFace({ id, name }: PersonHere) {
  return (
    <Suspense fallback={<span className="size-7" />}>
      <Face id={id} name={name} size="small" />
    </Suspense>
  )
}
