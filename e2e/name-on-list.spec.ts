import type { Page } from '@playwright/test'
import { allergensOf, buildNamedParty, buildParty, buildPerson } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { createInvitation, joinBy } from './joining.ts'
import { button, expectSaved } from './page-parts.ts'
import { claimOf, openAnswers, openClaims, personRow } from './people-list.ts'

test.use({ isSignedIn: true })

/* Joining under a name that is already on the list. */

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const groupOf = (tripId: string) => `/trip/${tripId}/group`
const listed = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })
const question = (page: Page) => page.getByRole('heading', { name: 'Is this you?' })
const answer = (page: Page, name: string, words: string) =>
  page.getByRole('group', { name: `Is ${name} coming?` }).getByRole('radio', { name: words, exact: true })

async function tapIn(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').tap()
  await page.keyboard.type(name)
  await button(page, 'Join').tap()
}

test('a guest who lost their phone gets their entry back once an organizer confirms', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  test.slow()
  allowConsole(/status of 40[14]|session could not be refreshed/)
  const id = await createTrip(page, { name: 'Lost and found', type: 'car_trip' })
  const link = `/join/${await createInvitation(page, server, id)}`
  const lost = await (await openContext(phone)).newPage()
  await tapIn(lost, link, 'Ben')
  await expect(lost.getByText('You’re in.')).toBeVisible()
  await answer(lost, 'Ben', 'Coming').tap()
  await expectSaved(lost)

  const found = await (await openContext(phone)).newPage()
  await tapIn(found, link, 'ben ')
  await expect(question(found)).toBeFocused()
  await expect(found.getByRole('region', { name: 'Is this you?' })).toContainText('Ben')
  await expectNoAxeFindings(found)
  for (const name of ['Yes, that’s me', 'No, I’m someone else'])
    expect((await button(found, name).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await button(found, 'Yes, that’s me').tap()
  await expect(found.getByText('An organizer still has to confirm that you’re Ben.')).toBeVisible()
  await expect(listed(found, 'Ben')).toHaveCount(1)
  await expect(answer(found, 'Ben', 'Coming')).toHaveCount(0)
  await expectNoAxeFindings(found)

  const organizer = await (await openContext({ ...phone, storageState: await page.context().storageState() })).newPage()
  await organizer.goto(groupOf(id))
  await openClaims(organizer)
  const claim = claimOf(organizer, 'Ben')
  await expect(claim).toContainText('loses access')
  await expectNoAxeFindings(organizer)
  await claim.getByRole('button', { name: 'Confirm' }).tap()
  await expect(organizer.getByText('Claims to be')).toHaveCount(0)
  await expect(listed(organizer, 'Ben')).toHaveCount(1)

  // Ben's answers are still there, and he can change them.
  await openAnswers(found)
  await expect(answer(found, 'Ben', 'Coming')).toBeChecked()
  await expect(found.getByText('An organizer still has to confirm')).toHaveCount(0)
  await answer(found, 'Ben', 'Unsure').tap()
  await expectSaved(found)
  await expect(lost.getByText('You’re in.')).toHaveCount(0)
  await lost.goto(`/trip/${id}`)
  await expect(lost.getByLabel('Password', { exact: true })).toBeVisible()
})

test('the name of a person with an account leads to signing in, or past it by keyboard', async ({
  page,
  server,
  createTrip,
  openContext,
}) => {
  const id = await createTrip(page, { name: 'By keyboard', type: 'car_trip' })
  await page.goto(groupOf(id))
  await answer(page, 'Robin Tester', 'Coming').check()
  await expectSaved(page)
  const guest = await (await openContext()).newPage()
  await joinBy(guest, `/join/${await createInvitation(page, server, id)}`, 'robin  tester')
  await expect(question(guest)).toBeFocused()
  await expect(guest.getByText('Robin Tester joined with an account. Sign in to get back in.')).toBeVisible()
  await expect(button(guest, 'Yes, that’s me')).toHaveCount(0)
  await guest.keyboard.press('Tab')
  await expect(button(guest, 'Sign in')).toBeFocused()
  await guest.keyboard.press('Enter')
  await expect(guest.getByLabel('Password', { exact: true })).toBeVisible()

  await button(guest, 'Back to the invitation').click()
  await guest.getByLabel('Your name').fill('robin tester')
  await guest.keyboard.press('Enter')
  await expect(question(guest)).toBeFocused()
  await guest.keyboard.press('Tab')
  await guest.keyboard.press('Tab')
  await expect(button(guest, 'No, I’m someone else')).toBeFocused()
  await guest.keyboard.press('Enter')
  await expect(guest.getByText('You’re in.')).toBeVisible()
  await expect(personRow(page, 'robin tester')).toContainText('guest')
})

test('says that the invitation was withdrawn while the question was open', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/status of 410/)
  const id = await createTrip(page, { name: 'Withdrawn', type: 'car_trip' })
  const link = `/join/${await createInvitation(page, server, id)}`
  await joinBy(await (await openContext()).newPage(), link, 'Ben')
  await page.goto(groupOf(id))
  await expect(personRow(page, 'Ben')).toBeVisible()
  const guest = await (await openContext(phone)).newPage()
  await tapIn(guest, link, 'Ben')
  await expect(question(guest)).toBeFocused()
  server.database.prepare('update invitations set revoked_at = ? where trip_id = ?').run(new Date().toISOString(), id)
  await button(guest, 'No, I’m someone else').tap()
  await expect(guest.getByRole('alert')).toContainText('This invitation has been withdrawn.')
})

test('two people of one name are told apart: to who joins by their party, to organizers also by food and when', async ({
  page,
  server,
  createTrip,
  openContext,
}) => {
  const ben = buildPerson('Ben')
  const allergic = buildPerson('Ben', { allergens: allergensOf('peanuts') })
  const third = buildPerson('Ben')
  const people = [buildNamedParty('Silva family', ben, allergic), buildParty(third, 'Ada')]
  const id = await createTrip(page, { name: 'Two Bens', type: 'car_trip', plan: { people } })
  const guest = await (await openContext(phone)).newPage()
  await guest.goto(`/join/${await createInvitation(page, server, id)}`)
  await guest.getByText('Someone else').tap()
  await guest.getByLabel('Your name').fill('ben')
  await button(guest, 'Join').tap()
  const candidates = guest.getByRole('region', { name: 'Is this you?' }).getByRole('listitem')
  await expect(candidates).toHaveText([/Ben · Silva family/, /Ben · Silva family/, /Ben · with Ada/])
  await expect(guest.getByText('peanuts')).toHaveCount(0)
  await candidates.nth(1).getByRole('button', { name: 'Yes, that’s me' }).tap()
  await expect(guest.getByText('You’re in.')).toBeVisible()

  await page.goto(groupOf(id))
  await openClaims(page)
  await expect(claimOf(page, 'Ben')).toContainText('Claims to be Ben (Silva family, allergic to peanuts)')
  await expect(claimOf(page, 'Ben')).toContainText('Joined today.')
})
