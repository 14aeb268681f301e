import type { Page } from '@playwright/test'
import { costs, newFee } from '#domain/plan/costs.ts'
import { newTodo } from '#domain/plan/todos.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, OFFLINE, test } from './fixtures.ts'
import { dialog, expectSaved } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { addMember } from './stored-plan.ts'

/* What an organizer and a member settle before the trip, each on their own phone. */

test.use({ isSignedIn: true, ...touchPhone })

const todos = (page: Page) => page.getByRole('region', { name: 'To-dos' })
const fees = (page: Page) => page.getByRole('region', { name: 'Fees' })
const announcements = (page: Page) => page.getByRole('region', { name: 'Announcements' })

test('before the trip, a member reads an announcement, takes and does a to-do without a signal, and pays a fee', async ({
  page,
  person,
  server,
  register,
  createTrip,
  openSignedIn,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const kim = await register({ full_name: 'Kim Lake' })
  const site = newTodo(crypto.randomUUID(), 'Reserve the site')
  const people = [
    buildParty(buildComing('Robin Tester', { id: person.id })),
    buildParty(buildComing('Kim Lake', { id: kim.id }), buildComing('Lou Lake', { kind: 'child' })),
  ]
  const fee = { ...newFee(crypto.randomUUID(), 'CAD', person.id), name: 'Deposit', adult: 5000, child: 2500 }
  const id = await createTrip(page, {
    name: 'Lake',
    type: 'car_trip',
    plan: {
      people,
      todos: { todos: [{ ...site, due: '14 before' }], doers: [] },
      costs: { ...costs.empty, currency: 'CAD', fees: [fee] },
    },
  })
  addMember(server, id, kim)
  const phone = await openSignedIn(touchPhone, kim)

  await test.step('an announcement reaches a member on Overview, and its author sees who has seen it', async () => {
    await page.goto(`/trip/${id}/before`)
    await announcements(page).getByRole('button', { name: 'Announce something' }).tap()
    await dialog(page).getByLabel('Announcement').fill('The gate closes at nine.')
    await dialog(page).getByRole('button', { name: 'Send' }).tap()
    await expectSaved(page)
    await expect(announcements(page)).toContainText('Seen by 0 of 1')

    await phone.goto(`/trip/${id}`)
    const notice = phone.getByRole('region', { name: 'New announcement' })
    await expect(notice).toContainText('The gate closes at nine.')
    await expectNoAxeFindings(phone)
    await notice.getByRole('button', { name: 'Got it' }).tap()
    await expect(notice).toHaveCount(0)
    await page.reload()
    await expect(announcements(page)).toContainText('Seen by 1 of 1')
    await phone.reload()
    await expect(phone.getByRole('heading', { name: 'Your group' })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

  await test.step('a to-do is taken and done offline, and the organizer sees it', async () => {
    await phone.goto(`/trip/${id}/before`)
    await expect(todos(phone)).toContainText('14 days before departure — the trip has no departure date yet')
    await phone.context().setOffline(true)
    await todos(phone)
      .getByRole('button', { name: /^I’ll do it/ })
      .tap()
    await todos(phone).getByLabel('Done: Reserve the site').tap()
    await page.goto(`/trip/${id}/before`)
    await expect(todos(page)).toContainText('Open to take')
    await phone.context().setOffline(false)
    await expectSaved(phone)
    await todos(page).getByRole('button', { name: 'Done (1)' }).tap()
    await expect(todos(page)).toContainText('Kim Lake')
    await expect(todos(page).getByLabel('Done: Reserve the site')).toBeChecked()
    await expectNoAxeFindings(page)
  })

  await test.step('a member says that they have paid a fee, and who collects it confirms it', async () => {
    await fees(phone).getByRole('button', { name: 'I’ve paid $75.00 for “Deposit”' }).tap()
    await expect(fees(phone)).toContainText('Waiting for Robin Tester to confirm $75.00')
    await expectSaved(phone)
    await fees(page)
      .getByRole('button', { name: /^Confirm \$75\.00/ })
      .tap()
    await expect(fees(page)).toContainText('1 of 1 party has paid: $75.00 of $75.00')
    await expect(fees(phone)).toContainText('Paid $75.00')
    await expectNoAxeFindings(page)
  })
})
