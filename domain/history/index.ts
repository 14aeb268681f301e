import * as m from '#messages'
import { isWithin } from '../operations/operation.ts'
import { type CommonSectionName, isCommonSectionName, type SectionName, type SectionValue } from '../plan/index.ts'
import { announcements } from './announcements.ts'
import { beds } from './beds.ts'
import type { ChangeDescription } from './change-description.ts'
import { checklist } from './checklist.ts'
import { costs } from './costs.ts'
import { details } from './details.ts'
import { duties } from './duties.ts'
import { gear } from './gear.ts'
import { itinerary } from './itinerary.ts'
import { meals } from './meals.ts'
import { notes } from './notes.ts'
import { people } from './people.ts'
import { places } from './places.ts'
import { polls } from './polls.ts'
import { rides } from './rides.ts'
import { shopping } from './shopping.ts'
import { stays } from './stays.ts'
import { tickets } from './tickets.ts'
import { todos } from './todos.ts'
import { tracks } from './tracks.ts'
import { quote, type SectionHistory } from './words.ts'

const histories = {
  details,
  notes,
  meals,
  itinerary,
  checklist,
  tickets,
  stays,
  people,
  shopping,
  gear,
  rides,
  beds,
  duties,
  costs,
  places,
  tracks,
  polls,
  todos,
  announcements,
} satisfies {
  [Name in CommonSectionName]: SectionHistory<SectionValue<Name>>
}

/** The words of any section, without the types of its values. */
type AnyWords = ((change: ChangeDescription) => string) | { [name: string]: AnyWords }

/** The title of a section in its history and in messages about failures. Private records have no history. */
export function sectionTitle(section: SectionName): string {
  return isCommonSectionName(section) ? histories[section].title() : m.history_section_private()
}

/** What one sentence of the history says. */
export interface DescribedChange {
  /** Without a subject. */
  text: string
  /** Those that the sentence is about. */
  changes: ChangeDescription[]
}

/** Changes to a section as sentences without a subject. Equal sentences appear once. */
export function describeChanges(section: CommonSectionName, changes: readonly ChangeDescription[]): string[] {
  return groupChanges(section, changes).map(({ text }) => text)
}

/** The same, with the changes of each sentence. */
export function groupChanges(section: CommonSectionName, changes: readonly ChangeDescription[]): DescribedChange[] {
  const { words, companions = [] }: Pick<SectionHistory<unknown>, 'companions'> & { words: unknown } =
    histories[section]
  const groups = new Map<string, ChangeDescription[]>()
  for (const change of withoutCompanions(changes, companions)) {
    const text = describe(words as AnyWords, change)
    groups.set(text, [...(groups.get(text) ?? []), change])
  }
  return [...groups].map(([text, ofText]) => ({ text, changes: ofText }))
}

/** What the author typed and, if it was merged with changes of others, what the text became. */
function describe(words: AnyWords, { typed, ...change }: ChangeDescription): string {
  const sentence = wordsFor(words, change)
  if (!typed) return sentence(change)
  return m.history_merged({ change: sentence({ ...change, ...typed }), text: quote(String(change.to)) })
}

function withoutCompanions(changes: readonly ChangeDescription[], companions: readonly string[]): ChangeDescription[] {
  const isCompanion = ({ at }: ChangeDescription) => companions.includes(at.at(-1) ?? '')
  const others = changes.filter((change) => !isCompanion(change))
  return changes.filter(
    (change) => !isCompanion(change) || !others.some((other) => isWithin(change.at.slice(0, -1), other.at)),
  )
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
