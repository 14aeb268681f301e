import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { commonSectionNames } from '#domain/plan/index.ts'
import { FakeBrowser } from '#web/data/testing/fake-browser.ts'

const browser = new FakeBrowser()
vi.stubGlobal('CSS', { supports: () => true })
// The root of web/data listens to the page as soon as it is imported.
vi.stubGlobal('addEventListener', () => {})
Object.assign(document, { addEventListener: () => {} })
const { addressOf, tripTabs } = await import('./tabs.ts')
const { groupTabs } = await import('#web/pages/group/group-tabs.ts')
const ofTrip = [...new Set(Object.values(tripTabs).flat())]

afterAll(() => browser.close())

it('each tab is in the file with its name, and no such file is without its tab', () => {
  const web = join(import.meta.dirname, '../..')
  const importedBy = (list: string) =>
    [...readFileSync(join(web, 'pages', list), 'utf8').matchAll(/\/([^/']+)-tab\.tsx'/g)].map(([, name]) => name)
  const [inTrip, inGroup] = [importedBy('trip/tabs.ts'), importedBy('group/group-tabs.ts')]
  expect(inGroup.toSorted()).toEqual(groupTabs.map(({ id }) => id).toSorted())
  expect(inTrip.toSorted()).toEqual(ofTrip.map(({ id }) => id).toSorted())
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  const named = files.flatMap((path) => /([^/\\]+)-tab\.tsx$/.exec(path)?.[1] ?? [])
  expect(named.toSorted()).toEqual([...inTrip, ...inGroup].toSorted())
})

it('each section is on one tab', () => {
  const shown = [...ofTrip, ...groupTabs].flatMap(({ sections }) => sections)
  expect(shown.toSorted()).toEqual(commonSectionNames.toSorted())
})

it('a section has the address of its tab', () => {
  const trip = { id: 'lake', type: 'car_trip' } as const
  expect(addressOf(trip, 'meals')).toBe('/trip/lake?tab=meals')
  for (const section of commonSectionNames) {
    const tab = new URLSearchParams(addressOf(trip, section).split('?')[1]).get('tab')
    const found = [...ofTrip, ...groupTabs].find(({ id }) => id === tab)
    if (section !== 'tickets') expect(found?.sections, section).toContain(section)
  }
})
