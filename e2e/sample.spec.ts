import type { Page } from '@playwright/test'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { holdSends, SEND } from './operations.ts'
import { openHistory, openNote, waitUntilQuiet } from './page-parts.ts'
import { setDates, shareWithEverybody } from './stored-plan.ts'

test.use({ isSignedIn: true })

/* The template of a new trip is a sample: an offer, of which nothing is computed until somebody takes it up. */

const mark = (page: Page) => page.getByText(/^Sample (?:notes|meals|itinerary|list) for /)
const rest = (page: Page) => page.getByText(/^Parts with “Use” are a sample\./)
const use = (page: Page) => page.getByRole('button', { name: 'Use these', exact: true })
const clear = (page: Page) => page.getByRole('button', { name: 'Start empty', exact: true })
const bringBack = (page: Page) => page.getByRole('button', { name: 'Restore the sample', exact: true })
const note = (page: Page) => page.getByRole('region', { name: 'Trip Notes & Reminders' }).getByRole('listitem')
const show = (page: Page) => page.getByRole('button', { name: 'Show', exact: true })
const firstNote = (page: Page) => page.getByRole('button', { name: 'Edit note 1', exact: true })

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

test('TMPL-23 a tick and an edit are own at once on every open screen, and the rest can be removed without them', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const tripId = await createTrip(page, { name: 'By the lake', type: 'car_trip' })
  shareWithEverybody(server, tripId)
  for (const each of [page, friend]) await each.goto(`/trip/${tripId}?tab=checklist`)
  for (const each of [page, friend]) await expect(mark(each)).toBeVisible()

  const boxes = (each: Page) => each.getByRole('tabpanel').getByRole('checkbox')
  await boxes(friend).first().check()
  for (const each of [page, friend]) await expect(rest(each)).toBeVisible()
  await friend.getByRole('button', { name: 'Remove the rest', exact: true }).click()
  for (const each of [page, friend]) {
    await expect(boxes(each)).toHaveCount(1)
    await expect(boxes(each)).toBeChecked()
    await expect(rest(each)).toHaveCount(0)
  }
  await friend.getByRole('button', { name: 'Undo', exact: true }).click()
  for (const each of [page, friend]) {
    await expect(boxes(each)).toHaveCount(99)
    await expect(rest(each)).toBeVisible()
    await expect(boxes(each).first()).toBeChecked()
  }

  for (const each of [page, friend]) await each.getByRole('tab', { name: 'Overview' }).click()
  for (const each of [page, friend]) await expect(mark(each)).toBeVisible()
  await (await openNote(friend, 1)).fill('Our own site is on Pog Lake.')
  for (const each of [page, friend]) await expect(rest(each)).toBeVisible()
  await expect(await openNote(page, 1)).toHaveValue('Our own site is on Pog Lake.')
})

test('TMPL-23 a sample that somebody uses is everybody’s plan, and the other sections stay offers', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const tripId = await createTrip(page, { name: 'By the lake', type: 'car_trip' })
  shareWithEverybody(server, tripId)
  await friend.goto(`/trip/${tripId}/group?tab=shopping`)
  await expect(friend.getByText('There’s nothing to buy yet.')).toBeVisible()
  await page.goto(`/trip/${tripId}?tab=meals`)
  await expect(use(page)).toBeVisible()
  await use(page).click()
  await expect(mark(page)).toHaveCount(0)
  await expect(friend.getByRole('checkbox', { name: /English cucumbers/ })).toBeVisible()
  // The other sections are still offers.
  await page.getByRole('tab', { name: 'Itinerary' }).click()
  await expect(mark(page)).toBeVisible()
})

test('a day of a sample that nobody took up is not what Today says', async ({ page, createTrip }) => {
  await page.clock.setSystemTime(new Date('2031-06-25T10:00:00-04:00'))
  const plan = { details: buildDetails(datesOf('2031-06-25', '2031-06-25')) }
  const tripId = await createTrip(page, { name: 'By the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${tripId}`)
  await expect(page.getByRole('heading', { name: 'Destination Map' })).toBeVisible()
  await waitUntilQuiet(page)
  await expect(page.getByRole('main')).not.toContainText('West Gate')
  await expect(page.getByRole('main')).not.toContainText('Road Breakfast')
  await page.getByRole('tab', { name: 'Itinerary' }).click()
  await page.getByRole('button', { name: 'Use Day 1', exact: true }).click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByRole('main')).toContainText('Meet at the West Gate')
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
    await expect(rest(each)).toHaveCount(0)
    await expect(bringBack(each)).toHaveCount(0)
  }

  const history = await openHistory(page)
  await history.getByRole('button', { name: `${person.full_name} · Notes` }).click()
  await expect(
    history.getByText(`${person.full_name} removed the note “Be at the airport 2 hours before`),
  ).toBeVisible()
})

test('TMPL-23 what somebody types while another person uses the sample stays, beside what it became', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const plan = { details: buildDetails({ expected: { adults: 2, children: 0 } }) }
  const tripId = await createTrip(page, { name: 'By the lake', type: 'car_trip', plan })
  shareWithEverybody(server, tripId)
  for (const each of [page, friend]) await each.goto(`/trip/${tripId}`)
  const release = await holdSends(friend)
  await (await openNote(friend, 1)).fill('Our permit is in the glove box.')
  const used = waitForAnswer(page)
  await use(page).click()
  await expect(note(page).first()).toContainText('Campsite permit: write down the booking number')
  await used
  release()
  for (const each of [page, friend]) await expect(note(each).first()).toContainText('Our permit is in the glove box.')
})

test('TMPL-23, SAVE-2, VIEW-13 readers of a share link see what the sample is, but cannot use or remove it', async ({
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
    await expect(mark(friend)).toContainText('No one has planned this part yet.')
    if (tab === 'overview') await expect(note(friend)).toHaveCount(9)
    if (tab === 'meals') await expect(friend.getByRole('heading', { name: 'Breakfast' })).toBeVisible()
    for (const button of [use(friend), clear(friend)]) await expect(button).toHaveCount(0)
  }
  await expectNoAxeFindings(friend)
  // A sample's hospital is not the trip's: once the trip has dates, its notes are folded.
  await setDates(page, server, tripId, '2031-06-25', '2031-06-28')
  await friend.goto(address)
  await expect(mark(friend)).toBeVisible()
  await expect(friend.getByRole('main')).not.toContainText('hospital')
  await show(friend).click()
  await expect(friend.getByRole('main')).toContainText('hospital')
})
