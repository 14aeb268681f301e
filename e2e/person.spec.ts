import type { BrowserContextOptions, Page } from '@playwright/test'
import { listPersons, type Party, type Person } from '#domain/plan/people.ts'
import { test as base, expect, expectNoAxeFindings, type TestServer } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { button, dialog } from './page-parts.ts'
import { editPerson, personRow as line } from './people-list.ts'

/* A person in the people list, removed by touch with or without their access. */

const groupOf = (tripId: string) => `/trip/${tripId}/group`
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const nameField = (page: Page) => dialog(page).getByLabel('Name', { exact: true })

/**
 * Polls the stored names, without the organizer, who is added with their first change. 'Saved' is shown too briefly.
 */
const expectStored = (page: Page, server: TestServer, tripId: string, names: string[]) =>
  expect
    .poll(async () =>
      (await storedPersons(page, server, tripId)).map(({ name }) => name).filter((name) => name !== 'Robin Tester'),
    )
    .toEqual(names)

async function storedPersons(page: Page, server: TestServer, tripId: string): Promise<Person[]> {
  const answer = await page.context().request.get(`${server.address}/api/trips/${tripId}`)
  const { sections } = (await answer.json()) as { sections: { people: { value: Party[] } } }
  return listPersons(sections.people.value)
}

const test = base.extend<{
  /** The organizer's phone. */
  openPhone: () => Promise<Page>
}>({
  openPhone: ({ openContext, signIn }, use) =>
    use(async () => {
      const page = await (await openContext(phone)).newPage()
      await signIn(page)
      return page
    }),
})

/** Joins as the guest Kim without answering, and opens the plan. */
async function letIn(page: Page, guest: Page, server: TestServer, tripId: string): Promise<void> {
  await joinAsGuest(guest, `/join/${await createInvitation(page, server, tripId)}`, 'Kim')
}

test('“Remove from the trip” removes a person and their access, after a question', async ({
  openPhone,
  openContext,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const page = await openPhone()
  const id = await createTrip(page, { name: 'Removed', type: 'car_trip' })
  const guest = await (await openContext()).newPage()
  await letIn(page, guest, server, id)
  await page.goto(groupOf(id))
  await expect(panel(page, 'Still waiting for')).toContainText('Kim')
  await expect(line(page, 'Kim')).toContainText('No answer')
  await line(page, 'Kim').tap()
  await button(page, 'Edit').tap()
  await button(page, 'Remove from the trip').tap()
  const question = page.getByRole('dialog', { name: 'Remove Kim from the trip?' })
  await expect(question).toContainText('They’re removed from the list of people and can no longer open the trip.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).tap()
  await expect(question).toHaveCount(0)
  await expect(button(page, 'Remove from the trip')).toBeFocused()
  await button(page, 'Remove from the trip').tap()
  await expectNoAxeFindings(page)
  await question.getByRole('button', { name: 'Remove from the trip' }).tap()
  await expect(dialog(page)).toHaveCount(0)
  await expect(line(page, 'Kim')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
  await expect(panel(page, 'Still waiting for')).toHaveCount(0)
  await expect(guest).toHaveURL('/')
  await expectStored(page, server, id, [])
  await page.reload()
  await expect(page.getByText('It’s just you so far')).toBeVisible()
})

test('“Remove access” keeps a person on the list, and says offline that it needs a network', async ({
  openPhone,
  openContext,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 404|net::ERR_|did not reach the server|could not be|will be sent again/)
  const page = await openPhone()
  const id = await createTrip(page, { name: 'No access', type: 'car_trip' })
  const guest = await (await openContext()).newPage()
  await letIn(page, guest, server, id)
  await page.goto(groupOf(id))
  await editPerson(page, 'Kim', 'Remove access')
  const question = page.getByRole('dialog', { name: 'Remove access for Kim?' })
  await expect(question).toContainText('They can no longer open the trip but stay on the list of people.')
  await page.context().setOffline(true)
  await expect(question.getByRole('alert')).toContainText('You’re offline. Connect to the internet to remove')
  await question.getByRole('button', { name: 'Remove access' }).tap()
  await expect(question.getByRole('alert')).toBeVisible()
  await page.context().setOffline(false)
  await expect(question.getByRole('alert')).not.toContainText('You’re offline')
  await question.getByRole('button', { name: 'Remove access' }).tap()
  await expect(dialog(page)).toBeHidden()
  await expect(guest).toHaveURL('/')
  await expect(line(page, 'Kim')).toContainText('not joined')
  await expect(panel(page, 'Still waiting for')).toContainText('Kim')

  // Without access, removing them from the list needs no question and can be undone.
  await line(page, 'Kim').tap()
  await button(page, 'Edit').tap()
  await button(page, 'Remove from the trip').tap()
  await expect(dialog(page)).toHaveCount(0)
  await expect(line(page, 'Kim')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
  await button(page, 'Undo').tap()
  await expect(line(page, 'Kim')).toBeVisible()
  await expectStored(page, server, id, ['Kim'])
})

test('removing a person leaves the rest of their party, also entries added meanwhile', async ({
  openPhone,
  openContext,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const page = await openPhone()
  const id = await createTrip(page, { name: 'Party', type: 'car_trip' })
  const guest = await (await openContext()).newPage()
  await letIn(page, guest, server, id)
  await guest.goto(groupOf(id))
  await button(guest, 'Add a travel companion').click()
  await nameField(guest).fill('Cleo')
  await button(guest, 'Add').click()
  await expectStored(page, server, id, ['Kim', 'Cleo'])
  await page.goto(groupOf(id))
  await expect(line(page, 'Cleo')).toBeVisible()
  await editPerson(page, 'Kim', 'Remove from the trip')
  const question = page.getByRole('dialog', { name: 'Remove Kim from the trip?' })
  await question.getByRole('button', { name: 'Remove from the trip' }).tap()
  await expect(line(page, 'Kim')).toHaveCount(0)
  await expect(line(page, 'Cleo')).toBeVisible()
  await expectStored(page, server, id, ['Cleo'])
  await page.reload()
  await expect(line(page, 'Cleo')).toBeVisible()
  await expect(line(page, 'Kim')).toHaveCount(0)
})
