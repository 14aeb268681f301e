import type { ReactNode } from 'react'
import type { Person } from '#domain/plan/people.ts'
import { stayIn } from '#domain/stay.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useTripOver } from '#web/trip-core/days/trip-over.ts'
import { allergyWords, answerName, childWords, dietWords, stayWords } from '#web/trip-core/people/person-words.ts'
import { AllergyBadge } from './allergy-badge.tsx'

interface PersonFactsProps {
  person: Person
  dates: TripDates
  hasAnswer: boolean
}

export function PersonFacts({ person, dates, hasAnswer }: PersonFactsProps) {
  const isOver = useTripOver()
  const mayCome = person.coming !== 'not_coming'
  const note = person.food_note.trim()
  const isUsual = note === '' && allergyWords(person) === ''
  return (
    <div className="grid grid-cols-1 justify-items-start gap-4">
      <AllergyBadge person={person} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {hasAnswer && <Fact term={m.group_facts_answer()}>{answerName(person.coming, isOver)}</Fact>}
        <Fact term={m.group_facts_age()}>{person.kind === 'child' ? childWords(person) : m.group_facts_adult()}</Fact>
        {mayCome && <Fact term={m.group_facts_when()}>{stayWords(stayIn(person, dates), dates)}</Fact>}
        {(dietWords(person) || isUsual) && (
          <Fact term={m.group_facts_food()}>{dietWords(person) || m.group_facts_food_usual()}</Fact>
        )}
        {note && <Fact term={m.group_facts_note()}>{note}</Fact>}
        {person.carries_medicine && <Fact term={m.group_facts_medicine()}>{m.group_facts_medicine_carried()}</Fact>}
      </dl>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}
