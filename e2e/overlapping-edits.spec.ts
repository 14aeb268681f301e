import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { holdSends } from './operations.ts'
import { expectField, fillField, openNote, saveState, tab } from './page-parts.ts'
import { shareWithEverybody, storedNotes } from './stored-plan.ts'

/* Two people change the same place, one of them without a network. */

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const LONGEST_REQUEST_MS = 3000

const notice = (page: Page) => page.getByRole('banner').getByRole('button', { name: '1 change to check' })
const list = (page: Page) => page.getByRole('dialog', { name: 'Changes to check' })

const storedGate = (server: TestServer, tripId: string) =>
  server.database.prepare('select car_trip_entry_gate from trips where id = ?').pluck().get(tripId)

test('of overlapping edits nothing is lost, and the second person is told', async ({
  page,
  friend,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/did not reach the server|ERR_INTERNET_DISCONNECTED/)
  await page.clock.install()
  const id = await createTrip(page, {
    name: 'Two tents',
    type: 'car_trip',
    plan: { notes: [{ id: randomUUID(), text: 'Bring the big tent and two lanterns' }] },
  })
  shareWithEverybody(server, id)
  for (const each of [page, friend]) {
    await each.goto(`/trip/${id}`)
    await expectField(each, 'Entry gate', '')
  }

  await test.step('a short text gives way to a newer one, and its author can use it after all', async () => {
    await page.context().setOffline(true)
    await fillField(page, 'Entry gate', 'West gate')
    // The time that a request takes counts as later typing.
    await page.clock.fastForward(LONGEST_REQUEST_MS)
    await fillField(friend, 'Entry gate', 'East gate')
    await expect.poll(() => storedGate(server, id)).toBe('East gate')
    await page.context().setOffline(false)
    await expectField(page, 'Entry gate', 'East gate')

    await notice(page).tap()
    await expect(list(page).getByRole('listitem')).toContainText('Alex Friend changed this later, to “East gate”.')
    await expect(list(page).getByRole('listitem')).toContainText('West gate')
    await expectNoAxeFindings(page)
    await list(page)
      .getByRole('button', { name: /^Use mine/ })
      .tap()
    await expect(list(page)).toHaveCount(0)
    await expect(notice(page)).toHaveCount(0)
    for (const each of [page, friend]) await expectField(each, 'Entry gate', 'West gate')
    await expect.poll(() => storedGate(server, id)).toBe('West gate')
    await expect(friend.getByRole('banner').getByRole('button', { name: /to check/ })).toHaveCount(0)
  })

  await test.step('two changes of one line both stay', async () => {
    for (const each of [page, friend])
      await expect(await openNote(each, 1)).toHaveValue('Bring the big tent and two lanterns')
    const release = await holdSends(page)
    await (await openNote(page, 1)).fill('Bring the red tent and four stoves')
    await expect(saveState(page)).toHaveText('Saving...')
    await (await openNote(friend, 1)).fill('Bring the small tent and three lanterns')
    await expect.poll(() => storedNotes(server, id)).toEqual(['Bring the small tent and three lanterns'])
    await tab(page, 'Checklist').tap()
    release()
    const both = 'Bring the small tent and three lanterns\nBring the red tent and four stoves'
    await expect.poll(() => storedNotes(server, id)).toEqual([both])
    // The reload may abort the answer: then it is repeated.
    await page.reload()
    await expect(notice(page)).toBeVisible()
    // The next one reads the notice from the device.
    await page.reload()
    await notice(page).tap()
    await expect(list(page).getByRole('listitem')).toContainText('Alex Friend changed the same line at the same time')
    await list(page).getByRole('button', { name: /^Show/ }).tap()
    await expect(await openNote(page, 1)).toHaveValue(both)
    await notice(page).tap()
    await list(page).getByRole('button', { name: 'Dismiss all' }).tap()
    await expect(notice(page)).toHaveCount(0)
    await expect(friend.getByRole('banner').getByRole('button', { name: /to check/ })).toHaveCount(0)
  })
})
