import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { button, dialog, expectSaved, field, waitUntilQuiet } from './page-parts.ts'
import { touchPhone } from './phone.ts'

test.use({ isSignedIn: true })

/* The first minutes of a new trip: where and when, and who comes along. */

test('by touch alone somebody creates a trip, says where and when, and makes a link to invite people', async ({
  openSignedIn,
}) => {
  const phone = await openSignedIn(touchPhone)
  await phone.goto('/')
  await button(phone, 'Create New Trip').tap()
  await dialog(phone).getByLabel('Trip Name').fill('To the coast')
  await button(phone, 'Create Trip').tap()
  await expect(phone.getByRole('heading', { level: 1, name: 'To the coast' })).toBeVisible()
  await expectNoAxeFindings(phone)

  await field(phone, 'Destination').tap()
  await phone.keyboard.type('Pacific Rim')
  await field(phone, 'Departure date').tap()
  await field(phone, 'Departure date').fill('2031-07-15')
  await field(phone, 'Return date').tap()
  await field(phone, 'Return date').fill('2031-07-19')
  await field(phone, 'Adults').tap()
  await phone.keyboard.type('2')
  await expectSaved(phone)
  await expect(phone.getByText('2 people expected')).toBeVisible()

  await phone.getByRole('link', { name: 'Invite people' }).tap()
  await button(phone, 'Create link').tap()
  const link = await dialog(phone).getByLabel('Invitation link', { exact: true }).inputValue()
  expect(link).toContain('/join/')
  await button(phone, 'Done').tap()
  await expect(phone.getByRole('heading', { name: 'Are you coming?' })).toBeVisible()
  // A reload does not open it again.
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Are you coming?' })).toBeVisible()
  await waitUntilQuiet(phone)
  await expect(dialog(phone)).toHaveCount(0)
  await phone.getByRole('link', { name: 'Trip', exact: true }).tap()
  await expect(button(phone, 'Destination Pacific Rim')).toBeVisible()
})
