import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import * as m from '#messages'
import { useTripAddresses } from '#web/data/trips/use-addresses.ts'
import type { TabProps } from '#web/trip-core/tab.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { Timeline } from './timeline.tsx'

/** The days of a trip, for readers of its share link. */
export function SharedDays({ trip, failures }: TabProps) {
  const { trip: wayBack } = useTripAddresses(trip.id)
  useDocumentTitle(trip.name, m.timeline_title())
  return (
    <div className="grid grid-cols-1 gap-3">
      <Link
        href={wayBack}
        className="touch -ml-2 inline-flex w-fit items-center gap-2 rounded-md px-2 font-semibold text-action hover:bg-action-soft"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        {m.places_back()}
      </Link>
      <Timeline trip={trip} failures={failures} />
    </div>
  )
}
