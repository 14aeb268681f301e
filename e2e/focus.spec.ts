import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './held-requests.ts'
import { SEND } from './operations.ts'
import { button, fillField, noteTexts, openField, openNote, panel, tripMenu } from './page-parts.ts'
import { buildPdf } from './test-files.ts'

/** How far the page is scrolled, unless the button would then be out of view. */
const SCROLL_PX = 600

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function press(target: Locator): Promise<void> {
  await target.focus()
  await target.press('Enter')
}

/** Opens something with a press and closes it with Escape. The scroll position must stay, and the focus must return. */
async function expectToComeBack(page: Page, opener: Locator, opened: Locator, at = SCROLL_PX): Promise<void> {
  await expect(opener).toBeVisible()
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), at)
  const before = await opener.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    return scrollY
  })
  expect(before).toBeGreaterThan(0)
  await pressInPlace(page, opener)
  await expect(opened).toBeVisible()
  await expect.poll(() => opened.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  expect(await page.evaluate(() => scrollY), 'scroll position while it is open').toBe(before)
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(opener).toBeFocused()
  expect(await page.evaluate(() => scrollY), 'scroll position after it is closed').toBe(before)
}

/** Clicks at the current position of an element. Does not scroll, unlike Playwright's click. */
async function pressInPlace(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('The element is not on the page.')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** From now on clicking a button does not focus it, as in Safari. */
async function pressWithoutFocus(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('mousedown', (event) => {
      if (!(event.target as Element).closest('button, a')) return
      event.preventDefault()
      ;(document.activeElement as HTMLElement).blur()
    })
  })
}

for (const browser of ['that focuses clicked buttons', 'that does not, like Safari']) {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    test.describe(`scroll position and focus are kept, at ${viewport.width} px in a browser ${browser}:`, () => {
      test.use({ viewport })
      test.beforeEach(async ({ page, signIn }) => {
        if (browser.includes('Safari')) await pressWithoutFocus(page)
        await signIn(page)
      })

      test('share, history, user menu and sign-out', async ({ page, person, createTrip, allowConsole }) => {
        allowConsole(/ERR_FAILED|Failed to save trip details/)
        await page.goto(`/trip/${await createTrip(page, { name: 'Up and down', type: 'car_trip' })}`)
        await openNote(page, 1)
        await expectToComeBack(page, button(page, 'Share trip'), dialog(page, 'Share Trip'))
        await expectToComeBack(page, tripMenu(page), page.getByRole('menu'))
        await pressInPlace(page, tripMenu(page))
        await page.getByRole('menuitem', { name: 'History' }).click()
        await expect(dialog(page, 'History')).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(dialog(page, 'History')).toHaveCount(0)
        await expect(tripMenu(page)).toBeFocused()
        await expectToComeBack(page, button(page, person.username), page.getByRole('menu'))
        // The menu is a different element once its script has loaded.
        await expectToComeBack(page, button(page, person.username), page.getByRole('menu'))

        await page.route(SEND, (route) => route.abort())
        await fillField(page, 'Destination', 'Pog Lake')
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), SCROLL_PX)
        await pressInPlace(page, button(page, person.username))
        await expect(page.getByRole('menu')).toBeFocused()
        await page.keyboard.press('End')
        await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeFocused()
        await page.keyboard.press('Enter')
        const question = dialog(page, 'Some changes are only on this device')
        await expect(question).toBeVisible()
        expect(await page.evaluate(() => scrollY)).toBe(SCROLL_PX)
        await page.keyboard.press('Escape')
        await expect(question).toHaveCount(0)
        await expect(button(page, person.username)).toBeFocused()
        expect(await page.evaluate(() => scrollY)).toBe(SCROLL_PX)
      })

      test('create trip, icon menu and leave dialog', async ({ page, createTrip }) => {
        const id = await createTrip(page, { name: 'Up and down', type: 'car_trip' })
        for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await createTrip(page, { name, type: 'car_trip' })
        await page.goto('/')
        await expect(page.getByRole('link', { name: 'Up and down' })).toBeVisible()
        await expectToComeBack(page, button(page, 'Create New Trip'), dialog(page, 'Create New Trip'), 60)

        await page.goto(`/trip/${id}?tab=itinerary`)
        const activities = page.getByRole('region', { name: 'Light Activities, day 1' }).getByRole('listitem')
        await activities
          .getByRole('button', { name: /^Edit / })
          .first()
          .click()
        const icon = page.getByRole('button', { name: /^Icon for/ })
        await expectToComeBack(page, icon, page.getByRole('menu'), 60)
        await expectToComeBack(page, icon, page.getByRole('menu'), 60)

        await page.goto(`/trip/${id}?tab=meals`)
        await button(page, 'Edit meal plan').click()
        await panel(page).getByLabel('Name', { exact: true }).first().fill('Porridge')
        await expectToComeBack(
          page,
          page.getByRole('tab', { name: 'Itinerary' }),
          dialog(page, 'Leave without saving?'),
          40,
        )
        await button(page, 'Cancel').click()
      })

      test('delete document', async ({ page, createTrip }) => {
        await page.goto(`/trip/${await createTrip(page, { name: 'Up and down', type: 'air_travel' })}?tab=tickets`)
        await button(page, 'Show Documents').click()
        await upload(page, 'passport.pdf', 'visa.pdf', 'insurance.pdf')
        await expectToComeBack(
          page,
          button(page, 'Delete document passport.pdf'),
          dialog(page, 'Delete this document?'),
        )
      })
    })
  }
}

test('after two quick deletions the focus is near the last one', async ({ page, signIn, createTrip }) => {
  await signIn(page)
  await page.goto(`/trip/${await createTrip(page, { name: 'By keyboard', type: 'car_trip' })}`)
  const bins = page.getByRole('button', { name: /^Delete note/ })
  await expect(bins.first()).toBeVisible()
  const last = await noteTexts(page).last().innerText()
  const count = await bins.count()
  expect(count).toBeGreaterThan(3)
  // The script that moves the focus is still loading at the second deletion.
  const release = await holdRequests(page, 'GET', /near-focus/)
  await press(bins.first())
  await expect(bins).toHaveCount(count - 1)
  await press(bins.nth(count - 3))
  await expect(bins).toHaveCount(count - 2)
  await expect(noteTexts(page).last()).toHaveText(last)
  release()
  await expect(bins.last()).toBeFocused()
})

// On a phone the tabs are there too.
test('a field focused by Tab is not covered by the save buttons, at 390 px', async ({ page, signIn, createTrip }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  const id = await createTrip(page, { name: 'In sight', type: 'car_trip' })
  for (const [tab, edit, save] of [
    ['meals', 'Edit meal plan', 'Save'],
    ['checklist', 'Edit checklist', 'Save Changes'],
  ] as const) {
    await page.goto(`/trip/${id}?tab=${tab}`)
    await press(button(page, edit))
    const upper = (await button(page, save).boundingBox())?.y ?? 0
    for (let field = 0; field < 30; field++) {
      await page.keyboard.press('Tab')
      // Within a field for a time, Tab also stops at its parts, where the field does not match ':focus'.
      const lower = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom)
      expect(lower, `field ${field} of ${tab}`).toBeLessThan(upper)
    }
    await button(page, 'Cancel').click()
  }
})

test('the focus returns from a delete dialog before the deleted entry is gone', async ({
  page,
  signIn,
  createTrip,
}) => {
  // On a busy device timers run after the server's response.
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((act: TimerHandler, ms = 0) => setTimeout(act, Math.max(ms, 1000))) as typeof window.setTimeout
  })
  await signIn(page)
  await page.goto(`/trip/${await createTrip(page, { name: 'By keyboard', type: 'air_travel' })}?tab=tickets`)
  await press(button(page, 'Show Documents'))
  await upload(page, 'passport.pdf', 'visa.pdf')
  await press(button(page, 'Delete document visa.pdf'))
  await press(dialog(page, 'Delete this document?').getByRole('button', { name: 'Delete' }))
  await expect(button(page, 'Delete document visa.pdf')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'View document passport.pdf' })).toBeFocused()
})

test('a dialog takes clicks from the moment it appears', async ({ page, signIn, createTrip }) => {
  await page.addInitScript(() => {
    const noted: string[] = []
    Object.assign(window, { noted })
    const note = () => {
      const opened = document.querySelector('[role=dialog]')
      if (opened) noted.push(getComputedStyle(opened).pointerEvents)
    }
    document.addEventListener('DOMContentLoaded', () => {
      new MutationObserver(note).observe(document.body, {
        attributes: true,
        attributeFilter: ['style'],
        childList: true,
      })
    })
  })
  await signIn(page)
  await page.goto(`/trip/${await createTrip(page, { name: 'By keyboard', type: 'car_trip' })}`)
  await button(page, 'Share trip').click()
  await expect(button(page, 'Generate New Link')).toBeVisible()
  const noted = await page.evaluate(() => (window as unknown as { noted: string[] }).noted)
  expect(noted.length).toBeGreaterThan(0)
  expect(new Set(noted)).toEqual(new Set(['auto']))
})

test('a busy button keeps the focus', async ({ page, person, signIn, createTrip, allowConsole }) => {
  allowConsole(/status of 401/)
  await page.goto('/')
  const release = await holdRequests(page, 'POST', /\/token$/)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await press(button(page, 'Sign In'))
  await expect(button(page, 'Signing In...')).toBeDisabled()
  await expect(button(page, 'Signing In...')).toBeFocused()
  release()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(button(page, 'Sign In')).toBeFocused()

  await signIn(page)
  await page.goto(`/trip/${await createTrip(page, { name: 'By keyboard', type: 'car_trip' })}`)
  await press(button(page, 'Share trip'))
  const replace = button(page, 'Generate New Link')
  await expect(replace).toBeVisible()
  const releaseLink = await holdRequests(page, 'POST', /\/sharing|share/)
  await press(replace)
  await press(button(page, 'Replace link'))
  await expect(replace).toBeDisabled()
  await expect(replace).toBeFocused()
  releaseLink()
  await expect(replace).toBeEnabled()
  await expect(replace).toBeFocused()
})

test('going back to another tab focuses that tab', async ({ page, signIn, createTrip }) => {
  await signIn(page)
  await page.goto(`/trip/${await createTrip(page, { name: 'By keyboard', type: 'car_trip' })}`)
  await page.getByRole('tab', { name: 'Itinerary' }).click()
  await panel(page).getByRole('button', { name: 'Add Day' }).first().focus()
  await page.goBack()
  await openField(page, 'Destination')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
})

test('a page that opens has the focus on its heading, and on the way back on what led away', async ({
  page,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'By keyboard', type: 'car_trip' })
  await page.goto('/')
  await press(page.locator(`a[href="/trip/${id}"]`))
  const heading = page.getByRole('heading', { level: 1, name: 'By keyboard' })
  await expect(heading).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(tripMenu(page)).toBeFocused()
  const group = page.getByRole('link', { name: 'Group', exact: true })
  await press(group)
  await expect(page).toHaveURL(/\/group$/)
  await expect(heading).toBeFocused()
  await page.goBack()
  await expect(group).toBeFocused()
  await page.goBack()
  await expect(page.locator(`a[href="/trip/${id}"]`)).toBeFocused()
})

test('a dialog moves nothing on the page when it opens', async ({ page, signIn, createTrip }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page)
  await page.goto(`/trip/${await createTrip(page, { name: 'In place', type: 'car_trip' })}`)
  const title = page.locator('h1')
  await expect(title).toBeVisible()
  // With the font that takes the place of another one, the title has another width.
  await page.evaluate(() => document.fonts.ready)
  const before = await title.boundingBox()
  await button(page, 'Share trip').click()
  await expect(dialog(page, 'Share Trip')).toBeVisible()
  expect(await title.boundingBox()).toEqual(before)
})

async function upload(page: Page, ...names: string[]): Promise<void> {
  const input = panel(page).locator('input[type=file]')
  for (const name of names) {
    await input.setInputFiles({ name, mimeType: 'application/pdf', buffer: buildPdf(name) })
    await expect(button(page, `Delete document ${name}`)).toBeVisible()
    await expect(input).toBeEnabled()
  }
}

test('after signing in the focus is on the page that opens', async ({ page, person }) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Your trips' })).toBeFocused()
})
