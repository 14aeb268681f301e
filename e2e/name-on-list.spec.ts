import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createInvitation } from './joining.ts'
import { button, expectSaved } from './page-parts.ts'
import { claimOf, openAnswers, openClaims } from './people-list.ts'

test.use({ isSignedIn: true })

/* Joining under a name that somebody has already joined with. Its screens: web/pages/join, web/pages/group/people. */

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
  await button(found, 'Yes, that’s me').tap()
  await expect(found.getByText('An organizer still has to confirm that you’re Ben.')).toBeVisible()
  await expect(listed(found, 'Ben')).toHaveCount(1)
  await expect(answer(found, 'Ben', 'Coming')).toHaveCount(0)

  await page.goto(groupOf(id))
  await openClaims(page)
  const claim = claimOf(page, 'Ben')
  await expect(claim).toContainText('loses access')
  await claim.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Claims to be')).toHaveCount(0)
  await expect(listed(page, 'Ben')).toHaveCount(1)

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
