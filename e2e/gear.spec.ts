import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type ChecklistItem, newChecklistItem } from '#domain/plan/checklist.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { newPerson, type Party, type Person } from '#domain/plan/people.ts'
import { NO_RIDE, newCar } from '#domain/plan/rides.ts'
import { expect, expectNoAxeFindings, OFFLINE, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, dialog, expectSaved, panel } from './page-parts.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import { recordSharedText } from './shared-text.ts'
import { readPeople, setDates, storeSection } from './stored-plan.ts'

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

const item = (name: string, more: Partial<ChecklistItem> = {}) => ({ ...newChecklistItem(randomUUID()), name, ...more })
const category = (name: string, ...items: ChecklistItem[]) => ({ id: randomUUID(), category: name, items })

async function openGear(page: Page, tripId: string): Promise<void> {
  await page.goto(`/trip/${tripId}/group?tab=gear`)
  await expect(page.getByRole('heading', { name: 'Gear', exact: true })).toBeVisible()
}

test('four phones, two of them offline: 8 tables of 6 are promised, and every promise is kept', async ({
  openContext,
  signIn,
  createTrip,
  server,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const openPhone = async () => (await openContext(phoneWithApp)).newPage()
  const ana = await openPhone()
  await signIn(ana)
  const id = await createTrip(ana, { name: 'To the lake', type: 'car_trip' })
  const tables = item('Folding tables', { needed: 6 })
  await storeSection(ana, server, id, 'checklist', [
    category('Camp', tables, item('Pillow', { is_each: true }), item('Mallet', { needed: 1 })),
  ])
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
})

test('somebody who may not edit promises for their party and packs, and the share link shows counts only', async ({
  page,
  openContext,
  openSignedIn,
  server,
  createTrip,
  register,
}) => {
  const id = await createTrip(page, { name: 'No editing', type: 'car_trip' })
  const tables = item('Folding tables', { needed: 6 })
  await storeSection(page, server, id, 'checklist', [category('Camp', tables, item('Pillow', { is_each: true }))])
  const headers = { origin: server.address }
  const address = `${server.address}/api/trips/${id}`
  await page.context().request.put(`${address}/people`, { data: { members_edit: false }, headers })
  const ben = await (await openContext(touchPhone)).newPage()
  await joinAsGuest(ben, `${server.address}/join/${await createInvitation(page, server, id)}`, 'Ben Berg')
  const people = await readPeople(page, server, id)
  const child = { ...(people[0]?.persons[0] as Party['persons'][number]), id: randomUUID(), name: 'Bibi Berg' }
  const dan = { ...child, id: randomUUID(), name: 'Dan Diaz' }
  await storeSection(page, server, id, 'people', [
    ...people.map((one) => ({ ...one, persons: [...one.persons, child] })),
    { id: randomUUID(), name: '', persons: [dan] },
  ])
  await storeSection(page, server, id, 'gear', { claims: [newClaim(tables, dan.id, 1)] })

  await openGear(ben, id)
  await take(ben, 'Folding tables').tap()
  await button(ben, 'Details of Folding tables').tap()
  await expect(dialog(ben)).toContainText('Dan Diaz')
  await expect(dialog(ben).getByRole('textbox')).toHaveCount(1)
  await expect(dialog(ben).getByLabel('Add someone').getByRole('option')).toHaveText(['Bibi Berg'])
  await button(ben, 'Add').tap()
  await button(ben, 'How many: Bibi Berg: one more').tap()
  await expectNoAxeFindings(ben)
  await button(ben, 'Done').tap()
  await expect(row(ben, 'Folding tables')).toContainText('6 needed, 4 promised, 2 missing')

  await show(ben, 'My list')
  await toPack(ben, 'Folding tables').tap()
  await toPack(ben, 'Pillow').tap()
  await expect(panel(ben)).toContainText('Everything is packed.')
  await ben.getByLabel('Whose list').selectOption('Bibi Berg')
  await expect(toPack(ben, 'Folding tables (2)')).not.toBeChecked()
  await expectSaved(ben)
  await ben.reload()
  await show(ben, 'My list')
  await expect(toPack(ben, 'Pillow')).toBeChecked()

  await page.goto(`/trip/${id}?tab=checklist`)
  await expect(panel(page)).toContainText('6 needed, 4 promised, 2 missing')
  await expect(panel(page)).toContainText('Everyone brings their own')
  await page.context().request.put(`${address}/sharing`, { data: { is_public: true }, headers })
  const reader = await openSignedIn({}, await register())
  await reader.goto(`/shared/${id}?tab=checklist`)
  await expect(panel(reader)).toContainText('6 needed, 4 promised, 2 missing')
})

test('by keyboard alone: says how many are needed, promises, withdraws and sends what is missing', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'By keyboard', type: 'car_trip' })
  await storeSection(page, server, id, 'checklist', [category('Camp', item('Tables'), item('Pillow'), item('Mallet'))])
  await page.goto(`/trip/${id}?tab=checklist`)
  await button(page, 'Edit checklist').press('Enter')
  await button(page, 'Set amounts: Camp').press('Enter')
  const needed = dialog(page).getByRole('textbox', { name: 'Tables: how many are needed' })
  await needed.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(needed).toHaveValue('2')
  // What is no number up to 10,000 is refused, and changes nothing.
  for (const wrong of ['-3', '1e6', '1000000', '2.5']) {
    await needed.fill(wrong)
    await expect(
      dialog(page).getByRole('alert').filter({ hasText: 'Enter a whole number from 0 to 10,000.' }),
    ).toBeVisible()
  }
  await page.keyboard.press('Tab')
  await expect(needed).toHaveValue('2')
  await dialog(page).getByRole('switch').nth(1).press('Space')
  await button(page, 'Done').press('Enter')
  await expect(button(page, 'Set amounts: Camp')).toBeFocused()
  await button(page, 'Save Changes').press('Enter')
  await expect(panel(page)).toContainText('2 needed, 0 promised, 2 missing')
  await expect(panel(page)).toContainText('Everyone brings their own')

  await openGear(page, id)
  await expect(row(page, 'Mallet')).toHaveCount(0)
  await take(page, 'Tables').press('Enter')
  const more = button(page, 'How many you bring: Tables: one more')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  // It stays in sight and in focus although nothing of it is missing any more.
  await expect(row(page, 'Tables')).toContainText('2 needed, 2 promised')
  await expect(more).toBeFocused()
  await ownCount(page, 'Tables').press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(take(page, 'Tables')).toBeVisible()
  await expect(button(page, 'Details of Tables')).toBeFocused()
  // Enter after a typed 0 does not promise again.
  await take(page, 'Tables').press('Enter')
  await ownCount(page, 'Tables').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(take(page, 'Tables')).toBeVisible()
  const sharedText = await recordSharedText(page)
  await button(page, 'Share what’s missing').press('Enter')
  await expect.poll(sharedText).toBe('By keyboard: what’s still missing\n\nCamp\n☐ Tables: 2 missing')

  await button(page, 'Details of Tables').press('Enter')
  await dialog(page).getByRole('switch').press('Space')
  await expect(dialog(page)).toContainText('No one has packed it yet.')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Details of Tables')).toBeFocused()
})

test('what others promise meanwhile changes neither who is chosen nor what is shown as missing', async ({
  page,
  createTrip,
  server,
}) => {
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip' })
  const people = ['Ben', 'Cleo', 'Dan'].map((name) => newPerson(randomUUID(), name))
  const [ben = ''] = people.map((person) => person.id)
  const [tables, mallet] = [item('Tables', { needed: 6 }), item('Mallet', { needed: 1 })]
  await storeSection(page, server, id, 'people', [{ id: randomUUID(), name: '', persons: people }])
  await storeSection(page, server, id, 'checklist', [category('Camp', tables, mallet)])
  await openGear(page, id)
  await button(page, 'Details of Tables').click()
  const someone = dialog(page).getByLabel('Add someone')
  await someone.selectOption('Cleo')
  await storeSection(page, server, id, 'gear', { claims: [newClaim(tables, ben, 1), newClaim(mallet, ben, 1)] })
  await expect(someone.getByRole('option')).toHaveText(['Cleo', 'Dan'])
  await button(page, 'Add').click()
  await expect(dialog(page).getByRole('textbox', { name: 'How many: Cleo', exact: true })).toHaveValue('1')
  await button(page, 'Done').click()

  // What is covered stays until another view is shown.
  await expect(row(page, 'Mallet')).toContainText('1 needed, 1 promised')
  await show(page, 'All')
  await show(page, 'Missing')
  await expect(row(page, 'Tables')).toContainText('6 needed, 2 promised, 4 missing')
  await expect(row(page, 'Mallet')).toHaveCount(0)
})

test('on a phone, the number in an item’s name is suggested, and stored only once somebody uses it', async ({
  openSignedIn,
  createTrip,
  server,
}) => {
  const phone = await openSignedIn(touchPhone)
  const id = await createTrip(phone, { name: 'To the lake', type: 'car_trip' })
  await storeSection(phone, server, id, 'checklist', [category('Camp', item('6 folding tables'), item(''))])
  await openGear(phone, id)
  // The same item has the same name as on the checklist.
  await expect(button(phone, 'Details of Item 2')).toBeVisible()
  await button(phone, 'Details of 6 folding tables').tap()
  const needed = dialog(phone).getByRole('textbox', { name: '6 folding tables: how many are needed' })
  await expect(needed).toHaveValue('6')
  await expect(dialog(phone)).toContainText('From the item’s name. Not saved yet.')
  await expectNoAxeFindings(phone)
  await button(phone, 'Done').tap()
  await expect(row(phone, '6 folding tables')).not.toContainText('needed')

  await button(phone, 'Details of 6 folding tables').tap()
  await button(phone, 'Use 6: 6 folding tables').tap()
  await expect(dialog(phone)).not.toContainText('Not saved yet')
  await expect(dialog(phone)).toContainText('6 needed, 0 promised, 6 missing')
  // Nobody needs them after all.
  await needed.fill('0')
  await expect(needed).toHaveValue('0')
  await button(phone, 'Done').tap()
  await expect(row(phone, '6 folding tables')).not.toContainText('needed')
})

test('on a phone, what and who is still open is on one screen and one text', async ({
  openSignedIn,
  createTrip,
  server,
}) => {
  const phone = await openSignedIn(touchPhone)
  const id = await createTrip(phone, { name: 'To the lake', type: 'car_trip' })
  const personNamed = (name: string, coming: Person['coming']) => ({ ...newPerson(randomUUID(), name), coming })
  const people = [
    personNamed('Ana', 'coming'),
    personNamed('Ben', 'coming'),
    personNamed('Cleo', 'open'),
    personNamed('Dan', 'coming'),
    personNamed('Eve', 'coming'),
    personNamed('Flo', 'coming'),
  ]
  await storeSection(phone, server, id, 'people', [{ id: randomUUID(), name: '', persons: people }])
  await storeSection(phone, server, id, 'checklist', [category('Camp', item('Tables', { needed: 6 }))])
  const [ana = '', ben = '', , dan = '', eve = ''] = people.map((person) => person.id)
  const car = { ...newCar(randomUUID(), ana), seats: 2 }
  // Ben needs no ride, Dan has the only seat, Eve waits for it, and Flo has no ride.
  await storeSection(phone, server, id, 'rides', {
    cars: [car],
    riders: [
      { id: ben, car: NO_RIDE },
      { id: dan, car: car.id },
      { id: eve, car: car.id },
    ],
  })
  await phone.goto(`/trip/${id}/group`)
  await button(phone, 'Still to do').tap()
  const open = dialog(phone)
  await expect(open.getByRole('region', { name: 'No answer yet' }).getByRole('listitem')).toHaveText(['Cleo'])
  await expect(open.getByRole('region', { name: 'Missing gear' }).getByRole('listitem')).toHaveText(['Tables: 6'])
  await expect(open.getByRole('region', { name: 'Need a ride' }).getByRole('listitem')).toHaveText(['Eve', 'Flo'])
  await expectNoAxeFindings(phone)
  const sharedText = await recordSharedText(phone)
  await button(phone, 'Share this list').tap()
  await expect.poll(sharedText).toContain('To the lake: still to do\n\nNo answer yet\n- Cleo')
  await open.getByRole('link', { name: 'Missing gear' }).tap()
  await expect(phone.getByRole('heading', { name: 'Gear', exact: true })).toBeVisible()
  await expect(open).toHaveCount(0)
})

test('on a phone, several are promised at once, and after the trip Gear says who brought what', async ({
  openSignedIn,
  createTrip,
  server,
}) => {
  const phone = await openSignedIn(touchPhone)
  const id = await createTrip(phone, { name: 'To the lake', type: 'car_trip' })
  await storeSection(phone, server, id, 'checklist', [
    category('Camp', item('Tables', { needed: 5 }), item('Mallet', { needed: 1 }), item('Lamp', { needed: 1 })),
  ])
  await openGear(phone, id)
  await expect(panel(phone).getByRole('region', { name: 'Camp' })).toContainText('3 items missing')
  await expect(take(phone, 'Mallet')).toHaveText('I’ll bring it')
  await button(phone, 'How many you’ll bring: Tables: one more').tap()
  await button(phone, 'How many you’ll bring: Tables: one more').tap()
  await button(phone, 'I’ll bring 3: Tables').tap()
  await expect(row(phone, 'Tables')).toContainText('5 needed, 3 promised, 2 missing')
  await expect(ownCount(phone, 'Tables')).toHaveValue('3')
  await take(phone, 'Lamp').tap()
  await expect(panel(phone).getByRole('region', { name: 'Camp' })).toContainText('2 items missing')
  await expectSaved(phone)

  await setDates(phone, server, id, '2020-07-03', '2020-07-06')
  await expect(phone.getByRole('heading', { name: 'Who brought what' })).toBeVisible()
  await expect(row(phone, 'Tables')).toContainText('5 needed, 3 brought')
  await expect(row(phone, 'Tables')).toContainText('You: 3')
  await expect(panel(phone).getByText('missing')).toHaveCount(0)
  await expect(panel(phone).getByRole('button', { name: /^I’ll bring/ })).toHaveCount(0)
  await expectNoAxeFindings(phone)
  // Still possible, where somebody looks for it.
  await button(phone, 'Details of Mallet').tap()
  await button(phone, 'How many: You: one more').tap()
  await expect(dialog(phone).getByRole('textbox', { name: 'How many: You', exact: true })).toHaveValue('1')
})
