import { ArrowLeft, ChevronDown, History, Share2, Users } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { canShareTrip } from '#domain/access.ts'
import { countComing } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { TripMenu } from '#web/components/trip-menu.tsx'
import { useLiveTrip } from '#web/data/trips/use-live-trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TripState } from './trip-state.tsx'

const loadDialog = () => importWithRetry(() => import('./share-dialog.tsx'))
const loadHistory = () => importWithRetry(() => import('./history/history-dialog.tsx'))
const PeopleHere = lazy(async () => ({
  default: (await importWithRetry(() => import('./people-here.tsx'))).PeopleHere,
}))
const HistoryDialog = lazy(async () => ({ default: (await loadHistory()).HistoryDialog }))
const ShareDialog = lazy(async () => ({ default: (await loadDialog()).ShareDialog }))

/** Whether a page sent the person here to share the trip; it says so in the history state. */
const isShareRequested = () => Boolean((history.state as { share?: boolean } | null)?.share)

/** After this a reload does not open the dialog again. */
function clearShareRequest(): void {
  if (isShareRequested()) history.replaceState(null, '')
}

interface TripHeaderProps {
  trip: Trip
  destination: string
  /** Whether the plan is loaded, so that it can be kept up to date. */
  isLoaded: boolean
  menu: ReactNode
}

export function TripHeader({ trip, destination, isLoaded, menu }: TripHeaderProps) {
  const [, navigate] = useLocation()
  const [sharing, setSharing] = useState(isShareRequested)
  useEffect(clearShareRequest, [])
  const [showsHistory, setShowsHistory] = useState(false)
  const coming = countComing(useSection(trip.id, 'people')?.value ?? [])
  const { others, updatedBy } = useLiveTrip(trip.id, isLoaded)
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface">
      <div className="mx-auto flex max-w-6xl items-center px-2 py-1.5 sm:gap-2">
        <IconButton
          icon={ArrowLeft}
          label={m.common_back_to_trips()}
          title={m.common_back_to_trips()}
          onClick={() => navigate('/')}
        />
        {/* Takes the width that the user's name leaves. */}
        <div className="min-w-0 flex-1">
          <div className="relative flex w-fit max-w-full items-center gap-1">
            <h1 className="min-w-0 text-base leading-tight text-pretty sm:text-xl">
              <span className="line-clamp-2">{trip.name}</span>
            </h1>
            <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-action" />
            <TripMenu
              trip={trip}
              isOfName
              trigger={
                <button
                  type="button"
                  aria-label={m.plan_menu_label({ trip: trip.name })}
                  className="touch absolute inset-0 rounded-md"
                />
              }
            />
          </div>
        </div>
        <TripState trip={trip} updatedBy={updatedBy}>
          <span className="flex max-sm:col-start-1 max-sm:row-start-1">
            <Suspense>{others.length > 0 && <PeopleHere people={others} />}</Suspense>
          </span>
        </TripState>
        <IconButton
          icon={History}
          label={m.common_history()}
          title={m.common_history()}
          onPointerEnter={() => void loadHistory()}
          onClick={() => setShowsHistory(true)}
        />
        <span className="relative inline-grid">
          <IconButton
            icon={Users}
            label={m.common_people()}
            title={coming > 0 ? m.plan_people_coming({ count: coming }) : m.common_people()}
            onClick={() => navigate(`/trip/${trip.id}/group`)}
          />
          {coming > 0 && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute top-0.5 right-0 min-w-4.5 rounded-full bg-action px-1 text-center text-xs leading-4.5 font-semibold text-on-action tabular-nums"
            >
              {coming}
            </span>
          )}
        </span>
        {canShareTrip(trip) && (
          <IconButton
            icon={Share2}
            label={m.plan_share()}
            title={m.plan_share()}
            onPointerEnter={() => void loadDialog()}
            onClick={() => setSharing(true)}
          />
        )}
        {menu}
      </div>
      <Suspense>
        {sharing && <ShareDialog trip={trip} destination={destination} onClose={() => setSharing(false)} />}
      </Suspense>
      <Suspense>{showsHistory && <HistoryDialog trip={trip} onClose={() => setShowsHistory(false)} />}</Suspense>
    </header>
  )
}
