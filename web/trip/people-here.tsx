import type { PersonHere } from '#domain/api/events.ts'

/** So many are shown by their initial; with more, the last circle counts the rest. */
const SHOWN = 3
const circle =
  'grid size-7 place-items-center rounded-full border-2 border-surface bg-accent-soft text-xs font-semibold text-action'

/**
 * Who else has the trip open: quietly, by initials; on a narrow screen one circle, which counts them where they are several.
 * Not read out: among thirty people there would be no end of it.
 */
export function PeopleHere({ people }: { people: readonly PersonHere[] }) {
  const [first] = people
  const shown = people.length > SHOWN ? people.slice(0, SHOWN - 1) : people
  const rest = people.length - shown.length
  const sentence = sentenceOf(people.map(({ username }) => username))
  return (
    <span className="flex max-sm:col-start-1 max-sm:row-start-1 sm:w-16">
      {first && (
        <span role="img" aria-label={sentence} title={sentence} className="flex animate-fade sm:-space-x-2">
          <span className={`${circle} sm:hidden`}>{people.length > 1 ? people.length : initialOf(first)}</span>
          {shown.map((person) => (
            <span key={person.id} className={`${circle} max-sm:hidden`}>
              {initialOf(person)}
            </span>
          ))}
          {rest > 0 && <span className={`${circle} max-sm:hidden`}>+{rest}</span>}
        </span>
      )}
    </span>
  )
}

const initialOf = ({ username }: PersonHere) => [...username][0]?.toUpperCase()

function sentenceOf(names: string[]): string {
  return `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} here too`
}
