import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newItineraryDay } from '#domain/plan/itinerary.ts'
import { type Meals, newMealDay } from '#domain/plan/meals.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { usedSample } from '#domain/testing/used-sample.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { holdSends } from '#web/testing/hold.ts'
import { type OpenedTrip, openTrip, type TripOptions } from '#web/testing/open-trip.tsx'
import {
  button,
  expectCount,
  expectText,
  expectTexts,
  focus,
  press,
  pressOn,
  sidewaysScroll,
} from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { share } from './testing/share.ts'

/* The days of the plan and the dates of the trip. */

const signs = page.getByRole('tablist', { name: 'Days' }).getByRole('tab')
const day = (number: number) => page.getByRole('region', { name: `Day ${number}`, exact: true })
const days = page.getByRole('region', { name: /^Day \d+$/ })
const title = (number: number) => day(number).getByRole('heading', { level: 3 })
/** All offers about missing days and days after the return. */
const offers = page.getByText(/^Your trip is \d|after your return, and no one/)
const saveState = page.getByRole('banner').getByRole('status')
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const exactText = (text: string) => page.getByText(text, { exact: true })

const mealDays = ({ stored }: OpenedTrip) => Object.keys(stored('meals')).map(Number)
const itineraryDays = ({ stored }: OpenedTrip) => Object.keys(stored('itinerary')).map(Number)

const detailsFrom = (departure: string, back: string) => ({ ...usedSample, ...datesOf(departure, back) })

async function openDays(name: 'meals' | 'itinerary', options: TripOptions = {}): Promise<OpenedTrip> {
  const opened = await openTrip(options)
  showApp(`/trip/${opened.trip.id}?tab=${name}`)
  await expect.element(page.getByRole('tabpanel').first()).toBeVisible()
  return opened
}

/** Opens a shared trip as its readers do, with what is stored at that moment. */
function read(link: string, name: 'meals' | 'itinerary'): void {
  queryCache.forgetPerson()
  showApp(`${link}&tab=${name}`)
}

describe('late in the evening of June 26, when it is already the 27th elsewhere', () => {
  test('days show their dates in read, edit and shared views once the trip has both, and today is marked', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(new Date('2031-06-26T23:30:00-04:00'))
    const opened = await openDays('meals', { trip: { name: 'Pog Lake' } })
    await expectTexts(signs, ['Day 1', 'Day 2', 'Day 3', 'Day 4'])
    await tab('Overview').click()
    const fill = async (label: string, value: string) => {
      const input = page.getByLabelText(label, { exact: true })
      const row = page.getByRole('button', { name: new RegExp(`^(Add )?${label}`, 'i') })
      await expect.poll(() => input.query() ?? row.query()).not.toBeNull()
      if (!input.query()) await row.click()
      await input.fill(value)
    }
    await fill('Departure date', '2031-06-25')
    await tab('Food & Meals').click()
    await expectTexts(signs, ['Day 1', 'Day 2', 'Day 3', 'Day 4'])
    await tab('Overview').click()
    await fill('Return date', '2031-06-28')

    await tab('Food & Meals').click()
    const dated = ['Day 1 Wed, Jun 25', 'Day 2 Thu, Jun 26 · Today', 'Day 3 Fri, Jun 27', 'Day 4 Sat, Jun 28']
    const expectDated = () =>
      expect
        .poll(() => signs.elements().map((one) => (one as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim()))
        .toEqual(dated)
    await expectDated()
    await expect.element(tab('Day 2 Thu, Jun 26 · Today')).toBeVisible()
    await expect.element(exactText('Day 1')).toBeVisible()
    await expectCount(offers, 0)
    await button('Edit meal plan').click()
    await expectDated()
    await expectNoAxeFindings()
    await button('Cancel').click()

    await tab('Itinerary').click()
    await expectText(day(2), 'Thu, Jun 26 · Today')
    const jumps = page.getByRole('navigation', { name: 'Days' }).getByRole('button')
    expect(jumps.elements().map((one) => (one as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim())).toEqual(dated)
    await expect.element(jumps.nth(1)).toHaveAttribute('aria-current', 'date')
    // It opens at today.
    await expect.element(title(2)).toBeInViewport()
    await expect.poll(() => scrollY).toBeGreaterThan(100)
    await title(3).getByRole('button').click()
    const field = day(3).getByLabelText('Day 3', { exact: true })
    await expect.element(field).toHaveAccessibleDescription('Fri, Jun 27')
    await field.fill('Canoes')
    await expectText(saveState, 'Saved')

    const link = share(opened)
    read(link, 'itinerary')
    await expect.element(day(1).getByRole('heading', { name: 'Day 1: Arrival & Setup', exact: true })).toBeVisible()
    await expect.element(day(1).getByText('Wed, Jun 25', { exact: true })).toBeVisible()
    await expect.element(day(2).getByText('Thu, Jun 26 · Today', { exact: true })).toBeVisible()
    // A title without the day's number.
    await expect.element(day(3).getByRole('heading', { name: 'Canoes', exact: true })).toBeVisible()
    await expect.element(day(3).getByText('Day 3 · Fri, Jun 27', { exact: true })).toBeVisible()
    await expectNoAxeFindings()
    await tab('Food & Meals').click()
    await expectDated()
    await expect.element(signs.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expectNoAxeFindings()

    // With a return before the departure, days have no dates.
    for (const name of ['meals', 'itinerary'] as const) {
      await openDays(name, { values: { details: buildDetails(datesOf('2031-06-25', '2031-06-24')) } })
      await expect.element(exactText('Day 1')).toBeVisible()
      await expectCount(page.getByText(/Jun 2\d|Today|after your return|Your trip is/), 0)
    }
  })
})

test.each([
  [390, 844],
  [1280, 800],
])('adds all days that the dates span with one press, at %i px', async (width, height) => {
  await page.viewport(width, height)
  const opened = await openDays('meals', { values: { details: detailsFrom('2031-06-25', '2031-06-29') } })
  await expect.element(exactText('Your trip is 5 days long, but only 4 have meals.')).toBeVisible()
  const add = button('Add Day 5')
  expect(add.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  expect(sidewaysScroll()).toBeLessThanOrEqual(0)
  await expectNoAxeFindings()

  await add.click()
  await expect.element(page.getByText('Added day 5')).toBeVisible()
  await button('Undo').click()
  await expectCount(signs, 4)
  // Otherwise the next request might contain the undone operations too.
  await expectText(saveState, 'Saved')
  // There is no offer while editing: there is an 'Add Day' button.
  await button('Edit meal plan').click()
  await expectCount(offers, 0)
  await button('Cancel').click()

  await focus(add)
  const before = opened.sent('meals').length
  await press('Enter')
  await expect.poll(() => opened.sent('meals').slice(before)).toEqual([['insert 5']])
  await expectText(signs.nth(4), /^Day 5\s*Sun, Jun 29$/)
  await expect.element(signs.nth(4)).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByText('New Breakfast')).toBeVisible()
  await expectCount(offers, 0)
  await expectCount(button('Save'), 0)
  await expect.poll(() => document.activeElement).not.toBe(document.body)
  await expect.poll(() => mealDays(opened)).toEqual([1, 2, 3, 4, 5])

  await tab('Itinerary').click()
  await expect.element(exactText('Your trip is 5 days long, but the itinerary covers only 4.')).toBeVisible()
  await expectNoAxeFindings()
  await button('Add Day 5').click()
  await expectText(day(5), 'Sun, Jun 29')
  await expect.element(title(5)).toHaveTextContent(/^Day 5: New Adventure Day$/)
  await expectCount(offers, 0)
  await expect.poll(() => itineraryDays(opened)).toEqual([1, 2, 3, 4, 5])
})

test('two people accept the same offer at once: each day is added once, and text written in it stays', async () => {
  const opened = await openDays('itinerary', { values: { details: detailsFrom('2031-06-25', '2031-06-30') } })
  // Neither has received the other's operations.
  const { release } = holdSends(opened.server)
  await button('Add Days 5 and 6').click()
  await expectText(day(6), 'Mon, Jun 30')
  opened.editAsOther('itinerary', (itinerary) => ({
    ...itinerary,
    5: newItineraryDay('car_trip', 5),
    6: { ...newItineraryDay('car_trip', 6), title: 'Ice cream, then home' },
  }))
  release()
  await expect.poll(() => itineraryDays(opened)).toEqual([1, 2, 3, 4, 5, 6])
  await expectText(title(6), 'Ice cream, then home')
  await expectCount(days, 6)
  await expectCount(day(5).getByRole('listitem'), 4)
  await expect.poll(() => opened.stored('itinerary')[6]?.title).toBe('Ice cream, then home')
  await expectText(saveState, /^$|Saved|Updated by/)
})

test('text written in a day stays if somebody else was the first to add that day', async () => {
  const opened = await openDays('itinerary', { values: { details: detailsFrom('2031-06-25', '2031-06-30') } })
  const { release } = holdSends(opened.server)
  await button('Add Days 5 and 6').click()
  await title(6).getByRole('button').click()
  await day(6).getByLabelText('Day 6', { exact: true }).fill('Ice cream, then home')
  // As the page of the other person sends it: days as they start.
  opened.editAsOther('itinerary', (itinerary) => ({
    ...itinerary,
    5: newItineraryDay('car_trip', 5),
    6: newItineraryDay('car_trip', 6),
  }))
  expect(opened.stored('itinerary')[6]?.title).toBe('Day 6: New Adventure Day')
  release()
  await expect.poll(() => opened.stored('itinerary')[6]?.title).toBe('Ice cream, then home')
  expect(opened.sent('itinerary').flat()).toEqual(['insert 5', 'insert 6', 'set 6 title'])
  expect(itineraryDays(opened)).toEqual([1, 2, 3, 4, 5, 6])
  await expectText(saveState, /^$|Saved|Updated by/)
  await expect.element(day(6).getByLabelText('Day 6', { exact: true })).toHaveValue('Ice cream, then home')
  await expectCount(days, 6)
  await expectCount(day(5).getByRole('listitem'), 4)
})

test('shorter dates remove no days; untouched days after the return can be removed and restored', async () => {
  const opened = await openDays('meals', { values: { details: usedSample } })
  await button('Add Day').click()
  await page.getByLabelText('Name', { exact: true }).first().fill('Porridge')
  await button('Save').click()
  await expect.poll(() => mealDays(opened)).toEqual([1, 2, 3, 4, 5])
  await expectText(saveState, 'Saved')
  const before = opened.sent('meals').length
  opened.editAsOther('details', (details) => ({ ...details, ...datesOf('2031-06-27', '2031-06-28') }))
  const marked = [
    /^Day 1 ?Fri, Jun 27$/,
    /^Day 2 ?Sat, Jun 28$/,
    /^Day 3 ?after your return$/,
    /^Day 4 ?after your return$/,
  ]
  const fifth = /^Day 5 ?after your return$/
  await expectTexts(signs, [...marked, fifth])
  await expect
    .element(exactText('Days 3 and 4 are after your return, and no one has changed their meals yet.'))
    .toBeVisible()
  await expectNoAxeFindings()
  expect(opened.sent('meals').length).toBe(before)
  expect(mealDays(opened)).toEqual([1, 2, 3, 4, 5])

  await button('Remove days 3 and 4').click()
  await expectTexts(signs, [...marked.slice(0, 2), fifth])
  await button('Undo').click()
  await expectTexts(signs, [...marked, fifth])
  await expect.poll(() => mealDays(opened)).toEqual([1, 2, 3, 4, 5])
  await page.getByRole('tab', { name: /^Day 5/ }).click()
  await expect.element(page.getByText('Porridge')).toBeVisible()

  await tab('Itinerary').click()
  await expectText(day(3), 'after your return')
  await pressOn(button('Remove days 3 and 4').last(), 'Enter')
  await expectCount(days, 2)
  await expectCount(offers, 0)
  await expect.poll(() => itineraryDays(opened)).toEqual([1, 2])

  // Readers of a share link see no offers and no marks of days after the return.
  const link = share(opened)
  read(link, 'meals')
  await expectTexts(signs, [...marked.slice(0, 2), 'Day 3', 'Day 4', 'Day 5'])
  await expectCount(page.getByText(/your return|Your trip is/), 0)
  opened.editAsOther('details', (details) => ({ ...details, ...datesOf('2031-06-27', '2031-07-05') }))
  read(link, 'meals')
  await expectText(signs.last(), /^Day 5 ?Tue, Jul 1$/)
  await expectCount(page.getByText(/your return|Your trip is/), 0)
})

test('offers a year week by week, gaps first', async () => {
  const meals = Object.fromEntries([1, 2, 4].map((number) => [number, newMealDay('air_travel', number)])) as Meals
  const details = buildDetails(datesOf('2031-12-30', '2032-12-28'))
  const opened = await openDays('meals', { type: 'air_travel', values: { meals, details } })
  await expect.element(exactText('Your trip is 365 days long, but only 3 have meals.')).toBeVisible()
  await button('Add Day 3').click()
  await expectText(signs.nth(2), /^Day 3 ?Thu, Jan 1$/)
  await button('Add Days 5 to 11').click()
  await expect.element(button('Add Days 12 to 18')).toHaveFocus()
  await press('Enter')
  await expectCount(signs, 18)
  await expect.element(exactText('Your trip is 365 days long, but only 18 have meals.')).toBeVisible()
  await expect.poll(() => mealDays(opened)).toHaveLength(18)

  // Or all at once.
  await button('Add all 347 days').click()
  // The offer stays under the pointer, however long it takes to show and to store a year.
  await button('Undo').hover()
  await expectCount(signs, 365)
  await expect.poll(() => mealDays(opened)).toHaveLength(365)
  await button('Undo').click()
  await expectCount(signs, 18)
})

test('offers nothing to people who may only read the plan', async () => {
  const values = { details: detailsFrom('2031-06-25', '2031-06-30') }
  await openDays('meals', { values, trip: { role: 'member', members_edit: true } })
  await expect.element(button('Add Days 5 and 6')).toBeVisible()
  await openDays('meals', { values, trip: { role: 'member', members_edit: false } })
  await expectText(signs.first(), /^Day 1 ?Wed, Jun 25$/)
  await expectCount(offers, 0)
})
