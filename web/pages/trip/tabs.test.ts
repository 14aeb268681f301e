import { readdirSync } from 'node:fs'
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
  const paths = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('-tab.tsx'))
  const namesIn = (isIn: (path: string) => boolean) =>
    paths.filter(isIn).map((path) => /([^/]+)-tab\.tsx$/.exec(path)?.[1])
  const isOfGroup = (path: string) => path.startsWith('group/')
  expect(namesIn(isOfGroup).toSorted()).toEqual(groupTabs.map(({ id }) => id).toSorted())
  expect(namesIn((path) => !isOfGroup(path)).toSorted()).toEqual(ofTrip.map(({ id }) => id).toSorted())
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
