import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { sharedPages } from '#domain/trip-pages.ts'
import { cacheApp } from '#web/data/app-version/cache-app.ts'
import { prefetchShared } from '#web/data/trips/shared-trip.ts'
import { MISSING_ID, SharedTripFailure } from '#web/pages/shared/shared-trip-failure.tsx'
import { SharedTripPage } from '#web/pages/shared/shared-trip-page.tsx'
import { TripBackdrop } from '#web/pages/trip/trip-backdrop.tsx'
import { TripTabs } from '#web/pages/trip/trip-tabs.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'

const pages: Record<(typeof sharedPages)[number], ComponentType<TabProps>> = {
  map: lazy(async () => ({
    default: (await importWithRetry(() => import('#web/pages/map/shared-map.tsx'))).SharedMap,
  })),
  days: lazy(async () => ({
    default: (await importWithRetry(() => import('#web/pages/days/shared-days.tsx'))).SharedDays,
  })),
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
  const Page = page && pages[page]
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
        Page ? (
          <Suspense>
            <Page trip={trip} failures={failures} />
          </Suspense>
        ) : (
          <TripTabs trip={trip} failures={failures} />
        )
      }
    />
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
