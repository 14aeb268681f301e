import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { forgetApp } from './forget-app.ts'
import { expectField, fillField, saveState, showOfflineSwitch } from './page-parts.ts'
import { addMember } from './stored-plan.ts'

/*
 * Browsers that lack a feature the app uses: old browsers, in-app browsers, browsers that block storage, and all
 * browsers at plain-http addresses. Everything that does not need the feature still works.
 */

const offlinePanel = (page: Page) => page.getByRole('region', { name: 'Available offline' })

/** Scripts that remove a feature before the app starts, by the feature. They are given to the page as texts. */
const lacking = {
  BroadcastChannel: () => Reflect.deleteProperty(globalThis, 'BroadcastChannel'),
  localStorage: () => Object.defineProperty(globalThis, 'localStorage', { value: null }),
  'a service worker': () => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
  caches: () => Reflect.deleteProperty(globalThis, 'caches'),
  locks: () => Reflect.deleteProperty(Navigator.prototype, 'locks'),
}

const denied = {
  'an allowed BroadcastChannel': () => {
    globalThis.BroadcastChannel = class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    } as unknown as typeof BroadcastChannel
  },
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
}

/** Apart from the others: without them the app says on the console what it could not store or read. */
const unstored = {
  indexedDB: () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  'an allowed indexedDB': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
  },
}

const groups = {
  'that a browser lacks': lacking,
  'that it does not allow': denied,
  'that stores trips': unstored,
}

/** Each part is missing alone, so that none hides another; the account, the trip and the other person are the same. */
for (const [how, parts] of Object.entries(groups)) {
  test(`SESS-2, SESS-3, SESS-5, SAVE-9 without a part ${how} people can sign in, edit, see each other and reload`, async ({
    page,
    person,
    register,
    signIn,
    openSignedIn,
    createTrip,
    server,
    allowConsole,
  }) => {
    if (parts === unstored) allowConsole(/could not be (stored|read)/)
    await signIn(page)
    const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
    const alex = await register({ full_name: 'Alex Friend' })
    addMember(server, id, alex)
    const friend = await openSignedIn({}, alex)
    await friend.goto(`/trip/${id}`)
    const browser = await page.context().newCDPSession(page)
    for (const [part, remove] of Object.entries(parts)) {
      await test.step(`without ${part}`, async () => {
        // The app starts with nothing but what this part lets it store.
        await forgetApp(page)
        await page.context().clearCookies()
        const source = `(${remove})()`
        const { identifier } = await browser.send('Page.addScriptToEvaluateOnNewDocument', { source })
        await page.goto('/')
        await page.getByLabel('Email', { exact: true }).fill(person.email)
        await page.getByLabel('Password', { exact: true }).fill(person.password)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
        await page.getByRole('link', { name: 'Killarney' }).click()
        await fillField(page, 'Destination', `George Lake without ${part}`)
        await expect(saveState(page)).toHaveText('Saved')
        await page.reload()
        await expectField(page, 'Destination', `George Lake without ${part}`)

        await expectField(friend, 'Destination', `George Lake without ${part}`)
        await fillField(friend, 'Destination', `Johnnie Lake without ${part}`)
        await expectField(page, 'Destination', `Johnnie Lake without ${part}`)
        await page.getByRole('button', { name: person.username }).click()
        await page.getByRole('menuitem', { name: 'Sign Out' }).click()
        await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
        await browser.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
      })
    }
    await browser.detach()
  })
}

test('MEAL-28 without sessionStorage the browser asks before a working copy is lost', async ({
  page,
  signIn,
  createTrip,
}) => {
  await page.addInitScript(denied['an allowed sessionStorage'])
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
  for (const [remove, sentence] of [
    [lacking['a service worker'], 'This browser can’t open pages offline'],
    [denied['an allowed localStorage'], 'This browser won’t remember this setting'],
  ] as const) {
    const phone = await (await openContext({ serviceWorkers: 'allow', storageState: state })).newPage()
    await phone.addInitScript(remove as () => void)
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
