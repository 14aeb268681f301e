import { merge } from '../merge/merge.ts'
import type { TripType } from '../trip.ts'
import { forms } from './forms.ts'
import { plan, type SectionName, type SectionValue } from './index.ts'
import type { Section } from './section.ts'

/**
 * Merges two descendants of a section's `base`, as `merge` does. Where both sides have added the same new day, both have
 * edited what such a day starts with.
 * @param type the trip's type
 */
export function mergeSection<Name extends SectionName>(
  name: Name,
  type: TripType,
  base: SectionValue<Name>,
  theirs: SectionValue<Name>,
  mine: SectionValue<Name>,
): SectionValue<Name> {
  const { newEntry }: Pick<Section<unknown>, 'newEntry'> = plan[name]
  const addedTwice = newEntry ? Object.keys(mine).filter((key) => Object.hasOwn(theirs, key) && !Object.hasOwn(base, key)) : []
  if (!newEntry || addedTwice.length === 0) return merge(base, theirs, mine, forms[name])
  const both = { ...base, ...Object.fromEntries(addedTwice.map((key) => [key, newEntry(type, Number(key))])) }
  return merge(both, theirs, mine, forms[name])
}
