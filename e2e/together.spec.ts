import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { MAX_NOTE } from '#domain/plan/notes.ts'
import { buildCategory } from '#domain/testing/checklist.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { listRequests } from './held-requests.ts'
import { hasRefusedOperation } from './on-device.ts'
import { holdSends, operationsOf } from './operations.ts'
import { button, fillField, openNote, saveState, tab } from './page-parts.ts'
import { shareWithEverybody, storedNotes } from './stored-plan.ts'

test.use({ isSignedIn: true })

/* One person's edits as seen by another, who has the trip open or was away. */

const API = /\/api\//
const item = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

const storedItems = (server: TestServer, tripId: string) =>
  server.database
    .prepare('select item_name, checked from checklist_items where trip_id = ? order by order_index')
    .raw()
    .all(tripId)

/** Lists the page's API requests from now on, such as 'POST operations'. */
const listApiRequests = (page: Page) =>
  listRequests(page, (request) => {
    const { pathname } = new URL(request.url())
    return API.test(pathname) ? `${request.method()} ${pathname.split('/').at(-1)}` : undefined
  })

const things = (...names: string[]) => [buildCategory('Things', ...names)]

test("CHECK-31, SAVE-4, SAVE-6, SAVE-10, SAVE-14, SAVE-15 one person's edits appear on another's open screen without a request, and those in several sections share one", async ({
  page,
  friend,
  person,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, {
    name: 'Side by side',
    type: 'car_trip',
    plan: { checklist: things('Tent', 'Stove', 'Axe'), notes: [{ id: randomUUID(), text: 'Bring the tarp' }] },
  })
  shareWithEverybody(server, id)
  for (const each of [page, friend]) await each.goto(`/trip/${id}`)
  for (const each of [page, friend]) {
    // Presence arrives by live events, after the missed changes.
    await expect(each.getByRole('img', { name: /is here too$/ })).toBeVisible()
    await tab(each, 'Checklist').click()
    await expect(item(each, 'Tent')).not.toBeChecked()
  }
  const [own, others] = [listApiRequests(page), listApiRequests(friend)]

  await item(page, 'Tent').click()
  await expect(item(friend, 'Tent')).toBeChecked()
  await expect(friend.getByText(`Updated by ${person.full_name} just now`)).toBeVisible()
  await item(page, 'Stove').click()
  await expect(item(friend, 'Stove')).toBeChecked()
  expect(await own()).toEqual(['POST operations', 'POST operations'])
  expect(await others()).toEqual([])

  // The same for typing, adding, moving and removing.
  for (const each of [page, friend]) await tab(each, 'Overview').click()
  const shown = () =>
    friend.getByRole('region', { name: 'Trip Notes & Reminders' }).getByRole('paragraph').allTextContents()
  await (await openNote(page, 1)).fill('Bring the big tarp')
  await expect.poll(shown).toEqual(['Bring the big tarp'])
  await (await openNote(page, 1)).press('Enter')
  await page.keyboard.type('And rope')
  await expect.poll(shown).toEqual(['Bring the big tarp', 'And rope'])
  await button(page, 'Move note 2').focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(shown).toEqual(['And rope', 'Bring the big tarp'])
  await button(page, 'Delete note 2').click()
  await expect.poll(shown).toEqual(['And rope'])
  await expect(saveState(page)).not.toHaveText('Saving...')
  expect(new Set(await own())).toEqual(new Set(['POST operations']))
  expect(await others()).toEqual([])

  await test.step('edits in several sections share one request, one at a time per trip', async () => {
    const sent = listRequests(page, (request) =>
      operationsOf(request).length > 0 ? operationsOf(request).map(({ section }) => section) : undefined,
    )
    const release = await holdSends(page)
    await (await openNote(page, 1)).fill('And more rope')
    await expect.poll(sent).toEqual([['notes']])

    await fillField(page, 'Destination', 'Killarney')
    await (await openNote(page, 1)).fill('And more rope, dry')
    await tab(page, 'Checklist').click()
    await item(page, 'Tent').click()
    await item(page, 'Axe').click()
    await expect(saveState(page)).toHaveText('Saving...')
    expect(await sent()).toHaveLength(1)
    release()
    await expect(saveState(page)).toHaveText('Saved')
    expect(await sent()).toEqual([['notes'], ['details', 'notes', 'checklist', 'checklist']])
    expect(storedNotes(server, id)).toEqual(['And more rope, dry'])
    expect(storedItems(server, id)).toEqual([
      ['Tent', 0],
      ['Stove', 1],
      ['Axe', 1],
    ])
  })
})

test('SAVE-4, SAVE-6, SAVE-14 an offline edit restores an entry that was removed meanwhile, a tick does not', async ({
  page,
  friend,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(
    /Failed to load resource: net::ERR_INTERNET_DISCONNECTED|did not reach the server|ERR_INTERNET_DISCONNECTED/,
  )
  const id = await createTrip(page, {
    name: 'Two minds',
    type: 'car_trip',
    plan: {
      checklist: things('Tent', 'Stove', 'Axe'),
      notes: [
        { id: randomUUID(), text: 'Bring the tarp' },
        { id: randomUUID(), text: 'Rain: stay at home' },
      ],
    },
  })
  shareWithEverybody(server, id)
  for (const each of [page, friend]) {
    await each.goto(`/trip/${id}?tab=checklist`)
    await expect(item(each, 'Axe')).not.toBeChecked()
    await tab(each, 'Overview').click()
    await openNote(each, 2)
  }

  await page.context().setOffline(true)
  await (await openNote(page, 1)).fill('Bring the tarp and four poles')
  await tab(page, 'Checklist').click()
  await button(page, 'Edit checklist').click()
  await page.getByRole('textbox', { name: 'Item name' }).nth(1).fill('Stove with two flames')
  await button(page, 'Save Changes').click()
  await item(page, 'Axe').click()
  await expect(item(page, 'Axe')).toBeChecked()

  await button(friend, 'Delete note 1').click()
  await tab(friend, 'Checklist').click()
  await button(friend, 'Edit checklist').click()
  for (const name of ['Stove', 'Axe']) await button(friend, `Delete ${name}`).click()
  await button(friend, 'Save Changes').click()
  await expect.poll(() => storedItems(server, id)).toEqual([['Tent', 0]])
  await expect.poll(() => storedNotes(server, id)).toEqual(['Rain: stay at home'])

  await page.context().setOffline(false)
  await expect
    .poll(() => storedItems(server, id))
    .toEqual([
      ['Tent', 0],
      ['Stove with two flames', 0],
    ])
  await expect.poll(() => storedNotes(server, id)).toEqual(['Bring the tarp and four poles', 'Rain: stay at home'])
  await expect(saveState(page)).not.toHaveText(/Saving|waiting/)
  for (const reloads of [false, true])
    for (const each of [page, friend]) {
      if (reloads) await each.reload()
      await expect(item(each, 'Stove with two flames')).not.toBeChecked()
      await expect(item(each, 'Axe')).toHaveCount(0)
      await expect(each.getByRole('tabpanel').getByRole('checkbox')).toHaveCount(2)
    }
  await tab(friend, 'Overview').click()
  await expect(await openNote(friend, 1)).toHaveValue('Bring the tarp and four poles')

  // Only the person who ticked the removed item is told.
  await expect(friend.getByRole('button', { name: /couldn’t be saved/ })).toHaveCount(0)
  const refusedNotice = page.getByRole('banner').getByRole('button', { name: '1 change couldn’t be saved' })
  await refusedNotice.click()
  const dialog = page.getByRole('dialog', { name: 'Changes not saved' })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog).toContainText('Checklist: a change')
  await expect(dialog).toContainText('Someone has removed this, so it can’t be changed.')
  await expectNoAxeFindings(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(refusedNotice).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => hasRefusedOperation(page)).toBe(true)
  await dialog.getByRole('button', { name: 'Dismiss all' }).click()
  await expect(refusedNotice).toHaveCount(0)
  // Wait until the dismissal is persisted: a reload before that would show the message again.
  await expect.poll(() => hasRefusedOperation(page)).toBe(false)
  await page.reload()
  await expect(item(page, 'Tent')).toBeVisible()
  await expect(refusedNotice).toHaveCount(0)
})

test('SAVE-14 an edit that no longer fits can be copied', async ({ page, friend, server, createTrip }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const long = 'x'.repeat(MAX_NOTE - 30)
  const plan = { notes: [{ id: randomUUID(), text: long }] }
  const id = await createTrip(page, { name: 'Much to say', type: 'car_trip', plan })
  shareWithEverybody(server, id)
  for (const each of [page, friend]) {
    await each.goto(`/trip/${id}`)
    await expect(await openNote(each, 1)).toHaveValue(long)
  }
  const release = await holdSends(page)
  const mine = `${long}\nBring twenty spoons`
  await (await openNote(page, 1)).fill(mine)
  await expect(saveState(page)).toHaveText('Saving...')
  await (await openNote(friend, 1)).fill(`${long}\nBring twenty forks`)
  await expect.poll(() => storedNotes(server, id)).toEqual([`${long}\nBring twenty forks`])
  release()
  await page.getByRole('button', { name: '1 change couldn’t be saved' }).click()
  await expect.poll(() => hasRefusedOperation(page)).toBe(true)
  const dialog = page.getByRole('dialog', { name: 'Changes not saved' })
  await expect(dialog).toContainText('too long')
  await dialog.getByRole('button', { name: 'Copy what you wrote, Notes: a change' }).click()
  await expect(dialog).toContainText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(mine)
  await dialog.getByRole('button', { name: 'Dismiss, Notes: a change' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(await openNote(page, 1)).toHaveValue(`${long}\nBring twenty forks`)
  // Nothing of it comes back.
  await expect.poll(() => hasRefusedOperation(page)).toBe(false)
  await page.reload()
  await expect(await openNote(page, 1)).toHaveValue(`${long}\nBring twenty forks`)
  await expect(page.getByRole('button', { name: /couldn’t be saved/ })).toHaveCount(0)
  expect(await hasRefusedOperation(page)).toBe(false)
  expect(storedNotes(server, id)).toEqual([`${long}\nBring twenty forks`])
})
