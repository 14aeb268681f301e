import type { PersonHere } from '#domain/api/events.ts'
import { Face } from '#web/ui/face.tsx'

/** So many are shown by their face; with more, the last circle counts the rest. */
const SHOWN = 3
const ring = 'rounded-full ring-2 ring-surface'
const count = `${ring} grid size-7 place-items-center bg-accent-soft text-xs font-semibold text-action`

/**
 * Who else has the trip open: quietly, by their faces; on a narrow screen one circle, which counts them where they are several.
 * Not read out: among thirty people there would be no end of it.
 */
export function PeopleHere({ people }: { people: readonly PersonHere[] }) {
  const shown = people.length > SHOWN ? people.slice(0, SHOWN - 1) : people
  const rest = people.length - shown.length
  const isAlone = people.length === 1
  const sentence = sentenceOf(people.map(({ username }) => username))
  return (
    <span role="img" aria-label={sentence} title={sentence} className="flex animate-fade sm:-space-x-1">
      {!isAlone && <span className={`${count} sm:hidden`}>{people.length}</span>}
      {shown.map(({ id, username }) => (
        <span key={id} className={`${ring} ${isAlone ? '' : 'max-sm:hidden'}`}>
          <Face id={id} name={username} size="small" />
        </span>
      ))}
      {rest > 0 && <span className={`${count} max-sm:hidden`}>+{rest}</span>}
    </span>
  )
}

function sentenceOf(names: string[]): string {
  return `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} here too`
}
