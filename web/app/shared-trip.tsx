import { ArrowLeft } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { sharedPages } from '#domain/trip-pages.ts'
import * as m from '#messages'
import { cacheApp } from '#web/data/app-version/cache-app.ts'
import { prefetchShared } from '#web/data/trips/shared-trip.ts'
import { useTripAddresses } from '#web/data/trips/use-addresses.ts'
import { MISSING_ID, SharedTripFailure } from '#web/pages/shared/shared-trip-failure.tsx'
import { SharedTripPage } from '#web/pages/shared/shared-trip-page.tsx'
import { TripBackdrop } from '#web/pages/trip/trip-backdrop.tsx'
import { TripTabs } from '#web/pages/trip/trip-tabs.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** The pages of a trip for readers of its share link. */
const pages: Record<(typeof sharedPages)[number], { title: string; Page: ComponentType<TabProps> }> = {
  map: {
    title: m.places_title(),
    Page: lazy(async () => ({
      default: (await importWithRetry(() => import('#web/pages/map/places-and-tracks.tsx'))).PlacesAndTracks,
    })),
  },
  days: {
    title: m.timeline_title(),
    Page: lazy(async () => ({
      default: (await importWithRetry(() => import('#web/pages/days/timeline.tsx'))).Timeline,
    })),
  },
}

interface SharedTripProps {
  tripId: string | undefined
  menu?: ReactNode
  signIn: ReactNode
}

/**
 * A share link: `/shared/{trip id}?token={token}`, or one of its pages: `/shared/{trip id}/map?token={token}`.
 */
export function SharedTrip({ tripId, menu, signIn }: SharedTripProps) {
  const [parameters] = useSearchParams()
  const [path] = useLocation()
  const page = sharedPages.find((name) => new RegExp(`/${name}/?$`).test(path))
  useEffect(cacheApp, [])
  if (!tripId) return <SharedTripFailure hasToken={false} message={MISSING_ID} menu={menu} />
  return (
    <SharedTripPage
      key={tripId}
      tripId={tripId}
      token={tokenOf(parameters)}
      menu={menu}
      signIn={signIn}
      backdrop={({ type }) => (
        <AfterPaint>
          <TripBackdrop type={type} />
        </AfterPaint>
      )}
      tabs={(trip, failures) =>
        page ? (
          <SharedPage {...pages[page]} trip={trip} failures={failures} />
        ) : (
          <TripTabs trip={trip} failures={failures} />
        )
      }
    />
  )
}

function SharedPage({ title, Page, trip, failures }: (typeof pages)['map'] & TabProps) {
  const { trip: wayBack } = useTripAddresses(trip.id)
  useDocumentTitle(trip.name, title)
  return (
    <div className="grid grid-cols-1 gap-3">
      <Link
        href={wayBack}
        className="touch -ml-2 inline-flex w-fit items-center gap-2 rounded-md px-2 font-semibold text-action hover:bg-action-soft"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        {m.places_back()}
      </Link>
      <Suspense>
        <Page trip={trip} failures={failures} />
      </Suspense>
    </div>
  )
}

export async function prepareShared(tripId: string | undefined): Promise<void> {
  if (!tripId) return
  const token = tokenOf(new URLSearchParams(location.search))
  await prefetchShared(decodeURIComponent(tripId), token)
}

function tokenOf(parameters: URLSearchParams): string | undefined {
  return parameters.get('token') || undefined
}
