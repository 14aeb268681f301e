import type { PersonHere } from '#domain/api/events.ts'
import { listText } from '#domain/list-text.ts'
import * as m from '#messages'
import { Face } from '#web/ui/face.tsx'

/** With more people, a circle with the number of the others replaces the last face. */
const MAX_FACES = 3
const ring = 'rounded-full ring-2 ring-surface max-sm:*:size-6'

/**
 * The faces of others who have the trip open: on a phone two and a number, on a very narrow one a single face.
 * Not a live region: with thirty people it would never stop announcing.
 */
export function PeopleHere({ people }: { people: readonly PersonHere[] }) {
  const shown = people.slice(0, people.length > MAX_FACES ? MAX_FACES - 1 : MAX_FACES)
  const rest = people.length - (MAX_FACES - 1)
  const sentence = sentenceOf(people.map(({ name }) => name))
  return (
    <span
      role="img"
      aria-label={sentence}
      title={sentence}
      className="flex shrink-0 animate-fade -space-x-2 px-1 max-[22.5rem]:*:not-first:hidden sm:-space-x-1"
    >
      {shown.map(({ id, name }, at) => (
        <span key={id} className={`${ring} ${at === MAX_FACES - 1 ? 'max-sm:hidden' : ''}`}>
          <Face id={id} name={name} size="small" />
        </span>
      ))}
      {rest > 0 && (
        <span className={`${ring} ${rest === 1 ? 'sm:hidden' : ''}`}>
          <span className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-action">
            +{rest}
          </span>
        </span>
      )}
    </span>
  )
}

function sentenceOf(names: string[]): string {
  return m.plan_people_here({ count: names.length, names: listText(names) })
}
