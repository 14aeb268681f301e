import type { Source } from '#domain/food/shopping-list.ts'
import type { Reason, Warning } from '#domain/food/warnings.ts'
import { listText } from '#domain/list-text.ts'
import { allergenName, dietName } from '#domain/people-words.ts'
import * as m from '#messages'

/** Finds the warnings of an item by the lines that need it. */
export type WarningsOf = (sources: readonly Source[]) => readonly Warning[]

/** More people are counted. */
const MAX_NAMES = 3

/** The warnings of items. The result for the same sources is the same object. */
export function warningsBySource(warnings: readonly Warning[]): WarningsOf {
  const byLine = new Map<string, Warning[]>()
  for (const warning of warnings) byLine.set(warning.line, [...(byLine.get(warning.line) ?? []), warning])
  const known = new WeakMap<readonly Source[], readonly Warning[]>()
  return (sources) => {
    const found = known.get(sources) ?? sources.flatMap(({ line }) => byLine.get(line) ?? [])
    known.set(sources, found)
    return found
  }
}

/** Who is allergic to an item; undefined if nobody is. */
export function allergyText(warnings: readonly Warning[]): string | undefined {
  const people = listWarned(warnings, (reason) => 'allergen' in reason)
  return people.length > 0 ? m.shopping_not_for({ people: listText(cut(people)) }) : undefined
}

/** Everybody who may not be able to eat an item, with the reasons: 'Ana (tree nuts)'. */
export function listWarned(warnings: readonly Warning[], counts: (reason: Reason) => boolean = () => true): string[] {
  const reasonsOf = new Map<string, { name: string; reasons: Set<string> }>()
  for (const { person, reasons } of warnings) {
    const known = reasonsOf.get(person.id) ?? {
      name: person.name.trim() || m.group_person_no_name(),
      reasons: new Set(),
    }
    for (const reason of reasons.filter(counts)) known.reasons.add(nameOfReason(reason))
    if (known.reasons.size > 0) reasonsOf.set(person.id, known)
  }
  return [...reasonsOf.values()].map(({ name, reasons }) =>
    m.shopping_not_for_person({ name, reasons: listText([...reasons]) }),
  )
}

const nameOfReason = (reason: Reason) => ('diet' in reason ? dietName(reason.diet) : allergenName(reason.allergen))

function cut(people: readonly string[]): readonly string[] {
  if (people.length <= MAX_NAMES) return people
  const shown = people.slice(0, MAX_NAMES - 1)
  return [...shown, m.shopping_others({ count: people.length - shown.length })]
}
