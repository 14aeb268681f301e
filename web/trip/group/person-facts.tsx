import type { ReactNode } from 'react'
import { comingNames } from '#domain/people-words.ts'
import type { Person } from '#domain/plan/people.ts'
import { AllergyBadge } from './allergy-badge.tsx'
import { allergyWords, dietWords, stayWords } from './person-words.ts'

interface PersonFactsProps {
  person: Person
  hasAnswer: boolean
}

export function PersonFacts({ person, hasAnswer }: PersonFactsProps) {
  const mayCome = person.coming !== 'not_coming'
  const note = person.food_note.trim()
  const isUsual = note === '' && allergyWords(person) === ''
  return (
    <div className="grid grid-cols-1 justify-items-start gap-4">
      <AllergyBadge person={person} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {hasAnswer && <Fact term="Answer">{comingNames[person.coming]}</Fact>}
        <Fact term="Age">{person.kind === 'child' ? `child${person.age ? `, ${person.age}` : ''}` : 'adult'}</Fact>
        {mayCome && <Fact term="When">{stayWords(person)}</Fact>}
        <Fact term="Food">{dietWords(person) || (isUsual ? 'nothing special' : 'no diet')}</Fact>
        {note && <Fact term="Also">{note}</Fact>}
        {person.carries_medicine && <Fact term="Medicine">carries it</Fact>}
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
