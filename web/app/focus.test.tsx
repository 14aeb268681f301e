import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { Sharing } from '#domain/api/sharing.ts'
import type { TripCard } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { plan } from '#web/data/root/plan.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { buildDocument } from '#web/testing/documents.ts'
import { holdResponse } from '#web/testing/hold.ts'
import { type OpenedTrip, openTrip, ROBIN, responses, type TripOptions } from '#web/testing/open-trip.tsx'
import { access } from '#web/testing/people.ts'
import { button, expectCount, focus, press, pressOn } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { clickInPlace } from '#web/ui/testing/hand.ts'

/* Where the focus and the scroll position are after what opens and closes, on the pages of the whole app. */

/** How far the page is scrolled, unless the button would then be out of view. */
const SCROLL_PX = 600

const dialogNamed = (name: string) => page.getByRole('dialog', { name })
const menu = page.getByRole('menu')
const tripMenu = page
  .getByRole('banner')
  .getByRole('button', { name: /: history, rename and more(?:, \d+ new for you)?$/ })
const panel = page.getByRole('tabpanel')
const noteRows = page.getByRole('region', { name: 'Trip Notes & Reminders' }).getByRole('listitem')

const scrollTo = (top: number) => window.scrollTo({ top, behavior: 'instant' })

/** Shows a trip at a tab. The server says how it is shared, and lists no changes. */
async function openApp(query = '', options: TripOptions = {}): Promise<OpenedTrip> {
  const opened = await openTrip(options)
  const { id } = opened.trip
  const sharing: Sharing = { is_public: false, share_token: newId() }
  responses.set(`/api/trips/${id}/sharing`, async () => sharing)
  responses.set(`/api/trips/${id}/history`, async () => ({ entries: [] }))
  responses.set('/api/trips', async () => ({ trips: [] }))
  showApp(`/trip/${id}${query}`)
  return opened
}

/** Opens something with a press and closes it with Escape. The scroll position must stay, and the focus must return. */
async function expectToComeBack(opener: Locator, opened: Locator, at = SCROLL_PX): Promise<void> {
  await expect.element(opener).toBeVisible()
  const before = await settleAt(opener, at)
  expect(before).toBeGreaterThan(0)
  await clickInPlace(opener.element())
  await expect.element(opened).toBeVisible()
  await expect.poll(() => opened.element().contains(document.activeElement)).toBe(true)
  expect(scrollY, 'scroll position while it is open').toBe(before)
  await press('Escape')
  await expectCount(opened, 0)
  await expect.element(opener).toHaveFocus()
  expect(scrollY, 'scroll position after it is closed').toBe(before)
}

/** Scrolls there, or else to the element. */
async function settleAt(opener: Locator, at: number): Promise<number> {
  // What is far down the page gets its height when it is near.
  await expect
    .poll(() => {
      scrollTo(at)
      return scrollY
    })
    .toBeGreaterThan(0)
  const { top, bottom } = opener.element().getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) opener.element().scrollIntoView({ block: 'center', behavior: 'instant' })
  return scrollY
}

/** Clicking a button does not focus it, as in Safari. */
function pressWithoutFocus(event: MouseEvent): void {
  if (!(event.target as Element).closest('button, a')) return
  event.preventDefault()
  ;(document.activeElement as HTMLElement).blur()
}

afterEach(() => document.removeEventListener('mousedown', pressWithoutFocus))

for (const browser of ['that focuses clicked buttons', 'that does not, like Safari'])
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const)
    describe(`scroll position and focus are kept, at ${width} px in a browser ${browser}:`, () => {
      const prepare = async () => {
        await page.viewport(width, height)
        if (browser.includes('Safari')) document.addEventListener('mousedown', pressWithoutFocus)
      }

      test('share, history, user menu and sign-out', async () => {
        await prepare()
        await openApp()
        await expectToComeBack(button('Share trip'), dialogNamed('Share Trip'))
        await expectToComeBack(tripMenu, menu)
        await clickInPlace(tripMenu.element())
        await page.getByRole('menuitem', { name: 'History' }).click()
        await expect.element(dialogNamed('History')).toBeVisible()
        await press('Escape')
        await expectCount(dialogNamed('History'), 0)
        await expect.element(tripMenu).toHaveFocus()
        const user = button(ROBIN.username)
        await expectToComeBack(user, menu)
        // The menu is a different element once its script has loaded.
        await expectToComeBack(user, menu)

        vi.spyOn(plan, 'hasPendingEdits').mockReturnValue(true)
        scrollTo(SCROLL_PX)
        await clickInPlace(user.element())
        await expect.element(menu).toHaveFocus()
        await press('End')
        await expect.element(page.getByRole('menuitem', { name: 'Sign Out' })).toHaveFocus()
        await press('Enter')
        const question = dialogNamed('Some changes are only on this device')
        await expect.element(question).toBeVisible()
        expect(scrollY).toBe(SCROLL_PX)
        await press('Escape')
        await expectCount(question, 0)
        await expect.element(user).toHaveFocus()
        expect(scrollY).toBe(SCROLL_PX)
      })

      test('create trip, icon menu and leave dialog', async () => {
        await prepare()
        const { trip } = await openTrip()
        const listed = {
          destination_name: '',
          departure_date: '',
          return_date: '',
          is_archived: false,
          deleted_at: null,
        }
        const trips = ['Up and down', 'One', 'Two', 'Three', 'Four', 'Five'].map(
          (name, index) => ({ ...trip, ...listed, id: index === 0 ? trip.id : newId(), name }) as TripCard,
        )
        queryCache.set(LIST, trips)
        responses.set('/api/trips', async () => ({ trips }))
        showApp('/')
        await expect.element(page.getByRole('link', { name: 'Up and down' })).toBeVisible()
        await expectToComeBack(button('Create New Trip'), dialogNamed('Create New Trip'), 60)

        showApp(`/trip/${trip.id}?tab=itinerary`)
        const activities = page.getByRole('region', { name: 'Light Activities, day 1' }).getByRole('listitem')
        await activities
          .getByRole('button', { name: /^Edit / })
          .first()
          .click()
        const icon = page.getByRole('button', { name: /^Icon for/ })
        await expectToComeBack(icon, menu, 60)
        await expectToComeBack(icon, menu, 60)

        showApp(`/trip/${trip.id}?tab=meals`)
        await button('Edit meal plan').click()
        await panel.getByLabelText('Name', { exact: true }).first().fill('Porridge')
        await expectToComeBack(page.getByRole('tab', { name: 'Itinerary' }), dialogNamed('Leave without saving?'), 40)
        await button('Cancel').click()
      })

      test('delete document', async () => {
        await prepare()
        const others = Array.from({ length: 20 }, (_, index) => `pass-${index + 1}.pdf`)
        const documents = [...others.slice(10), 'passport.pdf', ...others.slice(0, 10)].map(buildDocument)
        await openApp('?tab=tickets', { type: 'air_travel', documents })
        await button('Show Documents').click()
        await expectToComeBack(button('Delete document passport.pdf'), dialogNamed('Delete this document?'))
      })
    })

// On a phone the tabs are there too.
test('a field focused by Tab is not covered by the save buttons, at 390 px', async () => {
  await page.viewport(390, 844)
  for (const [tab, edit, save] of [
    ['meals', 'Edit meal plan', 'Save'],
    ['checklist', 'Edit checklist', 'Save Changes'],
  ] as const) {
    await openApp(`?tab=${tab}`)
    await pressOn(button(edit), 'Enter')
    await expect.element(button(save)).toBeVisible()
    const upper = () => button(save).element().getBoundingClientRect().top
    // Within a field for a time, Tab also stops at its parts, where the field does not match ':focus'.
    const lower = () => document.activeElement?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
    for (let field = 0; field < 30; field++) {
      await press('Tab')
      // The page may still be scrolling to it.
      await expect.poll(() => lower() - upper(), { message: `field ${field} of ${tab}` }).toBeLessThan(0)
    }
    await button('Cancel').click()
  }
})

test('the focus returns from a delete dialog before the deleted entry is gone', async () => {
  // On a busy device timers run after the server's response.
  const { setTimeout } = window
  vi.spyOn(window, 'setTimeout').mockImplementation(((act: TimerHandler, ms = 0) =>
    setTimeout(act, Math.max(ms, 1000))) as typeof setTimeout)
  await openApp('?tab=tickets', { type: 'air_travel', documents: ['visa.pdf', 'passport.pdf'].map(buildDocument) })
  await pressOn(button('Show Documents'), 'Enter')
  await pressOn(button('Delete document visa.pdf'), 'Enter')
  await pressOn(dialogNamed('Delete this document?').getByRole('button', { name: 'Delete' }), 'Enter')
  await expectCount(button('Delete document visa.pdf'), 0)
  await expect.element(page.getByRole('link', { name: 'View document passport.pdf' })).toHaveFocus()
})

test('a dialog takes clicks from the moment it appears, and moves nothing on the page', async () => {
  await openApp()
  const noted: string[] = []
  const observer = new MutationObserver(() => {
    const opened = document.querySelector('[role=dialog]')
    if (opened) noted.push(getComputedStyle(opened).pointerEvents)
  })
  observer.observe(document.body, { attributes: true, attributeFilter: ['style'], childList: true })
  const title = page.getByRole('heading', { level: 1 })
  await expect.element(title).toBeVisible()
  // With the font that takes the place of another one, the title has another width.
  await document.fonts.ready
  const before = title.element().getBoundingClientRect().toJSON()
  await button('Share trip').click()
  await expect.element(dialogNamed('Share Trip')).toBeVisible()
  expect(document.querySelector('h1')?.getBoundingClientRect().toJSON()).toEqual(before)
  await expect.element(button('Generate New Link')).toBeVisible()
  observer.disconnect()
  expect(noted.length).toBeGreaterThan(0)
  expect(new Set(noted)).toEqual(new Set(['auto']))
})

test('a busy button keeps the focus', async () => {
  const { trip } = await openApp()
  await pressOn(button('Share trip'), 'Enter')
  const replace = button('Generate New Link')
  await expect.element(replace).toBeVisible()
  const { release } = holdResponse(`/api/trips/${trip.id}/sharing/token`, async () => ({
    is_public: false,
    share_token: newId(),
  }))
  await pressOn(replace, 'Enter')
  await pressOn(button('Replace link'), 'Enter')
  await expect.element(replace).toBeDisabled()
  await expect.element(replace).toHaveFocus()
  release()
  await expect.element(replace).toBeEnabled()
  await expect.element(replace).toHaveFocus()
})

test('going back to another tab focuses that tab', async () => {
  await openApp()
  await page.getByRole('tab', { name: 'Itinerary' }).click()
  await focus(panel.getByRole('button', { name: 'Add Day' }).first())
  history.back()
  await expect.element(noteRows.first()).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Overview' })).toHaveFocus()
})

test('a page that opens has the focus on its heading, and on the way back on what led away', async () => {
  const { trip } = await openApp('', { trip: { name: 'By keyboard' } })
  const listed = { destination_name: '', departure_date: '', return_date: '', is_archived: false, deleted_at: null }
  const trips = [{ ...trip, ...listed } as TripCard]
  queryCache.set(LIST, trips)
  responses.set('/api/trips', async () => ({ trips }))
  responses.set(`/api/trips/${trip.id}/people`, async () => access())
  showApp('/')
  const link = page.getByRole('link', { name: 'By keyboard' })
  await pressOn(link, 'Enter')
  const heading = page.getByRole('heading', { level: 1, name: 'By keyboard' })
  await expect.element(heading).toHaveFocus()
  await press('Tab')
  await expect.element(tripMenu).toHaveFocus()
  const group = page.getByRole('link', { name: 'Group', exact: true })
  await pressOn(group, 'Enter')
  await expect.poll(() => location.pathname).toMatch(/\/group$/)
  await expect.element(heading).toHaveFocus()
  history.back()
  await expect.element(group).toHaveFocus()
  history.back()
  await expect.element(link).toHaveFocus()
})
