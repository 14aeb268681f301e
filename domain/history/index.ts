import * as m from '#messages'
import { type CommonSectionName, isCommonSectionName, type SectionName, type SectionValue } from '../plan/index.ts'
import type { ChangeDescription } from './change-description.ts'
import { checklist } from './checklist.ts'
import { details } from './details.ts'
import { itinerary } from './itinerary.ts'
import { meals } from './meals.ts'
import { notes } from './notes.ts'
import { people } from './people.ts'
import { rides } from './rides.ts'
import { shopping } from './shopping.ts'
import { tickets } from './tickets.ts'
import type { SectionHistory } from './words.ts'

const histories = { details, notes, meals, itinerary, checklist, tickets, people, shopping, rides } satisfies {
  [Name in CommonSectionName]: SectionHistory<SectionValue<Name>>
}

/** The words of any section, without the types of its values. */
type AnyWords = ((change: ChangeDescription) => string) | { [name: string]: AnyWords }

/** The title of a section in its history and in messages about failures. Private records have no history. */
export function sectionTitle(section: SectionName): string {
  return isCommonSectionName(section) ? histories[section].title() : m.history_section_private()
}

/** Changes to a section as sentences without a subject. Equal sentences appear once. */
export function describeChanges(section: CommonSectionName, changes: readonly ChangeDescription[]): string[] {
  return [
    ...new Set(changes.map((change) => wordsFor(histories[section].words as unknown as AnyWords, change)(change))),
  ]
}

function wordsFor(words: AnyWords, { do: what, at }: ChangeDescription): (change: ChangeDescription) => string {
  let here: AnyWords | undefined = words
  for (const [index, key] of at.entries()) {
    if (typeof here !== 'object') break
    if (!('each' in here)) here = here[key]
    else here = here[index === at.length - 1 ? what : 'each']
  }
  if (typeof here !== 'function') throw new Error(`There are no words for ${what} at ${at.join('/')}`)
  return here
}
