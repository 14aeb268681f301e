import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { holdSends, SEND } from './operations.ts'
import { openHistory, openNote } from './page-parts.ts'
import { setDates, shareWithEverybody } from './stored-plan.ts'

test.use({ isSignedIn: true })

/* The template of a new trip is marked as a sample until somebody edits it. */

const mark = (page: Page) =>
  page.getByText(/This is a sample\. Make it yours\.|^\d sample notes$|^Suggestions for .* yours\./)
const readersMark = (page: Page) => page.getByText('This is a sample. Nobody has planned this part yet.')
const NO_NOTES = '9 sample notes. Nobody on this trip has written any yet.'
const clear = (page: Page) => page.getByRole('button', { name: 'Clear the sample', exact: true })
const bringBack = (page: Page) => page.getByRole('button', { name: 'Restore the sample', exact: true })
const note = (page: Page) => page.getByRole('region', { name: 'Trip Notes & Reminders' }).getByRole('listitem')
const show = (page: Page) => page.getByRole('button', { name: 'Show', exact: true })
const firstNote = (page: Page) => page.getByRole('button', { name: 'Edit note 1', exact: true })

const clearAnyway = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Clear sample and ticks' })

const waitForAnswer = (page: Page) => page.waitForResponse((response) => SEND.test(new URL(response.url()).pathname))

/** For each section: its tab, and a part of its sample. */
const places = {
  notes: { tab: 'overview', content: (page: Page) => firstNote(page) },
  meals: { tab: 'meals', content: (page: Page) => page.getByRole('heading', { name: 'Breakfast' }) },
  itinerary: { tab: 'itinerary', content: (page: Page) => page.getByRole('region', { name: 'Day 1', exact: true }) },
  checklist: { tab: 'checklist', content: (page: Page) => page.getByRole('checkbox').first() },
}

for (const section of ['meals', 'checklist'] as const)
  test(`TMPL-23, SAVE-2 ${section}: a cleared sample stays cleared after a reload, and a restored one restored`, async ({
    page,
    createTrip,
  }) => {
    const tripId = await createTrip(page, { name: 'By the lake', type: 'car_trip' })
    const { tab, content } = places[section]
    await page.goto(`/trip/${tripId}?tab=${tab}`)
    const cleared = waitForAnswer(page)
    await clear(page).click()
    await expect(content(page)).toHaveCount(0)
    await cleared

    await page.reload()
    await expect(bringBack(page)).toBeVisible()
    await expect(content(page)).toHaveCount(0)
    const broughtBack = waitForAnswer(page)
    await bringBack(page).click()
    await expect(mark(page)).toHaveCount(1)
    await broughtBack

    await page.reload()
    await expect(mark(page)).toHaveCount(1)
    await expect(content(page)).toBeVisible()
  })

test('TMPL-23 an edit ends a sample on every open screen, a tick does not, and an undo restores it', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const tripId = await createTrip(page, { name: 'By the lake', type: 'car_trip' })
  shareWithEverybody(server, tripId)
  for (const each of [page, friend]) await each.goto(`/trip/${tripId}?tab=checklist`)
  for (const each of [page, friend]) await expect(mark(each)).toBeVisible()

  const first = (each: Page) => each.getByRole('tabpanel').getByRole('checkbox').first()
  await first(friend).check()
  await expect(first(page)).toBeChecked()
  for (const each of [page, friend]) await expect(mark(each)).toBeVisible()

  await clear(friend).click()
  await clearAnyway(friend).click()
  for (const each of [page, friend]) await expect(bringBack(each)).toBeVisible()
  await friend.getByRole('button', { name: 'Undo', exact: true }).click()
  for (const each of [page, friend]) {
    await expect(mark(each)).toBeVisible()
    await expect(first(each)).toBeChecked()
  }

  for (const each of [page, friend]) await each.getByRole('tab', { name: 'Overview' }).click()
  for (const each of [page, friend]) await expect(mark(each)).toBeVisible()
  await (await openNote(friend, 1)).fill('Our own site is on Pog Lake.')
  for (const each of [page, friend]) await expect(mark(each)).toHaveCount(0)
  await expect(await openNote(page, 1)).toHaveValue('Our own site is on Pog Lake.')
  await page.getByRole('tab', { name: 'Itinerary' }).click()
  await expect(mark(page)).toBeVisible()
})

test("TMPL-23 restoring a cleared sample restores everyone's ticks", async ({ page, friend, server, createTrip }) => {
  const tripId = await createTrip(page, { name: 'By the lake', type: 'car_trip' })
  shareWithEverybody(server, tripId)
  for (const each of [page, friend]) await each.goto(`/trip/${tripId}?tab=checklist`)
  const box = (each: Page, at: number) => each.getByRole('tabpanel').getByRole('checkbox').nth(at)
  const ticked = (each: Page) => each.getByRole('tabpanel').getByRole('checkbox', { checked: true })
  await box(page, 0).check()
  await box(friend, 40).check()
  await expect(ticked(page)).toHaveCount(2)

  await clear(page).click()
  const cleared = waitForAnswer(page)
  await clearAnyway(page).click()
  await cleared
  await expect(bringBack(page)).toBeVisible()
  await expect(page.getByRole('tabpanel').locator(':focus')).toHaveCount(1)
  await friend.reload()
  await bringBack(friend).click()
  for (const each of [friend, page]) {
    await expect(mark(each)).toBeVisible()
    await expect(ticked(each)).toHaveCount(2)
    for (const at of [0, 40]) await expect(box(each, at)).toBeChecked()
  }
  await friend.getByRole('button', { name: 'Undo', exact: true }).click()
  for (const each of [friend, page]) await expect(bringBack(each)).toBeVisible()
  await bringBack(page).click()
  for (const each of [friend, page]) await expect(ticked(each)).toHaveCount(2)
})

test("TMPL-23 another person's edit made while the sample is cleared stays, and the history has both", async ({
  page,
  friend,
  person,
  server,
  createTrip,
}) => {
  const tripId = await createTrip(page, { name: 'By the lake', type: 'air_travel' })
  shareWithEverybody(server, tripId)
  for (const each of [page, friend]) await each.goto(`/trip/${tripId}`)
  await expect(firstNote(friend)).toBeVisible()
  await expect(mark(page)).toBeVisible()
  const release = await holdSends(friend)
  await (await openNote(friend, 1)).fill('We have checked in.')
  const cleared = waitForAnswer(page)
  await clear(page).click()
  await expect(mark(page)).toHaveCount(0)
  await cleared
  release()
  for (const each of [page, friend]) {
    await expect(await openNote(each, 1)).toHaveValue('We have checked in.')
    await expect(each.getByRole('button', { name: /^Delete note \d/ })).toHaveCount(1)
    await expect(mark(each)).toHaveCount(0)
    await expect(bringBack(each)).toHaveCount(0)
  }

  const history = await openHistory(page)
  await history.getByRole('button', { name: `${person.full_name} · Notes` }).click()
  await expect(
    history.getByText(`${person.full_name} removed the note “Be at the airport 2 hours before`),
  ).toBeVisible()
})

test('TMPL-23, SAVE-2, VIEW-13 readers of a share link see a sample and that it is one, but cannot clear it', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const tripId = await createTrip(page, { name: 'By the lake', type: 'car_trip' })
  server.database.prepare("update trips set share_token = 'a-right-token' where id = ?").run(tripId)
  const address = `/shared/${tripId}?token=a-right-token`
  for (const { tab } of Object.values(places)) {
    await friend.goto(`${address}&tab=${tab}`)
    await expect(tab === 'overview' ? friend.getByText(NO_NOTES) : readersMark(friend)).toBeVisible()
    if (tab === 'overview') await expect(note(friend)).toHaveCount(9)
    if (tab === 'meals') await expect(friend.getByRole('heading', { name: 'Breakfast' })).toBeVisible()
    await expect(mark(friend)).toHaveCount(0)
    await expect(clear(friend)).toHaveCount(0)
  }
  await expectNoAxeFindings(friend)
  // A sample's hospital is not the trip's: once the trip has dates, its notes are folded.
  await setDates(page, server, tripId, '2031-06-25', '2031-06-28')
  await friend.goto(address)
  await expect(friend.getByText(NO_NOTES)).toBeVisible()
  await expect(friend.getByRole('main')).not.toContainText('hospital')
  await show(friend).click()
  await expect(friend.getByRole('main')).toContainText('hospital')
})
