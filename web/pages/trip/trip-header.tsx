import { Share2, Siren, Users } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { canOpenTrip, canShareTrip } from '#domain/access.ts'
import { countComing, listPersons } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { TripBar } from './trip-bar.tsx'

const loadDialog = () => importWithRetry(() => import('./share-dialog.tsx'))
const ShareDialog = lazy(async () => ({ default: (await loadDialog()).ShareDialog }))

/** Whether a page sent the person here to share the trip; it says so in the history state. */
const isShareRequested = () => Boolean((history.state as { share?: boolean } | null)?.share)

/** After this a reload does not open the dialog again. */
function clearShareRequest(): void {
  if (isShareRequested()) history.replaceState(null, '')
}

/** One or two people know how many they are: the tab is their way to the group. */
const MIN_FOR_COUNT = 3

interface TripHeaderProps {
  trip: Trip
  destination: string
  isLoaded: boolean
  menu: ReactNode
}

export function TripHeader({ trip, destination, isLoaded, menu }: TripHeaderProps) {
  const [, navigate] = useLocation()
  const [sharing, setSharing] = useState(isShareRequested)
  useEffect(clearShareRequest, [])
  const people = useSection(trip.id, 'people')?.value
  const coming = countComing(people ?? [])
  return (
    <TripBar trip={trip} isLoaded={isLoaded} back={m.common_back_to_trips()} onBack={() => navigate('/')}>
      {/* Its place is there before the number is known. */}
      {(!people || listPersons(people).length >= MIN_FOR_COUNT) && (
        <button
          type="button"
          aria-label={m.common_people()}
          title={coming > 0 ? m.plan_people_coming({ count: coming }) : m.common_people()}
          onClick={() => navigate(`/trip/${trip.id}/group`)}
          className={`touch flex shrink-0 items-center justify-center gap-1 rounded-md px-1.5 text-action transition-colors hover:bg-action-soft ${people ? '' : 'invisible'}`}
        >
          <Users aria-hidden="true" className="size-5.5" />
          {coming > 0 && (
            <span aria-hidden="true" className="text-sm font-semibold tabular-nums">
              {coming}
            </span>
          )}
        </button>
      )}
      {canOpenTrip(trip) && (
        <IconButton
          icon={Siren}
          label={m.emergency_title()}
          title={m.emergency_open()}
          onClick={() => navigate(`/trip/${trip.id}/emergency`)}
        />
      )}
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
      <Suspense>
        {sharing && <ShareDialog trip={trip} destination={destination} onClose={() => setSharing(false)} />}
      </Suspense>
    </TripBar>
  )
}
