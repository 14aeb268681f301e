import { lazy, Suspense } from 'react'
import type { Trip } from '#domain/trip.ts'
import { useLastHere } from '#web/data/trips/use-last-here.ts'
import { useOpenTab } from '#web/trip-core/tab.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { tripTabs } from '../tabs.ts'

const SinceLine = lazy(async () => ({ default: (await importWithRetry(() => import('./since-line.tsx'))).SinceLine }))

/**
 * Shows what others have changed since the person was last here. While mounted it records what they see.
 * `isOverPage`: it covers a part of the page, so it goes by itself after a while.
 */
export function Since({ trip, isOverPage }: { trip: Trip; isOverPage: boolean }) {
  const { sections } = useOpenTab(tripTabs[trip.type])
  const { absence, lastHere } = useLastHere(trip.id, sections)
  return <Suspense>{absence && <SinceLine {...{ trip, absence, lastHere, isOverPage }} />}</Suspense>
}
