import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { type SectionName, sectionNames } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import { useLastHere } from '#web/data/trips/use-last-here.ts'
import { patiently } from '#web/patiently.ts'
import { parseTab, sectionsIn, type TabId } from '../tabs.ts'

const SinceLine = lazy(async () => ({ default: (await patiently(() => import('./since-line.tsx'))).SinceLine }))

/** Says what others have changed since the person was last in the trip, if anything; for as long as the trip is on the screen. */
export function Since({ trip }: { trip: Trip }) {
  const [parameters] = useSearchParams()
  const tab = parseTab(parameters.get('tab'), trip.type)
  const shown = useMemo(() => listShown(tab), [tab])
  const { absence, lastHere } = useLastHere(trip.id, shown)
  return <Suspense>{absence && <SinceLine trip={trip} absence={absence} lastHere={lastHere} />}</Suspense>
}

/** What is on the screen. A section that no tab shows counts as seen with any. */
function listShown(tab: TabId): SectionName[] {
  const elsewhere = Object.values(sectionsIn).flat()
  return sectionNames.filter((name) => sectionsIn[tab].includes(name) || !elsewhere.includes(name))
}
