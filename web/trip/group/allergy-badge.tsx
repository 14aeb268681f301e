import { TriangleAlert } from 'lucide-react'
import type { Person } from '#domain/plan/people.ts'
import { allergyWords } from './person-words.ts'

/** A person's allergies in words. It wraps and is never cut off: cooks must be able to read all of it. */
export function AllergyBadge({ person }: { person: Person }) {
  const words = allergyWords(person)
  if (words === '') return null
  return (
    <span className="inline-flex max-w-full items-start gap-1.5 rounded-sm border border-warn bg-warn-soft px-2 py-0.5 text-sm font-semibold text-warn">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{words}</span>
    </span>
  )
}
