import { ArrowLeft, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { canSeePeople } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import type { Trip } from '#domain/trip.ts'
import { useLiveTrip } from '#web/data/sync/use-live-trip.ts'
import { findListedTrip, useTrip } from '#web/data/trips/trips.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadingPage } from '#web/ui/loading.tsx'
import { TabBar, TabPanel } from '#web/ui/tab-bar.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useMood } from '#web/ui/use-mood.ts'
import { tripPhotos } from '../trip-photos.ts'
import { PeopleTab } from './people-tab.tsx'

/** What concerns the group rather than the plan. */
const tabs = [{ id: 'people', label: 'People', icon: Users }] as const

/** The group's place in a trip. `menu` is the user menu. */
export function GroupPage({ tripId, menu }: { tripId: string; menu: ReactNode }) {
  const { data, error } = useTrip(tripId)
  const trip = data ? data.trip : findListedTrip(tripId)
  const code = error instanceof AppError ? error.code : undefined
  if (error && code !== 'app_too_old' && (!data || code === 'trip_not_found')) return <Redirect to="/" replace />
  if (!trip) return data ? <Redirect to="/" replace /> : <GroupLoading />
  if (!canSeePeople(trip)) return <Redirect to={`/trip/${tripId}`} replace />
  return <Group trip={trip} isLoaded={data !== undefined} menu={menu} />
}

function Group({ trip, isLoaded, menu }: { trip: Trip; isLoaded: boolean; menu: ReactNode }) {
  const [, navigate] = useLocation()
  // Who joins, or becomes something else, shows here at once.
  useLiveTrip(trip.id, isLoaded)
  useMood(trip.type)
  useDocumentTitle(trip.name, 'People')
  return (
    <>
      <AfterPaint>
        <Backdrop type={trip.type} photo={tripPhotos[trip.type]} />
      </AfterPaint>
      <header className="sticky top-0 z-20 border-b border-line bg-surface/95">
        <div className="mx-auto flex max-w-6xl items-center gap-1 px-2 py-1.5 sm:gap-2">
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
      <main className="mx-auto w-full max-w-6xl grow px-4 max-md:pt-4">
        <TabBar label="Group sections" tabs={tabs} value="people" onChange={() => {}}>
          <TabPanel id="people" className="md:pt-5">
            <PeopleTab trip={trip} />
          </TabPanel>
        </TabBar>
      </main>
    </>
  )
}

function GroupLoading() {
  useDocumentTitle()
  return <LoadingPage text="Loading trip..." />
}
