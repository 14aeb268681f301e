import { equal } from '#domain/operations/json.ts'
import { type SectionName, sectionNames } from '#domain/plan/index.ts'
import type { TabReport } from './messages.ts'

/** The plan as the server returns it to one person: the common sections, and their part of the private ones. */
export type StoredPlan = Record<SectionName, { version: number; value: unknown }>

/** Lists the differences between one person's tabs and the server, including pending edits. */
export function listDifferences(tabs: readonly TabReport[], stored: StoredPlan): string[] {
  return tabs.flatMap(({ hasPendingEdits, sections }, tab) => {
    const shown = new Map(sections.map((section) => [section.name, section]))
    const lines = sectionNames.flatMap((name) => differenceOf(name, shown.get(name), stored[name]))
    if (hasPendingEdits) lines.push('edits are pending')
    return lines.map((line) => `tab ${tab}: ${line}`)
  })
}

function differenceOf(
  name: SectionName,
  shown: TabReport['sections'][number] | undefined,
  stored: StoredPlan[SectionName],
): string[] {
  if (shown?.version !== stored.version)
    return [
      `${name} is at ${shown?.version === undefined ? 'no version' : `version ${shown.version}`} of ${stored.version}`,
    ]
  return equal(shown.value, stored.value) ? [] : [`${name} has another value at version ${stored.version}`]
}
