import { canSeePrivate, identityOf } from '#domain/access.ts'
import { localDateOf } from '#domain/local-date.ts'
import { isFilled, isPrivateExpired } from '#domain/plan/private.ts'
import type { Trip } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'
import type { PersonRef } from '#web/data/trips/parties.ts'
import { findRecord, usePrivate } from '#web/data/trips/private.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { EmergencyFacts } from './emergency-facts.tsx'
import { Reach } from './reach.tsx'

/** Buttons to call or message a person, or else what they show to everyone in an emergency. */
export function ReachPerson({ trip, whom, name }: { trip: Trip; whom: PersonRef; name: string }) {
  const user = useUser()
  const section = usePrivate(trip.id)
  const record = section && findRecord(section.value, whom)
  const dates = useSection(trip.id, 'details')?.value
  if (dates && isPrivateExpired(dates, localDateOf(new Date()))) return null
  if (!record || identityOf(user, trip).person_id === whom.personId) return null
  if (canSeePrivate(user, trip, whom)) return <Reach name={name} phone={record.phone} />
  return record.in_emergency && isFilled(record) ? <EmergencyFacts record={record} name={name} /> : null
}
