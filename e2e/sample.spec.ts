import type { Page } from '@playwright/test'
import { buildDetails } from '#domain/testing/details.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { holdSends, SEND } from './operations.ts'
import { openHistory, openNote } from './page-parts.ts'
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
  notes: { tab: 'overview', name: 'Overview', content: (page: Page) => firstNote(page) },
  meals: {
    tab: 'meals',
    name: 'Food & Meals',
    content: (page: Page) => page.getByRole('heading', { name: 'Breakfast' }),
  },
  itinerary: {
    tab: 'itinerary',
    name: 'Itinerary',
    content: (page: Page) => page.getByRole('region', { name: 'Day 1', exact: true }),
  },
  checklist: { tab: 'checklist', name: 'Checklist', content: (page: Page) => page.getByRole('checkbox').first() },
}

test('TMPL-23, SAVE-2 a cleared sample stays cleared after a reload, and a restored one restored', async ({
  page,
  createTrip,
}) => {
  const tripId = await createTrip(page, { name: 'By the lake', type: 'car_trip' })
  const sections = [places.meals, places.checklist]
  for (const { tab, content } of sections) {
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
  }
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
  await friend.goto(address)
  for (const { name } of Object.values(places)) {
    await friend.getByRole('tab', { name }).click()
    await expect(mark(friend)).toContainText('No one has planned this part yet.')
    if (name === 'Overview') await expect(note(friend)).toHaveCount(9)
    if (name === 'Food & Meals') await expect(friend.getByRole('heading', { name: 'Breakfast' })).toBeVisible()
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
