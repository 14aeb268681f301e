import { lazy, type ReactNode, Suspense } from 'react'
import type { PersonHere } from '#domain/api/events.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { usePlanState } from '#web/data/trips/use-section.ts'
import { Face } from '#web/ui/face.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { offlineText, SaveState } from '#web/ui/save-state.tsx'

const PeopleHere = lazy(async () => ({
  default: (await importWithRetry(() => import('./people-here.tsx'))).PeopleHere,
}))
const RefusedChanges = lazy(async () => ({
  default: (await importWithRetry(() => import('./refused-changes.tsx'))).RefusedChanges,
}))

interface TripStateProps {
  trip: Trip
  others: readonly PersonHere[]
  updatedBy: PersonHere | undefined
  /** The trip's name. While the device is offline it has only one line: `group-data-offline`. */
  name: ReactNode
  /** Before all buttons, so that none moves when it appears. */
  news: ReactNode
  children: ReactNode
}

/**
 * The trip's name with whether everything is saved; then what is new, who is here, what was refused, and `children`.
 * With large text all that follows the name takes a row of its own.
 */
export function TripState({ trip, others, updatedBy, name, news, children }: TripStateProps) {
  const { save, offlineCount, refused } = usePlanState(trip.id)
  const offline = offlineText(useIsOnline(), offlineCount)
  return (
    <>
      <div data-offline={offline && ''} className="group relative min-w-16 flex-1 data-offline:min-w-26 md:min-w-40">
        {name}
        <SaveState
          state={save}
          offline={offline}
          news={
            updatedBy && {
              text: m.plan_updated_by({ name: updatedBy.name }),
              mark: <Face {...updatedBy} size="small" />,
            }
          }
        />
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end sm:gap-2">
        {news}
        {/* Who is here is unknown while the server cannot be reached. */}
        <Suspense>
          {offline === undefined && others.length > 0 && <PeopleHere people={others} updatedBy={updatedBy?.id} />}
        </Suspense>
        <Suspense>{refused.length > 0 && <RefusedChanges trip={trip} refused={refused} />}</Suspense>
        {children}
      </div>
    </>
  )
}
