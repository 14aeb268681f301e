import type { Page } from '@playwright/test'
import type { Party } from '#domain/plan/people.ts'
import { buildCategory, buildItem } from '#domain/testing/checklist.ts'
import { expect, OFFLINE, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, expectSaved, panel } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'
import { readPeople, storeSection } from './stored-plan.ts'

test.use({ isSignedIn: true })

/* Who brings what: promises, what is missing, and everybody's own list. */

const row = (page: Page, name: string) =>
  panel(page)
    .getByRole('listitem')
    .filter({ has: button(page, `Details of ${name}`) })
const take = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^I’ll bring (it|1): ${name}$`) })
const ownCount = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `How many you bring: ${name}`, exact: true })
const show = (page: Page, view: 'Missing' | 'My list' | 'All') => panel(page).getByText(view, { exact: true }).click()
const toPack = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name })

async function openGear(page: Page, tripId: string): Promise<void> {
  await page.goto(`/trip/${tripId}/group?tab=gear`)
  await expect(page.getByRole('heading', { name: 'Gear', exact: true })).toBeVisible()
}

test('four phones, two of them offline: 8 tables of 6 are promised, and every promise is kept', async ({
  openContext,
  signIn,
  createTrip,
  server,
  friend,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const openPhone = async () => (await openContext(phoneWithApp)).newPage()
  const ana = await openPhone()
  await signIn(ana)
  const tables = buildItem('Folding tables', { needed: 6 })
  const camp = buildCategory('Camp', tables, buildItem('Pillow', { is_each: true }), buildItem('Mallet', { needed: 1 }))
  const id = await createTrip(ana, { name: 'To the lake', type: 'car_trip', plan: { checklist: [camp] } })
  // They promise without the right to edit.
  const headers = { origin: server.address }
  const address = `${server.address}/api/trips/${id}`
  await ana.context().request.put(`${address}/people`, { data: { members_edit: false }, headers })
  const link = `${server.address}/join/${await createInvitation(ana, server, id)}`
  const [ben, cleo, dan] = [await openPhone(), await openPhone(), await openPhone()]
  await joinAsGuest(ben, link, 'Ben Berg')
  await joinAsGuest(cleo, link, 'Cleo Costa')
  await joinAsGuest(dan, link, 'Dan Diaz')
  const phones = [ana, ben, cleo, dan]
  for (const phone of phones) {
    await openGear(phone, id)
    await expect(row(phone, 'Folding tables')).toContainText('6 needed, 0 promised, 6 missing')
  }
  for (const phone of [ben, cleo]) {
    await waitUntilAppCached(phone)
    await phone.context().setOffline(true)
  }

  for (const phone of [ben, cleo, ana, dan]) {
    await take(phone, 'Folding tables').tap()
    await button(phone, 'How many you bring: Folding tables: one more').tap()
    await expect(ownCount(phone, 'Folding tables')).toHaveValue('2')
  }
  // The pillow is everybody's own, and ticked without a network.
  await show(ben, 'My list')
  await expect(toPack(ben, 'Folding tables (2)')).toBeVisible()
  await toPack(ben, 'Pillow').tap()
  await expect(row(ana, 'Folding tables')).toContainText('6 needed, 4 promised, 2 missing')

  await ben.context().setOffline(false)
  await expect(row(ana, 'Folding tables')).toContainText('6 needed, 6 promised')
  await cleo.context().setOffline(false)
  await show(ben, 'Missing')
  for (const phone of [ana, cleo, dan]) await expect(row(phone, 'Folding tables')).toContainText('6 needed, 8 promised')
  await expect(row(cleo, 'Folding tables')).toContainText('2 more than needed. Are you still bringing yours?')
  await expect(row(dan, 'Folding tables')).toContainText(
    '2 more than needed. Ask Cleo Costa if they can leave theirs at home.',
  )
  for (const name of ['Ben Berg: 2', 'Cleo Costa: 2', 'Dan Diaz: 2', 'You: 2'])
    await expect(row(ana, 'Folding tables')).toContainText(name)
  await show(ben, 'My list')
  await expect(toPack(ben, 'Pillow')).toBeChecked()
  await show(dan, 'My list')
  await expect(toPack(dan, 'Pillow')).not.toBeChecked()

  // Ben is not coming after all: his are open again, so Cleo's are needed.
  const people = await readPeople(ana, server, id)
  const isBen = ({ persons: [one] }: Party) => one?.name === 'Ben Berg'
  await storeSection(
    ana,
    server,
    id,
    'people',
    people.map((one) =>
      isBen(one) ? { ...one, persons: one.persons.map((ben) => ({ ...ben, coming: 'not_coming' as const })) } : one,
    ),
  )
  await expect(row(ana, 'Folding tables')).toContainText('6 needed, 6 promised')
  await expect(row(ana, 'Folding tables')).toContainText('Ben Berg promised 2 but isn’t coming')
  // Cleo takes hers back, changes her mind, and takes them back after all.
  await ownCount(cleo, 'Folding tables').fill('0')
  await expect(cleo.getByText('You’re no longer bringing “Folding tables”')).toBeVisible()
  await button(cleo, 'Undo').tap()
  await expect(ownCount(cleo, 'Folding tables')).toHaveValue('2')
  await expectSaved(cleo)
  await expect(row(ana, 'Folding tables')).toContainText('6 needed, 6 promised')
  await ownCount(cleo, 'Folding tables').fill('0')
  await expect(row(ana, 'Folding tables')).toContainText('6 needed, 4 promised, 2 missing')

  // Readers by link see counts only.
  await ana.context().request.put(`${address}/sharing`, { data: { is_public: true }, headers })
  await friend.goto(`/shared/${id}?tab=checklist`)
  await expect(panel(friend)).toContainText('6 needed, 4 promised, 2 missing')
  await expect(panel(friend)).not.toContainText('Dan Diaz')
})
