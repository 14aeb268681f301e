import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AreaAbout } from '../storage/map-areas.ts'
import { chooseOffline, isOfflineChosen } from '../storage/offline-choice.ts'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { FakeCaches } from '../testing/fake-caches.ts'

const about: AreaAbout = {
  map: { name: 'Maps', style: 'https://maps.test/style.json', dark_style: '', pmtiles: '' },
  boxes: [],
  place: '',
}
const user = { id: 'ana', email: 'ana@example.org', username: 'Ana' } as never
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
  vi.stubGlobal('caches', new FakeCaches())
  vi.stubGlobal('location', { href: 'https://wayfare.test/trip/trip/map' })
})
afterEach(() => browser.close())

it('a sign-out ends a download, even where the choices stay on somebody’s own device', async () => {
  const { pageEvents, session } = await import('../root/session.ts')
  const { openMapArea } = await import('./use-map-area.ts')
  session.announce('signed_in', user)
  chooseOffline('ana', 'trip', true)
  const area = openMapArea('ana', 'trip')
  const list = vi.fn(async () => {
    throw new TypeError('Failed to fetch')
  })
  await area.save(about, list)
  session.announce('user_updated', user)
  pageEvents.dispatch('online', new Event('online'))
  await expect.poll(() => area.getState()).toMatchObject({ stage: 'settled', why: 'unanswered' })
  expect(list).toHaveBeenCalledTimes(2)
  session.announce('signed_out', null)
  expect(isOfflineChosen('ana', 'trip')).toBe(true)
  pageEvents.dispatch('online', new Event('online'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(list).toHaveBeenCalledTimes(2)
  expect(openMapArea('ana', 'trip')).not.toBe(area)
})
