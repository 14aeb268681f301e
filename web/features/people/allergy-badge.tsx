import { TriangleAlert } from 'lucide-react'
import type { Person } from '#domain/plan/people.ts'
import * as m from '#messages'
import { allergenWords, allergyWords } from '#web/trip-core/people/person-words.ts'

interface AllergyBadgeProps {
  person: Pick<Person, 'allergens'>
  /** Only the allergens, as in a row of the list: 'Peanuts, milk'. */
  isShort?: boolean
}

/** A person's allergies in words. It wraps and is never cut off: cooks must be able to read all of it. */
export function AllergyBadge({ person, isShort = false }: AllergyBadgeProps) {
  const words = allergyWords(person)
  if (words === '') return null
  return (
    <span className="inline-flex max-w-full items-start gap-1.5 rounded-sm border border-warn bg-warn-soft px-2 py-0.5 text-sm text-warn">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {isShort ? (
        <span className="min-w-0 wrap-anywhere">
          <span className="sr-only">{m.group_allergies_prefix()} </span>
          {allergenWords(person)}
        </span>
      ) : (
        <span className="min-w-0 wrap-anywhere">{words}</span>
      )}
    </span>
  )
}
