import { type CommonName, isCommonName, type SectionName, type SectionValue } from '../plan/index.ts'
import type { ChangeDescription } from './change-description.ts'
import { checklist } from './checklist.ts'
import { details } from './details.ts'
import { itinerary } from './itinerary.ts'
import { meals } from './meals.ts'
import { notes } from './notes.ts'
import { people } from './people.ts'
import { tickets } from './tickets.ts'
import type { SectionHistory } from './words.ts'

/** How the history of each section is told. */
const histories = { details, notes, meals, itinerary, checklist, tickets, people } satisfies {
  [Name in CommonName]: SectionHistory<SectionValue<Name>>
}

/** The words of any section, once what they are about is not known to the compiler. */
type AnyWords = ((told: ChangeDescription) => string) | { [name: string]: AnyWords }

/** What a section is called where its history is told, or something of it could not be done. What is private has no history. */
export function titleOf(section: SectionName): string {
  return isCommonName(section) ? histories[section].title : 'Private details'
}

/** What was done to a section, in sentences without their subject; what reads the same is said once. */
export function describeChanges(section: CommonName, changes: readonly ChangeDescription[]): string[] {
  return [...new Set(changes.map((told) => wordsFor(histories[section].words as unknown as AnyWords, told)(told)))]
}

function wordsFor(words: AnyWords, { do: what, at }: ChangeDescription): (told: ChangeDescription) => string {
  let here: AnyWords | undefined = words
  for (const [index, key] of at.entries()) {
    if (typeof here !== 'object') break
    if (!('each' in here)) here = here[key]
    else here = here[index === at.length - 1 ? what : 'each']
  }
  if (typeof here !== 'function') throw new Error(`There are no words for ${what} at ${at.join('/')}`)
  return here
}
