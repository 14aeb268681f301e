import type { PersonHere } from '#domain/api/events.ts'
import { listText } from '#domain/list-text.ts'
import * as m from '#messages'
import { Face } from '#web/ui/face.tsx'

/** The most faces that are shown; with more people, the last circle counts the rest. */
const MAX_FACES = 3
const ring = 'rounded-full ring-2 ring-surface'
const count = `${ring} grid size-7 place-items-center bg-accent-soft text-xs font-semibold text-action`

/**
 * The faces of others who have the trip open. A narrow screen shows one circle, with their number if they are several.
 * Not a live region: with thirty people it would never stop announcing.
 */
export function PeopleHere({ people }: { people: readonly PersonHere[] }) {
  const shown = people.length > MAX_FACES ? people.slice(0, MAX_FACES - 1) : people
  const rest = people.length - shown.length
  const isAlone = people.length === 1
  const sentence = sentenceOf(people.map(({ name }) => name))
  return (
    <span role="img" aria-label={sentence} title={sentence} className="flex animate-fade sm:-space-x-1">
      {!isAlone && <span className={`${count} sm:hidden`}>{people.length}</span>}
      {shown.map(({ id, name }) => (
        <span key={id} className={`${ring} ${isAlone ? '' : 'max-sm:hidden'}`}>
          <Face id={id} name={name} size="small" />
        </span>
      ))}
      {rest > 0 && <span className={`${count} max-sm:hidden`}>+{rest}</span>}
    </span>
  )
}

function sentenceOf(names: string[]): string {
  return m.plan_people_here({ count: names.length, names: listText(names) })
}
