import { TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { planBeds } from '#domain/seats/beds.ts'
import { planRides } from '#domain/seats/cars.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { dutyList } from '#web/features/duties/duty-list.ts'
import { addressOf } from '#web/pages/trip/features.ts'
import { deriveLoaded } from '#web/trip-core/derived/derive.ts'
import { type Group, groupOf } from '#web/trip-core/derived/group.ts'
import { needsMembersIn } from '#web/trip-core/derived/people.ts'
import { type Derived, section } from '#web/trip-core/derived/plan-view.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { listSome } from '#web/trip-core/list-some.ts'
import type { Queue } from '#web/trip-core/people/lost-seats.ts'
import { useLostSeats } from '#web/trip-core/people/use-lost-seats.ts'

const kinds = {
  rides: {
    needsMembers: needsMembersIn('rides'),
    queues: deriveLoaded([section('rides'), groupOf], ([rides, group]): Queue[] =>
      planRides(rides, group).cars.map(({ car, ...seats }) => ({ id: car.id, ...seats })),
    ),
    text: m.rides_lost_elsewhere,
  },
  beds: {
    needsMembers: needsMembersIn('beds'),
    queues: deriveLoaded([section('beds'), groupOf], ([beds, group]): Queue[] =>
      planBeds(beds, group).beds.map(({ bed, ...seats }) => ({ id: bed.id, ...seats })),
    ),
    text: m.beds_lost_elsewhere,
  },
  duties: {
    needsMembers: needsMembersIn('duties'),
    queues: deriveLoaded([dutyList], ([{ list }]): Queue[] =>
      list.map(({ duty, on, waiting }) => ({ id: duty.id, inside: on, waiting })),
    ),
    text: m.duties_lost_elsewhere,
  },
} satisfies Record<string, Kind>

interface Kind {
  needsMembers: Derived<boolean>
  queues: Derived<Queue[] | undefined>
  text: (about: { people: string; count: number }) => string
}

interface LostElsewhereProps {
  trip: Trip
  /** A view that is not open. */
  view: keyof typeof kinds
}

/** Says that the current user's party has lost a seat in another view, with a link to it. */
export function LostElsewhere({ trip, view }: LostElsewhereProps) {
  const { needsMembers, queues: queuesOf } = kinds[view]
  const queues = useDerived<Queue[] | undefined>(trip, queuesOf, needsMembers)
  const group = useDerived(trip, groupOf, needsMembers)
  return queues && group ? <LostLine {...{ trip, view, queues, group }} /> : null
}

interface LostLineProps extends LostElsewhereProps {
  queues: readonly Queue[]
  group: Group
}

function LostLine({ trip, view, queues, group: { me, party, nameOf } }: LostLineProps) {
  const isLost = useLostSeats({ tripId: trip.id, kind: view, queues, party })
  const ids = new Set(queues.flatMap(({ id, waiting }) => waiting.filter((personId) => isLost(id, personId))))
  if (ids.size === 0) return null
  const isMe = ids.delete(me)
  const people = listSome([...(isMe ? [m.shopping_you()] : []), ...[...ids].map(nameOf)])
  return (
    <Link
      href={addressOf(trip, view)}
      className="touch -my-2 flex items-center gap-1.5 text-sm text-warn underline print:hidden"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      {/* As the verb needs it: 'You have', 'Kim has'. */}
      {kinds[view].text({ people, count: isMe ? 2 : ids.size })}
    </Link>
  )
}
