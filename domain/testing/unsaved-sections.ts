import { type CommonSectionName, commonSectionNames, type SectionValue } from '../plan/index.ts'
import { planTemplates } from '../templates/plan-templates.ts'
import type { TripType } from '../trip.ts'

type Unsaved = { [Name in CommonSectionName]: { version: 0; value: SectionValue<Name> } }

/** The sections in the answer for a trip that nobody has edited: the templates of its type at version 0. */
export function unsavedSections(type: TripType): Unsaved {
  return Object.fromEntries(
    commonSectionNames.map((name) => [name, { version: 0, value: planTemplates[name](type) }]),
  ) as Unsaved
}
