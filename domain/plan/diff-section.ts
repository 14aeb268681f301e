import { diff } from '../operations/diff.ts'
import type { Mutation } from '../operations/operation.ts'
import type { TripType } from '../trip.ts'
import { forms } from './forms.ts'
import { plan, type SectionName } from './index.ts'
import type { Section } from './section.ts'

/** The operations that lead from one value of a section to another. A new day is inserted as it starts, then edited. */
export function diffSection(name: SectionName, type: TripType, from: unknown, to: unknown): Mutation[] {
  const { newEntry }: Pick<Section<unknown>, 'newEntry'> = plan[name]
  return diff(forms[name], from, to, newEntry && ((key) => newEntry(type, Number(key))))
}
