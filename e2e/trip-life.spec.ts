import type { Page } from '@playwright/test'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { holdResponses } from './held-requests.ts'
import { waitUntilLogged } from './on-device.ts'
import { button, dialog, noteTexts, waitForScripts } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { addMember, storedNotes } from './stored-plan.ts'

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

/** Makes the person who is signed in on a page a member. */
async function addAsMember(page: Page, server: TestServer, tripId: string): Promise<void> {
  const { user } = await (await page.request.get(`${server.address}/auth/v1/user`)).json()
  addMember(server, tripId, user)
}

test('what an owner does with a trip is what its other people see: its name, its owner, and whether it is there', async ({
  page,
  friend,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 404/)
  const id = await createTrip(page, { name: 'To teh lake', type: 'car_trip' })
  await addAsMember(friend, server, id)
  await friend.goto(`/trip/${id}`)
  await page.goto(`/trip/${id}`)
  await test.step('renamed', async () => {
    await page.getByRole('button', { name: 'To teh lake: history, rename and more' }).click()
    await item(page, 'Rename').click()
    await dialog(page).getByLabel('Trip Name').fill('To the lake')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    for (const each of [page, friend])
      await expect(each.getByRole('heading', { level: 1, name: 'To the lake' })).toBeVisible()
  })
  await test.step('copied, with an edit just before', async () => {
    await button(page, 'Add Note').click()
    await page.keyboard.type('Pack the tarp')
    await page.getByRole('button', { name: /^To the lake: history, rename/ }).click()
    await item(page, 'Duplicate').click()
    await button(page, 'Duplicate').click()
    await expect(page.getByRole('heading', { level: 1, name: 'To the lake (copy)' })).toBeVisible()
    await expect(page).not.toHaveURL(new RegExp(id))
    await expect(noteTexts(page).last()).toHaveText('Pack the tarp')
    await page.goto(`/trip/${id}`)
  })
  await test.step('deleted, with an edit just before', async () => {
    await button(page, 'Add Note').click()
    await page.keyboard.type('Bring the canoe')
    await page.getByRole('button', { name: /^To the lake: history, rename/ }).click()
    await item(page, 'Delete').click()
    await button(page, 'Delete').click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('status').filter({ hasText: '“To the lake” was deleted.' })).toBeVisible()
    await expect(card(page, 'To the lake')).toBeHidden()
    await expect(friend).toHaveURL('/')
    await expect(friend.getByText('“To the lake” isn’t available to you anymore.')).toBeVisible()
    await page.goto(`/trip/${id}`)
    await expect(page.getByText('That trip doesn’t exist, or it isn’t shared with you.')).toBeVisible()
  })
  await test.step('restored, complete', async () => {
    await button(page, 'Deleted (1)').click()
    await button(page, 'Restore').click()
    await card(page, 'To the lake').getByRole('link').click()
    await expect(noteTexts(page).last()).toHaveText('Bring the canoe')
    await friend.reload()
    await expect(card(friend, 'To the lake')).toBeVisible()
  })
  await test.step('archived by one of them only', async () => {
    await button(page, 'Back to Trips').click()
    await choose(page, 'To the lake', 'Archive')
    await expect(card(page, 'To the lake')).toBeHidden()
    await friend.reload()
    await expect(card(friend, 'To the lake')).toBeVisible()
    await page.reload()
    await button(page, 'Archived (1)').click()
    await choose(page, 'To the lake', 'Unarchive')
    await expect(card(page, 'To the lake')).toBeVisible()
  })
  await test.step('handed over', async () => {
    // The shared demo account is a member too, but cannot become the owner.
    const addDemo = `insert into memberships (trip_id, user_id, role, created_at, person_id, party_id, confirmed_at)
      select @trip, id, 'organizer', @at, id, id, @at from users where email = @email`
    const at = new Date().toISOString()
    expect(server.database.prepare(addDemo).run({ trip: id, at, email: DEMO_EMAIL }).changes).toBe(1)
    await choose(page, 'To the lake', 'Transfer ownership')
    await expect(dialog(page).getByRole('radio')).toHaveCount(1)
    await dialog(page).getByRole('radio').check()
    await button(page, 'Transfer').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(card(page, 'To the lake')).toContainText('Organizer')
    await choose(page, 'To the lake', 'Leave')
    await button(page, 'Leave').click()
    await expect(card(page, 'To the lake')).toHaveCount(0)
  })
  await test.step('deleted for good', async () => {
    await friend.goto('/')
    await choose(friend, 'To the lake', 'Delete')
    await button(friend, 'Delete').click()
    await button(friend, 'Deleted (1)').click()
    await button(friend, 'Delete permanently').click()
    await dialog(friend).getByRole('button', { name: 'Delete permanently' }).click()
    await expect(dialog(friend)).toHaveCount(0)
    await expect(friend.getByRole('button', { name: /^Deleted/ })).toHaveCount(0)
    expect(server.database.prepare('select count(*) as n from plan_history where trip_id = ?').get(id)).toEqual({
      n: 0,
    })
  })
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
    await addAsMember(jo, server, id)
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
  await addAsMember(friend, server, id)
  await friend.goto(`/trip/${id}`)
  await expect(button(friend, 'Add Note')).toBeVisible()
  // The code that leaves a trip is slow to load.
  const release = await holdResponses(friend, '**/assets/leave-trip-*.js')
  await page.goto('/')
  await choose(page, 'Lake Camp', 'Delete')
  await button(page, 'Delete').click()
  await expect(friend).toHaveURL('/')
  await expect(friend.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await button(page, 'Restore').click()
  await expect(card(page, 'Lake Camp')).toBeVisible()
  await friend.getByRole('link', { name: 'Open “Lake Camp”' }).click({ timeout: 40_000 })
  await expect(button(friend, 'Add Note')).toBeVisible()
  await expect(friend).toHaveURL(`/trip/${id}`)
  const loaded = friend.waitForResponse(/leave-trip-/)
  release()
  // Ends after the app's own import, which began earlier.
  await friend.evaluate((address) => import(address), (await loaded).url())
  await button(friend, 'Add Note').click()
  await friend.keyboard.type('We are back')
  await expect.poll(() => storedNotes(server, id)).toContain('We are back')
  await expect(friend.getByRole('button', { name: /couldn’t be saved/ })).toHaveCount(0)
})
