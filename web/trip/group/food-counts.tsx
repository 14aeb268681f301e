import { allergenNames, dietNames } from '#domain/people-words.ts'
import { allergens, diets, type Party, type Person, personsOf } from '#domain/plan/people.ts'
import { Panel } from '#web/ui/panel.tsx'
import { labelOf } from './person-words.ts'

/** Diets and allergies of everybody who may come: how many, and who. */
export function FoodCounts({ parties }: { parties: readonly Party[] }) {
  const persons = personsOf(parties).filter(({ coming }) => coming !== 'not_coming')
  const eats = diets.map((diet) => ({ word: dietNames[diet], who: persons.filter((person) => person.diets[diet]) }))
  const avoids = allergens.map((allergen) => ({
    word: allergenNames[allergen],
    who: persons.filter((person) => person.allergens[allergen]),
  }))
  const noted = persons.filter(({ food_note }) => food_note.trim() !== '')
  const isEmpty = [...eats, ...avoids].every(({ who }) => who.length === 0) && noted.length === 0
  if (isEmpty) return null
  return (
    <Panel title="What they eat">
      <div className="grid grid-cols-1 gap-4">
        <Counted title="Diets" counted={eats} />
        <Counted title="Allergies" counted={avoids} marksMedicine />
        {noted.length > 0 && (
          <div>
            <h3 className="mb-1 text-sm font-semibold">Also to know</h3>
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
    </Panel>
  )
}

function Counted({
  title,
  counted,
  marksMedicine = false,
}: {
  title: string
  counted: { word: string; who: Person[] }[]
  marksMedicine?: boolean
}) {
  const known = counted.filter(({ who }) => who.length > 0).toSorted((one, other) => other.who.length - one.who.length)
  if (known.length === 0) return null
  const named = (person: Person) =>
    `${labelOf(person)}${marksMedicine && person.carries_medicine ? ' (carries medicine)' : ''}`
  return (
    <div>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      <ul aria-label={title} className="grid gap-1.5">
        {known.map(({ word, who }) => (
          <li key={word} className="flex max-w-none gap-3">
            <span className="sign w-7 shrink-0 text-right text-accent tabular-nums">{who.length}</span>
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{word}</span>
              <span className="text-sm text-muted"> · {who.map(named).join(', ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
