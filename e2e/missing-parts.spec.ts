import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectField, fillField, saveState, showOfflineSwitch } from './page-parts.ts'
import { shareWithEverybody } from './stored-plan.ts'

/*
 * Browsers that lack a feature the app uses: old browsers, in-app browsers, browsers that block storage, and all
 * browsers at plain-http addresses. Everything that does not need the feature still works.
 */

const offlinePanel = (page: Page) => page.getByRole('region', { name: 'Available offline' })

/** Scripts that remove a feature before the app starts, by the feature. */
const without = {
  BroadcastChannel: () => Reflect.deleteProperty(globalThis, 'BroadcastChannel'),
  'an allowed BroadcastChannel': () => {
    globalThis.BroadcastChannel = class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    } as unknown as typeof BroadcastChannel
  },
  localStorage: () => Object.defineProperty(globalThis, 'localStorage', { value: null }),
  'an allowed localStorage': () => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(globalThis, 'localStorage', { get })
  },
  'an allowed sessionStorage': () => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(globalThis, 'sessionStorage', { get })
  },
  indexedDB: () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  'an allowed indexedDB': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
  },
  'a service worker': () => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
  caches: () => Reflect.deleteProperty(globalThis, 'caches'),
  locks: () => Reflect.deleteProperty(Navigator.prototype, 'locks'),
}

for (const [part, remove] of Object.entries(without)) {
  test(`SESS-2, SESS-3, SESS-5, SAVE-9 without ${part} people can sign in, edit, see each other and reload`, async ({
    page,
    friend,
    person,
    createTrip,
    server,
    allowConsole,
  }) => {
    if (/indexedDB/.test(part)) allowConsole(/could not be (stored|read)/)
    await page.addInitScript(remove as () => void)
    await page.goto('/')
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
    const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
    await page.reload()
    await page.getByRole('link', { name: 'Killarney' }).click()
    await fillField(page, 'Destination', 'George Lake')
    await expect(saveState(page)).toHaveText('Saved')
    await page.reload()
    await expectField(page, 'Destination', 'George Lake')

    shareWithEverybody(server, id)
    await friend.goto(`/trip/${id}`)
    await expectField(friend, 'Destination', 'George Lake')
    await fillField(friend, 'Destination', 'Johnnie Lake')
    await expectField(page, 'Destination', 'Johnnie Lake')
    await page.getByRole('button', { name: person.username }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  })
}

test('MEAL-28 without sessionStorage the browser asks before a working copy is lost', async ({
  page,
  signIn,
  createTrip,
}) => {
  await page.addInitScript(without['an allowed sessionStorage'] as () => void)
  await signIn(page)
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  await page.goto(`/trip/${id}?tab=meals`)
  await page.getByRole('button', { name: 'Edit meal plan' }).click()
  await page.getByLabel('Description', { exact: true }).first().fill('Porridge')
  const dialogEvent = page.waitForEvent('dialog')
  const navigation = page.goto('/').catch(() => 'stayed')
  const dialog = await dialogEvent
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  expect(await navigation).toBe('stayed')
  await expect(page.getByLabel('Description', { exact: true }).first()).toHaveValue('Porridge')
  const isReloadHeld = () => !dispatchEvent(new Event('wayfare:beforereload', { cancelable: true }))
  await expect.poll(() => page.evaluate(isReloadHeld), 'an app update does not reload the page').toBe(true)
})

test('WORK-2 the offline switch says if the browser cannot start offline or cannot remember the setting', async ({
  page,
  openContext,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  const state = await page.context().storageState()
  for (const [part, sentence] of [
    ['a service worker', 'This browser can’t open pages offline'],
    ['an allowed localStorage', 'This browser won’t remember this setting'],
  ] as const) {
    const phone = await (await openContext({ serviceWorkers: 'allow', storageState: state })).newPage()
    await phone.addInitScript(without[part] as () => void)
    await phone.goto(`/trip/${id}`)
    await (await showOfflineSwitch(phone)).check()
    await expect(offlinePanel(phone).getByText(sentence)).toBeVisible({ timeout: 60_000 })
    await expect(offlinePanel(phone).getByText('Keep this page open')).toHaveCount(0)
    await offlinePanel(phone).getByRole('switch').uncheck()
    await expect(offlinePanel(phone).getByText(sentence)).toHaveCount(0)
  }
})

test('SESS-2 if the browser blocks cookies, the sign-in page says what to do', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByText('This browser blocks cookies')).toHaveCount(0)
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'cookieEnabled', { value: false }))
  await page.reload()
  await expect(page.getByText('This browser blocks cookies')).toBeVisible()
})
