import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { commonSectionNames } from '#domain/plan/index.ts'
import { FakeBrowser } from '#web/data/testing/fake-browser.ts'
import type { Tab } from '#web/trip-core/tab.ts'

const browser = new FakeBrowser()
vi.stubGlobal('CSS', { supports: () => true })
// The root of web/data listens to the page as soon as it is imported.
vi.stubGlobal('addEventListener', () => {})
Object.assign(document, { addEventListener: () => {} })
const { tripTabs } = await import('./tabs.ts')
const { addressOf } = await import('./features.ts')
const { groupTabs } = await import('#web/pages/group/group-tabs.ts')
const withoutTabs: readonly string[] = ['places', 'tracks', 'polls', 'todos', 'announcements']
const ofTrip = [...new Set(Object.values(tripTabs).flat())]

afterAll(() => browser.close())

it('each tab that loads later is in the folder with its name, and no such file is without its tab', () => {
  const files = readdirSync(join(import.meta.dirname, '../..'), { recursive: true, encoding: 'utf8' })
  const named = (page: string) =>
    files.flatMap((path) => new RegExp(`(\\w+)[/\\\\]${page}-tab\\.tsx$`).exec(path)?.[1] ?? []).toSorted()
  const idsOf = (tabs: readonly Tab[]) => tabs.map(({ id }) => id).toSorted()
  expect(named('group')).toEqual(idsOf(groupTabs))
  // Overview opens at once.
  expect(['overview', ...named('trip')].toSorted()).toEqual(idsOf(ofTrip))
})

it('each section is on one tab, apart from those on pages without tabs', () => {
  const shown = [...ofTrip, ...groupTabs].flatMap(({ sections }) => sections)
  expect([...shown, ...withoutTabs].toSorted()).toEqual(commonSectionNames.toSorted())
})

it('a section has the address of its tab, and of its view', () => {
  const trip = { id: 'lake', type: 'car_trip' } as const
  expect(addressOf(trip, 'meals')).toBe('/trip/lake?tab=meals')
  expect(addressOf(trip, 'rides')).toBe('/trip/lake/group?tab=rides')
  expect(addressOf(trip, 'beds')).toBe('/trip/lake/group?tab=rides&view=beds')
  expect(addressOf(trip, 'duties')).toBe('/trip/lake/group?tab=rides&view=duties')
  expect(addressOf(trip, 'places')).toBe('/trip/lake/map')
  expect(addressOf(trip, 'todos')).toBe('/trip/lake/before#todos')
  for (const section of commonSectionNames) {
    const tab = new URLSearchParams(addressOf(trip, section).split('?')[1]).get('tab')
    const found = [...ofTrip, ...groupTabs].find(({ id }) => id === tab)
    if (section !== 'tickets' && !withoutTabs.includes(section)) expect(found?.sections, section).toContain(section)
  }
})
