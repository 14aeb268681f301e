import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { createInvitation } from './joining.ts'
import { button, expectSaved } from './page-parts.ts'
import { personRow } from './people-list.ts'

test.use({ isSignedIn: true })

/* Somebody is on the list, and joins as a new person. */

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const listed = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })
const answer = (page: Page, name: string, words: string) =>
  page.getByRole('group', { name: `Is ${name} coming?` }).getByRole('radio', { name: words, exact: true })

test('an organizer says on a phone that two people are the same, and an offline answer still arrives', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  test.slow()
  allowConsole(/ERR_INTERNET_DISCONNECTED|did not reach the server/)
  const id = await createTrip(page, { name: 'Same person', type: 'car_trip' })
  const group = `/trip/${id}/group`
  const organizer = await (await openContext({ ...phone, storageState: await page.context().storageState() })).newPage()
  await organizer.goto(group)
  await button(organizer, 'Add person').tap()
  await organizer.getByLabel('Name', { exact: true }).fill('Omar')
  await organizer.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).tap()
  await expectSaved(organizer)

  const context = await openContext(phone)
  const omar = await context.newPage()
  await omar.goto(`/join/${await createInvitation(page, server, id)}`)
  await omar.getByRole('radio', { name: /^Someone else/ }).tap()
  await omar.getByLabel('Your name').fill('Omar Haddad')
  await button(omar, 'Join').tap()
  await expect(answer(omar, 'Omar Haddad', 'Coming')).toBeVisible()
  await context.setOffline(true)
  await answer(omar, 'Omar Haddad', 'Coming').tap()

  await organizer.goto(group)
  await personRow(organizer, 'Omar Haddad').tap()
  await button(organizer, 'Edit').tap()
  const item = button(organizer, 'Same person as…')
  expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await item.tap()
  const dialog = organizer.getByRole('dialog', { name: 'These are the same person' })
  await dialog.getByLabel('Who is the same person as Omar Haddad?').selectOption({ label: 'Omar' })
  await expect(dialog.getByRole('radio', { name: 'Omar Haddad' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Omar', exact: true }).tap()
  await expect(dialog).toContainText('Omar Haddad leaves the list.')
  await expect(dialog).toContainText('This can’t be undone.')
  await expectNoAxeFindings(organizer)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).tap()
  await expect(dialog).toHaveCount(0)
  await expect(listed(organizer, 'Omar Haddad')).toHaveCount(0)
  await expect(listed(organizer, 'Omar')).toHaveCount(1)

  // The answer was given on the entry that is gone. It is now the one of the entry that stays.
  await context.setOffline(false)
  await expect(listed(organizer, 'Omar')).toContainText('Coming')
  await expect(
    omar.getByRole('list', { name: 'You', exact: true }).getByRole('button', { name: /^Omar you Coming/ }),
  ).toBeVisible()
  await personRow(organizer, 'Omar').tap()
  await expect(organizer.getByRole('region', { name: 'Access' })).toContainText('Joined as Omar Haddad.')
})
