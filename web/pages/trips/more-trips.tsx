import { Archive, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TripCard } from '#domain/trip.ts'
import * as m from '#messages'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DeletedTrips } from './deleted-trips.tsx'

interface MoreTripsProps {
  archived: readonly TripCard[]
  deleted: readonly TripCard[]
  /** Whether the list is being searched: then archived trips are expanded. */
  isSearching: boolean
  cardsOf: (trips: readonly TripCard[]) => ReactNode
}

/** Archived and deleted trips, collapsed. */
export function MoreTrips({ archived, deleted, isSearching, cardsOf }: MoreTripsProps) {
  return (
    <div className="mt-10 grid gap-5">
      {archived.length > 0 && (
        <Disclosure
          key={String(isSearching)}
          title={m.trips_archived_count({ count: archived.length })}
          icon={Archive}
          defaultOpen={isSearching}
        >
          {cardsOf(archived)}
        </Disclosure>
      )}
      {deleted.length > 0 && (
        <Disclosure title={m.trips_deleted_count({ count: deleted.length })} icon={Trash2}>
          <DeletedTrips trips={deleted} />
        </Disclosure>
      )}
    </div>
  )
}
