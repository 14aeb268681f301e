import { isFilled, isPrivateExpired } from '#domain/plan/private.ts'
import { trimmed } from '#domain/text.ts'
import * as m from '#messages'
import { usePrivate } from '#web/data/trips/private.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { listedPeople, namesInPlan, tripDates } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { allergyWords } from '#web/trip-core/people/person-words.ts'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Panel } from '#web/ui/panel.tsx'
import { AllergyBadge } from './allergy-badge.tsx'
import { Reach } from './reach.tsx'

/** Who has which allergy, medicine and contact, as far as the current user may know it. */
export function EmergencyPeople({ trip }: TabProps) {
  const people = useDerived(trip, listedPeople)
  const nameOf = useDerived(trip, namesInPlan)
  const dates = useDerived(trip, tripDates)
  const { date: today } = useTripClock(trip.id)
  const isExpired = isPrivateExpired(dates, today)
  const section = usePrivate(trip.id)
  const records = isExpired ? [] : (section?.value.flatMap(({ persons }) => persons) ?? [])
  const shown = people
    .flatMap(({ persons }) => persons)
    .filter(({ coming }) => coming !== 'not_coming')
    .map((person) => ({ person, record: records.find(({ id }) => id === person.id) }))
    .filter(
      ({ person, record }) =>
        allergyWords(person) !== '' || person.carries_medicine || (record !== undefined && isFilled(record)),
    )
  return (
    <Panel title={m.emergency_people_title()} className="content-start">
      {shown.length === 0 ? (
        <p className="text-muted">{m.emergency_people_none()}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-4">
          {shown.map(({ person, record }) => (
            <li
              key={person.id}
              className="grid max-w-none justify-items-start gap-1.5 border-b border-line/60 pb-4 last:border-b-0 last:pb-0"
            >
              <h3 className="text-base wrap-anywhere">{nameOf(person.id)}</h3>
              <AllergyBadge person={person} />
              {person.carries_medicine && <p>{m.group_person_carries_medicine()}</p>}
              {record?.medical.trim() && <p className="whitespace-pre-line wrap-anywhere">{record.medical}</p>}
              {record && <Reach name={nameOf(person.id)} phone={record.phone} />}
              {record && (record.contact_name.trim() || record.contact_phone.trim()) && (
                <>
                  <p className="text-sm text-muted">
                    {m.group_private_contact()}:{' '}
                    {[record.contact_name, record.contact_phone].filter((text) => text.trim() !== '').join(', ')}
                  </p>
                  <Reach
                    name={trimmed(record.contact_name) || m.group_private_contact_nameless()}
                    phone={record.contact_phone}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-sm text-muted">{m.emergency_people_note()}</p>
    </Panel>
  )
}
