import { diff } from '../operations/diff.ts'
import type { Mutation } from '../operations/operation.ts'
import type { TripType } from '../trip.ts'
import { forms } from './forms.ts'
import { plan, type SectionName } from './index.ts'
import type { Section } from './section.ts'

/** What a person did who made one value of a section another, as `diff` does; a new day is what such a day starts with, and then edited. */
export function diffSection(name: SectionName, type: TripType, from: unknown, to: unknown): Mutation[] {
  const { newEntry }: Pick<Section<unknown>, 'newEntry'> = plan[name]
  return diff(forms[name], from, to, newEntry && ((key) => newEntry(type, Number(key))))
}
