import { allergenName, dietName } from '#domain/people-words.ts'
import { allergens, diets, listPersons, type Party, type Person } from '#domain/plan/people.ts'
import * as m from '#messages'
import { FoldedSection } from '#web/trip-core/folded-section.tsx'
import { labelOf } from '#web/trip-core/people/person-words.ts'

interface FoodCountsProps {
  parties: readonly Party[]
  /** Whether the list is so short that it is enough to say who. */
  isFew: boolean
}

/** Diets and allergies of everybody who may come: how many, and who. */
export function FoodCounts({ parties, isFew }: FoodCountsProps) {
  const persons = listPersons(parties).filter(({ coming }) => coming !== 'not_coming')
  const eats = diets.map((diet) => ({ word: dietName(diet), who: persons.filter((person) => person.diets[diet]) }))
  const avoids = allergens.map((allergen) => ({
    word: allergenName(allergen),
    who: persons.filter((person) => person.allergens[allergen]),
  }))
  const noted = persons.filter(({ food_note }) => food_note.trim() !== '')
  const isEmpty = [...eats, ...avoids].every(({ who }) => who.length === 0) && noted.length === 0
  if (isEmpty) return null
  return (
    <div className="card">
      <FoldedSection title={m.group_food_title()}>
        <div
          className={`grid grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-x-6 ${isFew ? 'lg:grid-cols-1' : 'lg:grid-cols-3'}`}
        >
          <Counted title={m.group_food_diets()} counted={eats} hasNumbers={!isFew} />
          <Counted title={m.group_food_allergies()} counted={avoids} hasNumbers={!isFew} marksMedicine />
          {noted.length > 0 && (
            <div>
              <h3 className="mb-1 text-sm font-semibold">{m.group_food_notes()}</h3>
              <dl className="grid gap-2">
                {noted.map((person) => (
                  <div key={person.id}>
                    <dt className="text-sm text-muted">{labelOf(person)}</dt>
                    <dd className="whitespace-pre-line wrap-anywhere">{person.food_note.trim()}</dd>
                  </div>
                ))}
              </dl>
            </div>
          )}
        </div>
      </FoldedSection>
    </div>
  )
}

interface CountedProps {
  title: string
  counted: { word: string; who: Person[] }[]
  hasNumbers: boolean
  marksMedicine?: boolean
}

function Counted({ title, counted, hasNumbers, marksMedicine = false }: CountedProps) {
  const known = counted.filter(({ who }) => who.length > 0).toSorted((one, other) => other.who.length - one.who.length)
  if (known.length === 0) return null
  const named = (person: Person) =>
    marksMedicine && person.carries_medicine
      ? m.group_food_carries_medicine({ name: labelOf(person) })
      : labelOf(person)
  return (
    <div>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      <ul aria-label={title} className="grid gap-1.5">
        {known.map(({ word, who }) => (
          <li key={word} className="flex max-w-none gap-3">
            {hasNumbers && <span className="w-7 shrink-0 text-right text-accent tabular-nums">{who.length}</span>}
            <span className="min-w-0 wrap-anywhere">
              {word}
              <span className="text-sm text-muted"> · {who.map(named).join(', ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
