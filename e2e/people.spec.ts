import type { Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { createInvitation, joinBy, openPlan } from './joining.ts'
import { addressesOf, button, dialog, expectSaved, openField, waitUntilQuiet } from './page-parts.ts'
import { editPerson, personRow, setRole } from './people-list.ts'

test.use({ isSignedIn: true })

/* People who join with an account, and what happens on their screens when an organizer changes what they may do. */

const toggle = (page: Page) => page.getByRole('switch', { name: 'Members can edit the plan' })
const groupOf = (tripId: string) => `/trip/${tripId}/group`
const answer = (page: Page, name: string, words: string) =>
  page.getByRole('group', { name: `Is ${name} coming?` }).getByRole('radio', { name: words, exact: true })

/** Creates an invitation as the person signed in on the page. Returns its link. */
const linkTo = async (page: Page, server: TestServer, tripId: string) =>
  `${server.address}/join/${await createInvitation(page, server, tripId)}`

test('a person with an account signs in on the way and joins as themselves', async ({
  page,
  server,
  createTrip,
  openContext,
  register,
}) => {
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  const link = await linkTo(page, server, id)
  const kim = await register({ full_name: 'Kim Okafor' })
  const other = await (await openContext()).newPage()
  await other.goto(link)
  await button(other, 'Already have an account? Sign in').click()
  await expect(other.getByText('Sign in to join Lisbon in May.')).toBeVisible()
  await other.getByLabel('Email', { exact: true }).fill(kim.email)
  await other.getByLabel('Password', { exact: true }).fill(kim.password)
  await other.keyboard.press('Enter')
  await button(other, `Join as ${kim.full_name}`).click()
  await openPlan(other)
  expect((await addressesOf(other)).filter((address) => address.includes('/join/'))).toEqual([])

  await button(other, 'Back to Trips').click()
  await expect(other.getByRole('link', { name: 'Lisbon in May' })).toBeVisible()
  await other.goto(link)
  await expect(other.getByText('You’re already in this trip')).toBeVisible()
  await button(other, 'Open the trip').click()
  await expect(other).toHaveURL(`/trip/${id}`)
  await page.goto(groupOf(id))
  await expect(personRow(page, 'Kim Okafor')).toBeVisible()
  await expect(personRow(page, 'Kim Okafor')).not.toContainText('guest')
})

test('answers, roles and removals show on the screens of the others, and one leaves', async ({
  page,
  server,
  friend,
  createTrip,
  openContext,
  allowConsole,
}) => {
  // Also of the leaver: if the event arrives before the response, the page requests the trip once more.
  allowConsole(/status of 40[04]/)
  const id = await createTrip(page, { name: 'Roles', type: 'car_trip' })
  const link = await linkTo(page, server, id)
  await page.goto(`/trip/${id}`)
  await openField(page, 'Destination')
  await button(page, 'Back to Trips').click()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  const guest = await (await openContext()).newPage()

  await test.step('an invisible character is no name: the server says so', async () => {
    await joinBy(guest, link, '\u200e')
    await expect(guest.getByLabel('Your name')).toHaveAccessibleDescription('Please enter your name')
    await expect(guest.getByLabel('Your name')).toBeFocused()
    await guest.getByLabel('Your name').fill('Kim')
    await guest.keyboard.press('Enter')
    await expect(button(guest, /^Kim you/)).toBeVisible()
  })

  await test.step('the trip reports answers given while a person was away, but not those seen', async () => {
    const line = page.getByRole('status').filter({ hasText: ' since ' })
    await answer(guest, 'Kim', 'Coming').check()
    await expectSaved(guest)
    await page.goto(`/trip/${id}`)
    await expect(line).toContainText('Kim made')
    await page.getByRole('button', { name: 'Dismiss this summary' }).click()
    await expect(line).toHaveCount(0)
    // Answers seen as they are given are not news later.
    await page.goto(groupOf(id))
    await expect(personRow(page, 'Kim')).toContainText('Coming')
    await answer(guest, 'Kim', 'Unsure').check()
    await expect(personRow(page, 'Kim')).toContainText('Unsure')
    await button(page, 'Back to the trip').click()
    await openField(page, 'Destination')
    await waitUntilQuiet(page)
    await expect(line).toHaveCount(0)
  })

  await page.goto(groupOf(id))
  await test.step('without the right to edit, a member answers for their own party', async () => {
    await expect(button(guest, 'Add a travel companion')).toBeVisible()
    await toggle(page).click()
    await expect(button(guest, 'Add person')).toHaveCount(0)
    await answer(guest, 'Kim', 'Not coming').check()
    await expectSaved(guest)
    await expect(personRow(page, 'Kim')).toContainText('Not coming')
    await page.reload()
    await expect(toggle(page)).not.toBeChecked()
    await answer(guest, 'Kim', 'Unsure').check()
    await expect(personRow(page, 'Kim')).toContainText('Unsure')
  })

  // While nobody's name on the list is free, an account joins without a question.
  await friend.goto(link)
  await button(friend, /^Join as /).click()
  await expect(button(friend, 'Leave this trip')).toBeVisible()
  await test.step('roles', async () => {
    await expect(button(guest, 'Invite people')).toHaveCount(0)
    await setRole(page, 'Kim', 'Make organizer')
    await expect(personRow(page, 'Kim')).toContainText('organizer')
    await expect(button(guest, 'Invite people')).toBeVisible()
    await setRole(page, 'Kim', 'Make member')
    await expect(personRow(page, 'Kim')).not.toContainText('organizer')
    await expect(button(guest, 'Invite people')).toHaveCount(0)
  })

  await test.step('who loses access stays on the list, and sees that the trip is gone', async () => {
    await editPerson(page, 'Kim', 'Remove access')
    const question = page.getByRole('dialog', { name: 'Remove access for Kim?' })
    await question.getByRole('button', { name: 'Remove access' }).click()
    // Locators by role do not find what a dialog covers.
    await expect(dialog(page)).toBeHidden()
    await expect(personRow(page, 'Kim')).toContainText('not joined')
    await expect(guest).toHaveURL('/')
    await expect(guest.getByText('“Roles” isn’t available to you anymore.')).toBeVisible()
    await expect(guest.getByRole('link', { name: 'Roles' })).toHaveCount(0)
  })

  await test.step('who leaves has the trip in their list no more', async () => {
    await button(friend, 'Leave this trip').click()
    await expect(dialog(friend)).toContainText('Leave Roles?')
    await button(friend, 'Leave').click()
    await expect(friend).toHaveURL('/')
    await expect(friend.getByRole('heading', { name: 'Your trips' })).toBeVisible()
    await expect(friend.getByRole('link', { name: 'Roles' })).toHaveCount(0)
    await expect(personRow(page, 'Alex Friend')).toContainText('not joined')
  })
})
