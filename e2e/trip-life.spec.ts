import type { Page } from '@playwright/test'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { holdResponses } from './held-requests.ts'
import { waitUntilLogged } from './on-device.ts'
import { button, dialog, noteTexts, tab, waitForScripts } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { storedNotes } from './stored-plan.ts'

/* Actions on a whole trip: rename, duplicate, archive, delete, restore, leave and transfer ownership. */

test.use({ isSignedIn: true })

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

async function choose(page: Page, trip: string, what: string): Promise<void> {
  await card(page, trip)
    .getByRole('button', { name: `Rename, duplicate and more: ${trip}` })
    .click()
  await item(page, what).click()
}

/** Records the initial text of every live region that is added to the page. */
async function noteRegions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const initialTexts: string[] = []
    Object.assign(window, { regionTexts: initialTexts })
    const note = (node: Node) => {
      if (!(node instanceof Element)) return
      const all = [...(node.matches('[role=status]') ? [node] : []), ...node.querySelectorAll('[role=status]')]
      initialTexts.push(...all.map((region) => region.textContent ?? ''))
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) note(node)
    }).observe(document.body, { childList: true, subtree: true })
  })
}
const initialRegionTexts = (page: Page) =>
  page.evaluate(() => (window as unknown as { regionTexts: string[] }).regionTexts)

async function addMember(page: Page, server: TestServer, tripId: string, role: string): Promise<void> {
  const { user } = await (await page.request.get(`${server.address}/auth/v1/user`)).json()
  server.database
    .prepare(
      `insert into memberships (trip_id, user_id, role, created_at, person_id, party_id, confirmed_at)
       values (@trip, @user, @role, @at, @user, @user, @at)`,
    )
    .run({ trip: tripId, user: user.id, role, at: new Date().toISOString() })
}

test('renames a trip from its header and from its card, and others see it at once', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'To teh lake', type: 'car_trip' })
  await addMember(friend, server, id, 'member')
  await friend.goto(`/trip/${id}`)
  await page.goto(`/trip/${id}`)
  await page.getByRole('button', { name: 'To teh lake: history, rename and more' }).click()
  await item(page, 'Rename').click()
  const name = dialog(page).getByLabel('Trip Name')
  await expect(name).toBeFocused()
  await name.fill('   ')
  await page.keyboard.press('Enter')
  await expect(name).toHaveAccessibleDescription('Please enter a trip name')
  await name.fill('To the lake')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  for (const each of [page, friend])
    await expect(each.getByRole('heading', { level: 1, name: 'To the lake' })).toBeVisible()
  await friend.getByRole('button', { name: 'To the lake: history, rename and more' }).click()
  await expect(item(friend, 'Duplicate')).toBeVisible()
  await expect(item(friend, 'Rename')).toHaveCount(0)

  await button(page, 'Back to Trips').click()
  await choose(page, 'To the lake', 'Rename')
  await dialog(page).getByLabel('Trip Name').fill('To the sea')
  await button(page, 'Save').click()
  await expect(card(page, 'To the sea')).toBeVisible()
  await page.reload()
  await card(page, 'To the sea').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'To the sea' })).toBeVisible()
})

test('a copy has the plan of the original, with its ticks if wanted', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Achray', type: 'car_trip' })
  await page.goto(`/trip/${id}?tab=checklist`)
  const tent = page.getByRole('checkbox').first()
  await tent.click()
  await expect(tent).toBeChecked()
  await page.getByRole('button', { name: /^Achray: history, rename/ }).click()
  await item(page, 'Duplicate').click()
  await expect(dialog(page).getByLabel('Trip Name')).toHaveValue('Achray (copy)')
  await expectNoAxeFindings(page)
  await dialog(page).getByRole('switch', { name: 'Keep ticks' }).check()
  await button(page, 'Duplicate').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Achray (copy)' })).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(id))
  await tab(page, 'Checklist').click()
  await expect(page.getByRole('checkbox').first()).toBeChecked()

  await button(page, 'Back to Trips').click()
  await choose(page, 'Achray', 'Duplicate')
  await dialog(page).getByLabel('Trip Name').fill('Next year')
  await button(page, 'Duplicate').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Next year' })).toBeVisible()
  await tab(page, 'Checklist').click()
  await expect(page.getByRole('checkbox').first()).not.toBeChecked()
})

test('cancelling while a trip is copied stays on the page, and the copy appears in the list', async ({
  page,
  createTrip,
}) => {
  await createTrip(page, { name: 'Achray', type: 'car_trip' })
  await page.goto('/')
  const answer = await holdResponses(page, '**/copies')
  await choose(page, 'Achray', 'Duplicate')
  const copyRequest = page.waitForRequest('**/copies')
  await button(page, 'Duplicate').click()
  await copyRequest
  await button(page, 'Cancel').click()
  await expect(dialog(page)).toHaveCount(0)
  answer()
  await expect(card(page, 'Achray (copy)')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(card(page, 'Achray')).toBeVisible()
})

test('past trips are listed apart, and archived trips are hidden for the person who archived them only', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const over = await createTrip(page, { name: 'Last summer', type: 'car_trip' })
  server.database
    .prepare(`update trips set departure_date = '2025-07-01', return_date = '2025-07-04' where id = ?`)
    .run(over)
  const id = await createTrip(page, { name: 'Maybe', type: 'air_travel' })
  await addMember(friend, server, id, 'member')
  await page.goto('/')
  const past = page.getByRole('region', { name: 'Past trips' })
  await expect(past.getByRole('link')).toHaveText(['Last summer'])

  await choose(page, 'Maybe', 'Archive')
  await expect(card(page, 'Maybe')).toBeHidden()
  await choose(page, 'Last summer', 'Archive')
  await expect(past).toHaveCount(0)
  await button(page, 'Archived (2)').click()
  await expect(card(page, 'Maybe')).toBeVisible()
  await expectNoAxeFindings(page)
  await page.reload()
  await expect(card(page, 'Maybe')).toBeHidden()
  await friend.goto('/')
  await expect(card(friend, 'Maybe')).toBeVisible()

  await button(page, 'Archived (2)').click()
  await choose(page, 'Maybe', 'Unarchive')
  await expect(button(page, 'Archived (1)')).toBeVisible()
  await expect(card(page, 'Maybe')).toBeVisible()
})

test('archives a trip from its own menu, says where it went, and restores it there', async ({ page, createTrip }) => {
  await createTrip(page, { name: 'Other', type: 'car_trip' })
  const id = await createTrip(page, { name: 'Maybe', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  const openMenu = () => page.getByRole('button', { name: /^Maybe: history, rename/ }).click()
  const statusMessage = (words: string) => page.getByRole('status').filter({ hasText: words })
  await openMenu()
  await item(page, 'Archive').click()
  await expect(statusMessage('Moved to Archived')).toBeVisible()
  await expectNoAxeFindings(page)
  await button(page, 'Undo').click()
  await expect(statusMessage('Moved back to your trips')).toBeVisible()
  await button(page, 'Back to Trips').click()
  await expect(card(page, 'Maybe')).toBeVisible()
  await expect(button(page, /^Archived/)).toHaveCount(0)

  await card(page, 'Maybe').getByRole('link').click()
  await openMenu()
  await item(page, 'Archive').click()
  await expect(statusMessage('Moved to Archived')).toBeVisible()
  await button(page, 'Back to Trips').click()
  await button(page, 'Archived (1)').click()
  await card(page, 'Maybe').getByRole('link').click()
  await page.reload()
  await openMenu()
  await item(page, 'Unarchive').click()
  await expect(statusMessage('Moved back to your trips')).toBeVisible()
  await openMenu()
  await expect(item(page, 'Archive')).toBeVisible()
})

test('a deleted trip disappears for everybody, and can be restored or deleted for good', async ({
  page,
  friend,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 404/)
  const id = await createTrip(page, { name: 'Achray', type: 'car_trip' })
  await addMember(friend, server, id, 'member')
  await friend.goto(`/trip/${id}`)
  await expect(friend.getByRole('heading', { level: 1, name: 'Achray' })).toBeVisible()
  await page.goto(`/trip/${id}`)
  await button(page, 'Add Note').click()
  await page.keyboard.type('Bring the canoe')
  await page.getByRole('button', { name: /^Achray: history, rename/ }).click()
  await item(page, 'Delete').click()
  await expect(dialog(page)).toContainText('You can restore it within 30 days.')
  await expect(button(page, 'Cancel')).toBeFocused()
  await noteRegions(page)
  await button(page, 'Delete').click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status').filter({ hasText: '“Achray” was deleted.' })).toBeVisible()
  // It is announced: the live region existed before its text.
  expect((await initialRegionTexts(page)).filter((words) => words.includes('was deleted'))).toEqual([])
  await expect(card(page, 'Achray')).toBeHidden()
  await expect(friend).toHaveURL('/')
  await expect(friend.getByText('“Achray” isn’t available to you anymore.')).toBeVisible()
  await page.goto(`/trip/${id}`)
  await expect(page.getByText('That trip doesn’t exist, or it isn’t shared with you.')).toBeVisible()

  // Restored from the list, it is complete, including the last edit.
  await button(page, 'Deleted (1)').click()
  await expect(button(page, 'Restore')).toBeVisible()
  await expectNoAxeFindings(page)
  await button(page, 'Restore').click()
  await card(page, 'Achray').getByRole('link').click()
  await expect(noteTexts(page).last()).toHaveText('Bring the canoe')
  await friend.reload()
  await expect(card(friend, 'Achray')).toBeVisible()

  await button(page, 'Back to Trips').click()
  await choose(page, 'Achray', 'Delete')
  await button(page, 'Delete').click()
  await button(page, 'Restore').click()
  await expect(card(page, 'Achray')).toBeVisible()
  await expect(page.getByText('“Achray” was deleted.')).toHaveCount(0)

  await choose(page, 'Achray', 'Delete')
  await button(page, 'Delete').click()
  await button(page, 'Deleted (1)').click()
  await button(page, 'Delete permanently').click()
  await dialog(page).getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Deleted/ })).toHaveCount(0)
  expect(server.database.prepare('select count(*) as n from plan_history where trip_id = ?').get(id)).toEqual({ n: 0 })
})

interface LostTrip {
  id: string
  mira: Page
  jo: Page
}

const lostTest = test.extend<{ lostTrip: LostTrip }>({
  /** Mira has deleted a trip by mistake, and Jo's page has left it. Jo has added a note offline before. */
  lostTrip: async ({ openSignedIn, register, server, createTrip, allowConsole }, use) => {
    allowConsole(/the server responded with a status of 404|ERR_INTERNET_DISCONNECTED|did not reach the server/)
    const mira = await openSignedIn(touchPhone, await register({ full_name: 'Mira Novak' }))
    const jo = await openSignedIn(touchPhone, await register({ full_name: 'Jo Meyer' }))
    const id = await createTrip(mira, { name: 'Lake Camp', type: 'car_trip' })
    await addMember(jo, server, id, 'member')
    await jo.goto(`/trip/${id}`)
    await expect(button(jo, 'Add Note')).toBeVisible()
    await waitForScripts(jo)
    await jo.context().setOffline(true)
    await button(jo, 'Add Note').tap()
    await jo.keyboard.type('Bring the spare tarp')
    await waitUntilLogged(jo, 'Bring the spare tarp')

    await mira.goto('/')
    await choose(mira, 'Lake Camp', 'Delete')
    await button(mira, 'Delete').tap()
    await expect(card(mira, 'Lake Camp')).toBeHidden()
    await jo.context().setOffline(false)
    await expect(jo).toHaveURL('/')
    await use({ id, mira, jo })
  },
})
const changesOf = (page: Page) => page.getByRole('region', { name: 'Your changes to “Lake Camp”' })
const restore = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Restore' }).tap()

lostTest(
  'SAVE-14 an edit made offline is sent once its trip, deleted by mistake, is restored',
  async ({ lostTrip: { id, mira, jo }, server }) => {
    const notice = jo.getByRole('alert').filter({ hasText: 'Lake Camp' })
    await expect(notice).toContainText(
      '“Lake Camp” isn’t available to you anymore. It was deleted, or you were removed.',
    )
    const aside = changesOf(jo)
    await expect(aside).toContainText('One change hasn’t been sent. We’ll send it if this trip comes back.')
    await expect(aside.getByRole('listitem')).toHaveText('Notes: something you addedBring the spare tarp')
    await button(jo, 'Try again').tap()
    await expect(notice).toContainText('Not available yet.')
    await aside.getByRole('button', { name: 'Copy' }).tap()
    await expect(aside).toContainText('Copied')
    await expectNoAxeFindings(jo)
    // It outlasts a reload.
    const other = await jo.context().newPage()
    await other.goto('/')
    await expect(changesOf(other)).toBeVisible()
    await other.close()

    await restore(mira)
    await expect(card(mira, 'Lake Camp')).toBeVisible()
    // Jo's page does not have to be reloaded.
    await expect(notice).toContainText('“Lake Camp” is available again.', { timeout: 40_000 })
    await expect(aside).toHaveCount(0)
    await expect.poll(() => storedNotes(server, id)).toContain('Bring the spare tarp')
    await notice.getByRole('link', { name: 'Open “Lake Camp”' }).tap()
    await expect(noteTexts(jo).last()).toHaveText('Bring the spare tarp')
  },
)

lostTest(
  'discarding changes that another tab has just sent says that it is too late',
  async ({ lostTrip: { id, mira, jo }, server, allowConsole }) => {
    allowConsole(/ERR_FAILED|could not be loaded/)
    await expect(changesOf(jo)).toBeVisible()
    // This page does not find out that the trip is back.
    await jo.route(/\/api\/trips$/, (route) => route.abort())
    await restore(mira)
    await expect(card(mira, 'Lake Camp')).toBeVisible()
    const other = await jo.context().newPage()
    await other.goto('/')
    await expect.poll(() => storedNotes(server, id)).toContain('Bring the spare tarp')
    await expect(changesOf(other)).toHaveCount(0)
    await changesOf(jo).getByRole('button', { name: 'Discard' }).tap()
    await dialog(jo).getByRole('button', { name: 'Discard' }).tap()
    const told = jo.getByRole('status').filter({ hasText: 'These changes were already sent or discarded.' })
    await expect(told).toBeVisible()
    await expect(changesOf(jo)).toHaveCount(0)
    await expectNoAxeFindings(jo)
    await jo.unroute(/\/api\/trips$/)
    await told.getByRole('link', { name: 'Open “Lake Camp”' }).tap()
    await expect(noteTexts(jo).last()).toHaveText('Bring the spare tarp')
  },
)

test('a trip that is opened again before the page has left it stays open', async ({
  page,
  friend,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 404/)
  const id = await createTrip(page, { name: 'Lake Camp', type: 'car_trip' })
  await addMember(friend, server, id, 'member')
  await friend.goto(`/trip/${id}`)
  await expect(button(friend, 'Add Note')).toBeVisible()
  // The code that leaves a trip is slow to load.
  const release = await holdResponses(friend, '**/assets/leave-trip-*.js')
  await page.goto('/')
  await choose(page, 'Lake Camp', 'Delete')
  await button(page, 'Delete').click()
  await expect(friend).toHaveURL('/')
  await button(page, 'Restore').click()
  await expect(card(page, 'Lake Camp')).toBeVisible()
  await friend.getByRole('link', { name: 'Open “Lake Camp”' }).click({ timeout: 40_000 })
  await expect(button(friend, 'Add Note')).toBeVisible()
  const loaded = friend.waitForResponse(/leave-trip-/)
  release()
  await (await loaded).finished()
  await friend.waitForTimeout(500)
  await button(friend, 'Add Note').click()
  await friend.keyboard.type('We are back')
  await expect.poll(() => storedNotes(server, id)).toContain('We are back')
  await expect(friend.getByRole('button', { name: /couldn’t be saved/ })).toHaveCount(0)
})

test('a member leaves a trip from its card, by keyboard only', async ({ page, friend, server, createTrip }) => {
  const id = await createTrip(page, { name: 'Achray', type: 'car_trip' })
  await addMember(friend, server, id, 'organizer')
  await friend.goto('/')
  const menu = card(friend, 'Achray').getByRole('button', { name: /^Rename, duplicate/ })
  await menu.focus()
  await friend.keyboard.press('Enter')
  await expect(item(friend, 'Rename')).toBeFocused()
  await friend.keyboard.press('End')
  await expect(item(friend, 'Leave')).toBeFocused()
  await friend.keyboard.press('Enter')
  await expect(button(friend, 'Cancel')).toBeFocused()
  await friend.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await friend.keyboard.press('Enter')
  await expect(item(friend, 'Rename')).toBeFocused()
  await friend.keyboard.press('End')
  await expect(item(friend, 'Leave')).toBeFocused()
  await friend.keyboard.press('Enter')
  await expect(button(friend, 'Cancel')).toBeFocused()
  await friend.keyboard.press('Tab')
  await expect(button(friend, 'Leave')).toBeFocused()
  await friend.keyboard.press('Enter')
  await expect(dialog(friend)).toHaveCount(0)
  await expect(card(friend, 'Achray')).toHaveCount(0)
})

test('offline, each action says that nothing was done', async ({ page, createTrip, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await createTrip(page, { name: 'Achray', type: 'car_trip' })
  await page.goto('/')
  await choose(page, 'Achray', 'Rename')
  await page.context().setOffline(true)
  await dialog(page).getByLabel('Trip Name').fill('To the sea')
  await button(page, 'Save').click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'We couldn’t reach the server. Please check your connection.',
  )
  await expect(dialog(page).getByLabel('Trip Name')).toHaveValue('To the sea')
  await page.context().setOffline(false)
  await button(page, 'Save').click()
  await expect(card(page, 'To the sea')).toBeVisible()
})

test('transfers ownership of a trip to a person with an account', async ({ page, friend, server, createTrip }) => {
  const id = await createTrip(page, { name: 'Achray', type: 'car_trip' })
  // The shared demo account is a member too, but cannot become the owner.
  const addDemo = `insert into memberships (trip_id, user_id, role, created_at, person_id, party_id, confirmed_at)
    select @trip, id, 'organizer', @at, id, id, @at from users where email = @email`
  const at = new Date().toISOString()
  expect(server.database.prepare(addDemo).run({ trip: id, at, email: DEMO_EMAIL }).changes).toBe(1)
  await page.goto('/')
  await choose(page, 'Achray', 'Transfer ownership')
  await expect(dialog(page)).toContainText('No one else on this trip has an account.')
  await button(page, 'Cancel').click()
  await addMember(friend, server, id, 'member')
  await page.reload()
  await choose(page, 'Achray', 'Transfer ownership')
  const heirs = dialog(page).getByRole('radio')
  await expect(heirs).toHaveCount(1)
  await expect(button(page, 'Transfer')).toBeDisabled()
  await heirs.check()
  await expectNoAxeFindings(page)
  await button(page, 'Transfer').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(page, 'Achray')).toContainText('Organizer')
  await friend.goto('/')
  await card(friend, 'Achray')
    .getByRole('button', { name: /^Rename, duplicate/ })
    .click()
  await expect(item(friend, 'Delete')).toBeVisible()
})
