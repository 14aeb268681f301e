import { ArrowLeft, Users } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Redirect, useLocation } from 'wouter'
import { canSeePeople } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import { useLiveTrip } from '#web/data/sync/use-live-trip.ts'
import { patiently } from '#web/patiently.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { TabBar, TabPanel } from '#web/ui/tab-bar.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useMood } from '#web/ui/use-mood.ts'
import { tripPhotos } from '../trip-photos.ts'

const PeopleTab = lazy(async () => ({ default: (await patiently(() => import('./people-tab.tsx'))).PeopleTab }))

/** What concerns the group rather than the plan. */
const tabs = [{ id: 'people', label: 'People', icon: Users }] as const

/** The group's place in a trip. `isLoaded` says that the trip's plan is here, so that it can be kept up to date. */
export function GroupPlace({ trip, isLoaded, menu }: { trip: Trip; isLoaded: boolean; menu: ReactNode }) {
  const [, navigate] = useLocation()
  // Who joins, or becomes something else, shows here at once.
  useLiveTrip(trip.id, isLoaded)
  useMood(trip.type)
  useDocumentTitle(trip.name, 'People')
  if (!canSeePeople(trip)) return <Redirect to={`/trip/${trip.id}`} replace />
  return (
    <>
      <AfterPaint>
        <Backdrop type={trip.type} photo={tripPhotos[trip.type]} />
      </AfterPaint>
      <header className="sticky top-0 z-20 border-b border-line bg-surface/95">
        <div className="mx-auto flex max-w-6xl items-center px-2 py-1.5 sm:gap-2">
          <IconButton
            icon={ArrowLeft}
            label="Back to the trip"
            title="Back to the trip"
            onClick={() => navigate(`/trip/${trip.id}`)}
          />
          <h1 className="line-clamp-2 min-w-0 grow text-base leading-tight sm:text-xl">{trip.name}</h1>
          {menu}
        </div>
      </header>
      <main className="mx-auto w-full max-w-6xl grow px-4">
        <TabBar label="Group sections" tabs={tabs} value="people" onChange={() => {}}>
          <TabPanel id="people" className="pt-5">
            <Suspense fallback={<LoadingPlace text="Loading people..." />}>
              <PeopleTab trip={trip} />
            </Suspense>
          </TabPanel>
        </TabBar>
      </main>
    </>
  )
}
