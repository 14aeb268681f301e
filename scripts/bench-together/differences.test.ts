import { describe, expect, it } from 'vitest'
import { commonSectionNames, type SectionName, sectionNames } from '#domain/plan/index.ts'
import { listDifferences, type StoredPlan } from './differences.ts'
import type { TabReport } from './messages.ts'

const stored = Object.fromEntries(
  sectionNames.map((name, at) => [name, { version: at + 1, value: [{ id: name, text: 'Tent' }] }]),
) as StoredPlan

/** A tab that shows what is stored, except for these changes. */
function tabWith(
  changed: Partial<Record<SectionName, Partial<TabReport['sections'][number]>>> = {},
  hasPendingEdits = false,
): TabReport {
  return {
    hasPendingEdits,
    superseded: [],
    sections: sectionNames.map((name) => ({ name, ...stored[name], ...changed[name] })),
  }
}

describe('listDifferences', () => {
  it('reports nothing if all sections are equal, in any order of sections and fields', () => {
    const { sections } = tabWith({ notes: { value: [{ text: 'Tent', id: 'notes' }] } })
    expect(
      listDifferences([tabWith(), { hasPendingEdits: false, superseded: [], sections: sections.toReversed() }], stored),
    ).toEqual([])
  })

  it.each(sectionNames)('reports that %s is at another version, has another value or is missing', (name) => {
    const { version } = stored[name]
    const [behind, other] = [tabWith({ [name]: { version: version - 1 } }), tabWith({ [name]: { value: [] } })]
    const missing = {
      hasPendingEdits: false,
      superseded: [],
      sections: tabWith().sections.filter((section) => section.name !== name),
    }
    const unloaded = tabWith({ [name]: { version: undefined, value: undefined } })
    expect(listDifferences([tabWith(), behind], stored)).toEqual([
      `tab 1: ${name} is at version ${version - 1} of ${version}`,
    ])
    expect(listDifferences([other], stored)).toEqual([`tab 0: ${name} has another value at version ${version}`])
    for (const tab of [missing, unloaded])
      expect(listDifferences([tab], stored)).toEqual([`tab 0: ${name} is at no version of ${version}`])
  })

  it('reports pending edits', () => {
    expect(listDifferences([tabWith({}, true)], stored)).toEqual(['tab 0: edits are pending'])
  })

  it('reports every section of a tab that shows nothing', () => {
    expect(listDifferences([{ hasPendingEdits: false, superseded: [], sections: [] }], stored)).toHaveLength(
      commonSectionNames.length + 1,
    )
  })
})
