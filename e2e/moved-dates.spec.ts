import type { Page } from '@playwright/test'
import { withAnswer } from '#domain/change-stay.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Person } from '#domain/plan/people.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildNamedParty, buildPerson } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { button, expectSaved, fillField } from './page-parts.ts'
import { touchPhone } from './phone.ts'

test.use({ isSignedIn: true, ...touchPhone })

/* The departure changes after people have said which days they are there. */

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const question = (page: Page) => page.getByRole('region', { name: 'Do people’s days move too?' })
const departure = '2037-08-12' as LocalDate
const details = buildDetails({ ...datesOf(departure, '2037-08-16'), destination_name: 'Pog Lake' })
const personOf = (name: string, answer: Partial<Person>) =>
  withAnswer(buildPerson(name), { coming: 'coming', ...answer }, departure)

test('an organizer moves the trip, chooses what the days of people do, and they confirm', async ({
  page,
  createTrip,
}) => {
  const persons = [personOf('Ana Lake', { from: '2 dinner 2037-08-12' }), personOf('Ben Lake', {})]
  const plan = { details, people: [buildNamedParty('The Lakes', ...persons)] }
  const id = await createTrip(page, { name: 'Pog Lake', type: 'car_trip', plan })
  const group = `/trip/${id}/group`

  await page.goto(group)
  await page.getByRole('group', { name: 'Is Robin Tester coming?' }).getByText('Coming', { exact: true }).tap()
  await page.getByRole('button', { name: /^Robin Tester/ }).tap()
  await button(page, 'Edit').tap()
  await button(page, 'Only part of the trip').tap()
  await page.getByRole('button', { name: 'Day 1 · Wed, Aug 12: lunch' }).tap()
  await page.getByRole('button', { name: 'Day 3 · Fri, Aug 14: lunch' }).tap()
  await button(page, 'Done').tap()
  await expectSaved(page)
  await expect(panel(page, 'You')).toContainText('Wed lunch to Fri lunch')

  await page.goto(`/trip/${id}`)
  await fillField(page, 'Departure date', '2037-08-13')
  await expectSaved(page)
  await expect(question(page)).toContainText('2 people are there for part of the trip')
  await expect(question(page)).toContainText('Dinner on Thu, Aug 13 becomes dinner on Fri, Aug 14')
  await expectNoAxeFindings(page)

  // It is asked again after a reload, as nobody has chosen yet. Until then, days keep their dates.
  await page.goto(group)
  await expect(panel(page, 'You')).toContainText('until Fri lunch')
  await page.goto(`/trip/${id}`)
  await question(page).getByRole('button', { name: 'Move with the trip' }).tap()
  await expect(question(page)).toBeHidden()
  await button(page, 'Undo').tap()
  await expect(question(page)).toBeVisible()
  await expectSaved(page)
  await question(page).getByRole('button', { name: 'Move with the trip' }).tap()
  await expect(question(page)).toBeHidden()
  await expectSaved(page)

  await page.goto(group)
  await expect(panel(page, 'You')).toContainText('Robin Tester is now expected Thu lunch to Sat lunch')
  const ana = page.getByRole('button', { name: /^Ana Lake/ })
  await expect(ana).toContainText('Days not confirmed for the new dates')
  await expect(page.getByRole('button', { name: /^Ben Lake/ })).not.toContainText('not confirmed')
  await expectNoAxeFindings(page)
  await panel(page, 'You').getByRole('button', { name: 'Still right' }).tap()
  await expect(panel(page, 'You')).not.toContainText('Still right')
  await ana.tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Still right' }).tap()
  await button(page, 'Done').tap()
  await expectSaved(page)
  await page.reload()
  await expect(ana).toContainText('from Fri dinner')
  await expect(page.getByText('not confirmed')).toHaveCount(0)
})
