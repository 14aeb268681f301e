import { CloudOff, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { AppError } from '#domain/errors.ts'
import { destinationFallback, type Trip } from '#domain/trip.ts'
import * as m from '#messages'
import type { OpenTrip } from '#web/data/sync/plan-client.ts'
import { PlanSourceContext } from '#web/data/trips/plan-source.ts'
import { useSharedTrip } from '#web/data/trips/shared-trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { SaveSharedCalendar } from '#web/features/calendar/save-shared.tsx'
import { LoadingPage } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageEnd } from '#web/ui/page-end.tsx'
import { rich } from '#web/ui/rich.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useTripTheme } from '#web/ui/use-trip-theme.ts'
import { DeadLink } from './dead-link.tsx'
import { SharedHeader } from './shared-header.tsx'
import { SharedTripFailure } from './shared-trip-failure.tsx'

interface SharedTripPageProps {
  tripId: string
  token: string | undefined
  /** The user menu; absent if nobody is signed in. */
  menu: ReactNode
  backdrop: (trip: Trip) => ReactNode
  /** Renders the same tabs as the workspace. */
  tabs: (trip: Trip, failures: OpenTrip['failures']) => ReactNode
  /** Shown instead if the person must sign in first. */
  signIn: ReactNode
}

/** The read-only view of a share link: the workspace's tabs over a plan source that takes no edits. */
export function SharedTripPage({ tripId, token, menu, backdrop, tabs, signIn }: SharedTripPageProps) {
  const { shared, failure, retry } = useSharedTrip(tripId, token)
  useTripTheme(shared?.trip?.type)
  if (failure?.code === 'not_signed_in') return signIn
  if (failure && (!shared || failure.code === 'trip_not_found')) {
    return <SharedTripFailure failure={failure} hasToken={token !== undefined} onRetry={retry} menu={menu} />
  }
  if (!shared) return <SharedTripLoading />
  const { trip, failures, source, headcount, deadLink, keptAt } = shared
  if (trip && deadLink) {
    return (
      <SharedTripFailure
        failure={new AppError('trip_not_found')}
        hasToken={token !== undefined}
        help={<DeadLink tripId={trip.id} canShare={deadLink.can_share} />}
        menu={menu}
      />
    )
  }
  if (!trip) return <SharedTripFailure hasToken={token !== undefined} onRetry={retry} menu={menu} />
  return (
    <PlanSourceContext value={source}>
      {backdrop(trip)}
      <SharedHeader name={trip.name} menu={menu} />
      <main className="mx-auto grid w-full max-w-6xl grow content-start gap-3 px-4 pt-4">
        <Notice
          icon={Eye}
          action={
            <p className="flex flex-wrap items-center gap-x-3">
              {m.sharing_page_banner()}
              <SaveSharedCalendar trip={trip} />
              <Link href="/" className="sign touch inline-flex items-center text-action underline underline-offset-4">
                {m.sharing_page_create()}
              </Link>
            </p>
          }
        >
          {m.sharing_page_read_only()}
        </Notice>
        {keptAt && (
          <Notice tone="warn" icon={CloudOff}>
            {rich(
              m.sharing_page_offline({
                saved_at: keptAt.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' }),
                time: (text) => <time dateTime={keptAt.toISOString()}>{text}</time>,
              }),
            )}
          </Notice>
        )}
        <div className="min-w-0">{tabs(trip, failures)}</div>
        <PageEnd>
          <Destination trip={trip} coming={headcount?.coming ?? 0} />
        </PageEnd>
      </main>
    </PlanSourceContext>
  )
}

function Destination({ trip, coming }: { trip: Trip; coming: number }) {
  const details = useSection(trip.id, 'details')?.value
  return (
    <div className="neatline mx-auto mt-6 grid w-fit justify-items-center gap-1 rounded-md border border-edge/60 bg-surface px-6 py-3 text-center">
      <p className="sign text-action">{details?.destination_name || destinationFallback(trip.type)}</p>
      {coming > 0 && <p className="text-sm">{m.sharing_page_coming({ count: coming })}</p>}
      <p className="text-sm text-muted">{m.sharing_page_view_only()}</p>
    </div>
  )
}

function SharedTripLoading() {
  useDocumentTitle()
  return <LoadingPage text={m.sharing_page_loading()} />
}
