import type { PersonHere } from '#domain/api/events.ts'
import { listText } from '#domain/list-text.ts'
import * as m from '#messages'
import { Face } from '#web/ui/face.tsx'

/** With more people, a circle with the number of the others replaces the last face. */
const MAX_FACES = 3
const circle = 'rounded-full transition-shadow max-sm:*:size-6 max-sm:*:text-[0.625rem]'
const ringOf = (isMarked: boolean) => (isMarked ? 'z-1 rim-accent' : 'rim-surface')

interface PeopleHereProps {
  people: readonly PersonHere[]
  /** Who has just changed something: their face, or the number, gets a ring. */
  updatedBy: string | undefined
}

/**
 * The faces of others who have the trip open: on a phone two and a number, on a very narrow one a single face, and none
 * beside a change to check. Not a live region: with thirty people it would never stop announcing.
 */
export function PeopleHere({ people, updatedBy }: PeopleHereProps) {
  const shown = people.slice(0, people.length > MAX_FACES ? MAX_FACES - 1 : MAX_FACES)
  const rest = people.length - (MAX_FACES - 1)
  const position = people.findIndex(({ id }) => id === updatedBy)
  const sentence = sentenceOf(people.map(({ name }) => name))
  return (
    <span
      role="img"
      aria-label={sentence}
      title={sentence}
      className="flex shrink-0 animate-fade -space-x-1 px-0.5 max-sm:has-[~[role=log]]:hidden max-[22.5rem]:*:not-first:hidden"
    >
      {shown.map(({ id, name }, at) => (
        <span
          key={id}
          className={`${circle} ${ringOf(at === position)} ${at === MAX_FACES - 1 ? 'max-sm:hidden' : ''}`}
        >
          <Face id={id} name={name} size="small" />
        </span>
      ))}
      {rest > 0 && (
        <span className={`${circle} ${ringOf(position >= MAX_FACES - 1)} ${rest === 1 ? 'sm:hidden' : ''}`}>
          <span className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold whitespace-nowrap text-action">
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
