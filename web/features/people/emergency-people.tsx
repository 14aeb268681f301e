import { canSeePrivate } from '#domain/access.ts'
import type { Person } from '#domain/plan/people.ts'
import { isFilled, isPrivateExpired } from '#domain/plan/private.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { findRecord, usePrivate } from '#web/data/trips/private.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { listedPeople, namesInPlan, tripDates } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { allergyWords } from '#web/trip-core/people/person-words.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Panel } from '#web/ui/panel.tsx'
import { AllergyBadge } from './allergy-badge.tsx'
import { EmergencyFacts } from './emergency-facts.tsx'
import { RecordFacts } from './record-facts.tsx'

/** Who has which allergy, medicine and contact, as far as the current user may know it. */
export function EmergencyPeople({ trip, failures }: TabProps) {
  // A list that is not there yet must not read as one without allergies.
  const isLoaded = useSection(trip.id, 'people') !== undefined
  if (!isLoaded) return <SectionState loading={m.emergency_people_loading()} failure={failures?.people} />
  return <People trip={trip} />
}

function People({ trip }: { trip: Trip }) {
  const user = useUser()
  const people = useDerived(trip, listedPeople)
  const nameOf = useDerived(trip, namesInPlan)
  const dates = useDerived(trip, tripDates)
  const { date: today } = useTripClock(trip.id)
  const section = usePrivate(trip.id)
  const records = section && !isPrivateExpired(dates, today) ? section.value : []
  const shown = people.flatMap(({ id: partyId, persons }) =>
    persons.flatMap((person) => {
      if (person.coming === 'not_coming') return []
      const whom = { partyId, personId: person.id }
      const found = findRecord(records, whom)
      const record = found && isFilled(found) ? found : undefined
      return record || hasFoodFacts(person) ? [{ person, record, isOwn: canSeePrivate(user, trip, whom) }] : []
    }),
  )
  return (
    <Panel title={m.emergency_people_title()} className="content-start">
      {shown.length === 0 ? (
        section && <p className="text-muted">{m.emergency_people_none()}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-4">
          {shown.map(({ person, record, isOwn }) => (
            <li
              key={person.id}
              className="grid max-w-none grid-cols-1 justify-items-start gap-1.5 border-b border-line/60 pb-4 last:border-b-0 last:pb-0"
            >
              <h3 className="text-base wrap-anywhere">{nameOf(person.id)}</h3>
              <AllergyBadge person={person} />
              {person.food_note.trim() && <p className="whitespace-pre-line wrap-anywhere">{person.food_note}</p>}
              {person.carries_medicine && <p>{m.group_person_carries_medicine()}</p>}
              {record && isOwn && <RecordFacts record={record} name={nameOf(person.id)} />}
              {/* A press shows what is meant for an emergency alone, as among the people. */}
              {record && !isOwn && <EmergencyFacts record={record} name={nameOf(person.id)} />}
            </li>
          ))}
        </ul>
      )}
      {section === undefined && <p className="mt-4">{m.emergency_people_partial()}</p>}
      <p className="mt-4 text-sm text-muted">{m.emergency_people_note()}</p>
    </Panel>
  )
}

const hasFoodFacts = (person: Person) =>
  allergyWords(person) !== '' || person.carries_medicine || person.food_note.trim() !== ''
