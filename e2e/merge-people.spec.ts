import type { Page } from '@playwright/test'
import { buildParty } from '#domain/testing/people.ts'
import { expect, test } from './fixtures.ts'
import { createInvitation } from './joining.ts'
import { button } from './page-parts.ts'
import { editPerson, personRow } from './people-list.ts'
import { touchPhone } from './phone.ts'

test.use({ isSignedIn: true })

/* Somebody is on the list, and joins as a new person. The dialog: web/pages/group/people/claims.test.tsx. */

const listed = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })
const answer = (page: Page, name: string, words: string) =>
  page.getByRole('group', { name: `Is ${name} coming?` }).getByRole('radio', { name: words, exact: true })

test('two people of the list are merged, and an answer that one gave offline still arrives', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|did not reach the server/)
  const plan = { people: [buildParty('Omar')] }
  const id = await createTrip(page, { name: 'Same person', type: 'car_trip', plan })
  const context = await openContext(touchPhone)
  const omar = await context.newPage()
  await omar.goto(`/join/${await createInvitation(page, server, id)}`)
  await omar.getByRole('radio', { name: /^Someone else/ }).tap()
  await omar.getByLabel('Your name').fill('Omar Haddad')
  await button(omar, 'Join').tap()
  await expect(answer(omar, 'Omar Haddad', 'Coming')).toBeVisible()
  await context.setOffline(true)
  await answer(omar, 'Omar Haddad', 'Coming').tap()

  await page.goto(`/trip/${id}/group`)
  await editPerson(page, 'Omar Haddad', 'Same person as…')
  const dialog = page.getByRole('dialog', { name: 'These are the same person' })
  await dialog.getByLabel('Who is the same person as Omar Haddad?').selectOption({ label: 'Omar' })
  await dialog.getByRole('radio', { name: 'Omar', exact: true }).check()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(listed(page, 'Omar Haddad')).toHaveCount(0)
  await expect(listed(page, 'Omar')).toHaveCount(1)

  // The answer was given on the entry that is gone. It is now the one of the entry that stays.
  await context.setOffline(false)
  await expect(listed(page, 'Omar')).toContainText('Coming')
  await expect(
    omar.getByRole('list', { name: 'You', exact: true }).getByRole('button', { name: /^Omar you Coming/ }),
  ).toBeVisible()
  await personRow(page, 'Omar').click()
  await expect(page.getByRole('region', { name: 'Access' })).toContainText('Joined as Omar Haddad.')
})
