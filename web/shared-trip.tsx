import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { cacheApp } from './data/app-version/cache-app.ts'
import { prefetchShared } from './data/trips/shared-trip.ts'
import { MISSING_ID, SharedTripFailure } from './shared-trip/shared-trip-failure.tsx'
import { SharedTripPage } from './shared-trip/shared-trip-page.tsx'
import { TripFacts } from './trip/overview/trip-information.tsx'
import { TripBackdrop } from './trip/trip-backdrop.tsx'
import { TripTabs } from './trip/trip-tabs.tsx'
import { AfterPaint } from './ui/after-paint.tsx'

interface SharedTripProps {
  /** Undefined where the link has lost it. */
  tripId: string | undefined
  menu?: ReactNode
  signIn: ReactNode
}

/** An address `/shared/{trip id}?token={token}`; whatever its other parameters are changes nothing. */
export function SharedTrip({ tripId, menu, signIn }: SharedTripProps) {
  const [parameters] = useSearchParams()
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
      tabs={(trip, failures) => <TripTabs trip={trip} failures={failures} />}
    />
  )
}

/** Gets what the share link that is open shows, before it is shown. */
export async function prepareShared(tripId: string | undefined): Promise<void> {
  if (!tripId) return
  const token = tokenOf(new URLSearchParams(location.search))
  await Promise.all([TripFacts.load(), prefetchShared(decodeURIComponent(tripId), token)])
}

function tokenOf(parameters: URLSearchParams): string | undefined {
  return parameters.get('token') || undefined
}
