import { canSeePrivate, placeOf } from '#domain/access.ts'
import { isFilled } from '#domain/plan/private.ts'
import type { Trip } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'
import type { Whom } from '#web/data/trips/parties.ts'
import { findRecord, usePrivate } from '#web/data/trips/private.ts'
import { EmergencyFacts } from './emergency-facts.tsx'
import { Reach } from './reach.tsx'

/** Calls somebody else by a tap, for those who have their number; what they show to all in an emergency, for the others. */
export function ReachPerson({ trip, whom, name }: { trip: Trip; whom: Whom; name: string }) {
  const user = useUser()
  const section = usePrivate(trip.id)
  const record = section && findRecord(section.value, whom)
  if (!record || placeOf(user, trip).person_id === whom.personId) return null
  if (canSeePrivate(user, trip, whom.partyId)) return <Reach name={name} phone={record.phone} />
  return isFilled(record) ? <EmergencyFacts record={record} name={name} /> : null
}
