import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newBed } from '#domain/plan/beds.ts'
import type { Party } from '#domain/plan/people.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { buildCar } from '#domain/testing/rides.ts'
import { expect, expectNoAxeFindings, OFFLINE, type TestServer, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, dialog, expectSaved, panel } from './page-parts.ts'
import { openAnswers } from './people-list.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import { storeSection } from './stored-plan.ts'

test.use({ isSignedIn: true })

/* Cars and beds: places by one tap, waiting lists, and what everybody sees of them. */

const card = (page: Page, name: string | RegExp) => panel(page).getByRole('group', { name, exact: true })
const inCard = (page: Page, name: string, label: string) => card(page, name).getByRole('button', { name: label })
const part = (page: Page, name: string) => panel(page).getByRole('region', { name })

async function readPlan(page: Page, server: TestServer, tripId: string) {
  const answer = await page.context().request.get(`${server.address}/api/trips/${tripId}`)
  return (await answer.json()).sections
}

async function openRides(page: Page, tripId: string): Promise<void> {
  await page.goto(`/trip/${tripId}/group?tab=rides`)
  await expect(page.getByRole('heading', { name: 'Rides', exact: true })).toBeVisible()
}

/** Shows the rides or the beds. */
async function showView(page: Page, name: 'Rides' | 'Beds'): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).check()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

async function setMembersEdit(page: Page, server: TestServer, tripId: string, members_edit: boolean): Promise<void> {
  const headers = { origin: server.address }
  await page.context().request.put(`${server.address}/api/trips/${tripId}/people`, { data: { members_edit }, headers })
}

test('four phones, two of them offline: the last seat is taken twice, and the next in line gets what is given up', async ({
  openContext,
  openSignedIn,
  createTrip,
  server,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const ana = await openSignedIn(phoneWithApp)
  const id = await createTrip(ana, { name: 'To the lake', type: 'car_trip' })
  const link = `${server.address}/join/${await createInvitation(ana, server, id)}`
  const [ben, cleo, dan] = (await Promise.all(
    ['Ben Berg', 'Cleo Costa', 'Dan Dahl'].map(async (name) => {
      const page = await (await openContext(phoneWithApp)).newPage()
      await joinAsGuest(page, link, name)
      return page
    }),
  )) as [Page, Page, Page]
  for (const phone of [ana, ben, cleo, dan]) await openRides(phone, id)

  // Ana drives. Two seats are left beside hers, and Dan takes the first.
  await button(ana, 'Add a car').tap()
  await dialog(ana).getByRole('button', { name: 'Seats: one fewer' }).tap()
  await dialog(ana).getByLabel('Leaves from').fill('Market Square')
  await dialog(ana).getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(card(ana, 'Your car')).toContainText('1 of 3 seats taken')
  const car = /’s car$/
  await card(dan, car).getByRole('button', { name: 'Take a seat' }).tap()
  for (const phone of [ben, cleo]) await expect(card(phone, car)).toContainText('2 of 3 seats taken')

  for (const phone of [ben, cleo]) {
    await waitUntilAppCached(phone)
    await phone.context().setOffline(true)
    await card(phone, car).getByRole('button', { name: 'Take a seat' }).tap()
    await expect(card(phone, car)).toContainText('3 of 3 seats taken')
    await expect(card(phone, car).getByRole('listitem').filter({ hasText: 'You' })).toHaveCount(1)
  }
  await ben.context().setOffline(false)
  await expect(card(ana, 'Your car').getByRole('listitem').filter({ hasText: 'Ben Berg' })).toBeVisible()
  await cleo.context().setOffline(false)
  await expect(card(cleo, car)).toContainText('You’re number 1 on the waiting list.')
  // She thought that she had it.
  await expect(card(cleo, car)).toContainText('You no longer have a seat here, because others were in line before you.')
  await expect(cleo.getByText(/^You have a seat in/)).toHaveCount(0)
  await expect(button(cleo, '1 person needs a ride')).toBeVisible()
  for (const phone of [ben, dan]) await expect(card(phone, car)).toContainText('1 is waiting: Cleo Costa')
  await expect(card(ana, 'Your car')).toContainText('1 is waiting: Cleo Costa')

  // Dan cancels: Cleo sits, and everybody sees the same riders.
  await card(dan, car).getByRole('button', { name: 'Give up seat' }).tap()
  for (const [phone, riders] of [
    [ana, ['Ben Berg', 'Cleo Costa']],
    [ben, ['You', 'Cleo Costa']],
    [cleo, ['Ben Berg', 'You']],
    [dan, ['Ben Berg', 'Cleo Costa']],
  ] as const) {
    const listed = card(phone, phone === ana ? 'Your car' : car).getByRole('listitem')
    await expect(listed).toHaveText([/drive/, ...riders])
    await expect(card(phone, phone === ana ? 'Your car' : car)).toContainText('3 of 3 seats taken')
  }
  await expect(card(cleo, car).getByRole('button', { name: 'Give up seat' })).toBeVisible()
  await expect(card(cleo, car)).not.toContainText('no longer have a seat')
  await cleo.reload()
  await expect(card(cleo, car).getByRole('listitem')).toHaveText([/drive/, 'Ben Berg', 'You'])
})

test('somebody comes after all: they see who waits now, and who had their seat and bed is told', async ({
  page,
  openContext,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'After all', type: 'car_trip' })
  const link = `${server.address}/join/${await createInvitation(page, server, id)}`
  const [kim, mia] = (await Promise.all(
    ['Kim', 'Mia'].map(async (name) => {
      const phone = await (await openContext(touchPhone)).newPage()
      await joinAsGuest(phone, link, name)
      return phone
    }),
  )) as [Page, Page]
  const { people } = await readPlan(page, server, id)
  const idOf = (name: string) =>
    (people.value as Party[]).flatMap(({ persons }) => persons).find((one) => one.name === name)?.id as string
  const ben = buildComing('Ben')
  await storeSection(page, server, id, 'people', [...people.value, buildParty(ben)])
  const red = buildCar(ben.id, { seats: 2 })
  const riders = ['Kim', 'Mia'].map((name) => ({ id: idOf(name), car: red.id }))
  await storeSection(page, server, id, 'rides', { cars: [red], riders })
  const tent = { ...newBed(randomUUID()), places: 1 }
  const sleepers = riders.map((rider) => ({ id: rider.id, bed: tent.id }))
  await storeSection(page, server, id, 'beds', { beds: [tent], sleepers })

  // Kim has declined: Mia has her seat and her bed.
  await kim.goto(`/trip/${id}/group`)
  await kim.getByRole('radio', { name: 'Not coming' }).check()
  await openRides(mia, id)
  await expect(card(mia, 'Ben’s car').getByRole('listitem')).toHaveText(['Ben drives', 'You'])
  await showView(mia, 'Beds')
  await expect(card(mia, 'Tent').getByRole('listitem')).toHaveText(['You'])
  await mia.goto(`/trip/${id}`)

  await expect(kim.getByRole('region', { name: 'Free again, because Kim isn’t coming' })).toBeVisible()
  await kim.getByRole('radio', { name: 'Coming', exact: true }).check()
  const back = kim.getByRole('region', { name: 'Kim has this again' })
  await expect(back).toContainText('A seat in Ben’s car. Now on the waiting list: Mia.')
  await expect(back).toContainText('A place in a tent. Now on the waiting list: Mia.')
  await expectNoAxeFindings(kim)

  await openRides(mia, id)
  await expect(card(mia, 'Ben’s car')).toContainText('You no longer have a seat here, because others were in line')
  await expect(card(mia, 'Ben’s car')).toContainText('You’re number 1 on the waiting list.')
  await expect(part(mia, 'Rides').getByText(/waiting: Ben’s car/)).toBeVisible()
  await expectNoAxeFindings(mia)
  await showView(mia, 'Beds')
  await expect(card(mia, 'Tent')).toContainText('You no longer have a place here, because others were in line')
  await expectNoAxeFindings(mia)
  await mia.goto(`/trip/${id}/group`)
  await button(mia, 'Still to do').tap()
  await expect(dialog(mia).getByRole('region', { name: 'Need a ride' })).toContainText('Mia')
  await expect(dialog(mia).getByRole('region', { name: 'No bed yet' })).toContainText('Mia')
})

test('a driver cancels: the organizer, the car and the riders say so, and everybody sits again once they come', async ({
  page,
  openContext,
  server,
  createTrip,
}) => {
  const plan = { details: buildDetails(datesOf('2031-06-12', '2031-06-14')) }
  const id = await createTrip(page, { name: 'No driver', type: 'car_trip', plan })
  const link = `${server.address}/join/${await createInvitation(page, server, id)}`
  const [ben, kim] = (await Promise.all(
    ['Ben', 'Kim'].map(async (name) => {
      const phone = await (await openContext(touchPhone)).newPage()
      await joinAsGuest(phone, link, name)
      return phone
    }),
  )) as [Page, Page]
  const { people } = await readPlan(page, server, id)
  const [lou, mia] = [buildComing('Lou'), buildComing('Mia')]
  const joined = (people.value as Party[]).map((party) => ({
    ...party,
    persons: party.persons.map((one) => ({ ...one, coming: 'coming' as const })),
  }))
  await storeSection(page, server, id, 'people', [...joined, buildParty(lou), buildParty(mia)])
  const idOf = (name: string) => joined.flatMap(({ persons }) => persons).find((one) => one.name === name)?.id as string
  const red = buildCar(idOf('Ben'), { seats: 4 })
  const rental = buildCar('', { seats: 5 })
  const riders = [idOf('Kim'), lou.id, mia.id].map((rider) => ({ id: rider, car: red.id }))
  const owner = joined.flatMap(({ persons }) => persons).filter(({ name }) => !['Ben', 'Kim'].includes(name))
  const inRental = owner.map((one) => ({ id: one.id, car: rental.id }))
  await storeSection(page, server, id, 'rides', { cars: [red, rental], riders: [...riders, ...inRental] })
  const group = (of: Page) => of.getByRole('region', { name: 'Your group' })
  const before = (of: Page) => of.getByRole('region', { name: 'Before you go' })
  await page.goto(`/trip/${id}`)
  await expect(group(page).getByRole('link', { name: 'Everyone has a ride' })).toBeVisible()
  await kim.goto(`/trip/${id}`)
  await expect(before(kim)).toContainText('You ride in Ben’s car')

  await ben.goto(`/trip/${id}/group`)
  await openAnswers(ben)
  await ben.getByRole('radio', { name: 'Not coming' }).check()
  await expect(ben.getByRole('region', { name: 'Free again, because Ben isn’t coming' })).toContainText(
    'Drives a car. Now without a ride: Kim, Lou, and Mia.',
  )
  await expect(before(kim).getByRole('link', { name: /You need another ride: Ben isn’t coming/ })).toBeVisible()
  await expect(group(page).getByRole('link', { name: '3 people need a ride' })).toBeVisible()
  await expect(group(page).getByRole('link', { name: '1 car needs a driver' })).toBeVisible()
  await group(page).getByRole('button', { name: 'See everything still to do' }).click()
  await expect(dialog(page).getByRole('region', { name: 'Need a ride' }).getByRole('listitem')).toHaveText([
    'Kim',
    'Lou',
    'Mia',
  ])
  await expect(dialog(page).getByRole('region', { name: 'Cars without a driver' })).toBeVisible()

  for (const phone of [page, kim]) await openRides(phone, id)
  await expect(card(page, 'Ben’s car')).toContainText('No seats')
  await expect(card(page, 'Ben’s car')).not.toContainText('free')
  await expect(card(page, 'Ben’s car')).toContainText('Ben drives this car, but isn’t coming.')
  await expect(card(page, 'Ben’s car')).toContainText('Kim, Lou, and Mia need another ride.')
  await expect(card(page, 'Ben’s car').getByRole('listitem')).toHaveCount(0)
  await expect(part(page, 'Rides').getByText('Ben isn’t coming', { exact: false }).first()).toBeVisible()
  await expect(inCard(page, 'Ben’s car', 'Take a seat')).toHaveCount(0)
  await expect(card(kim, 'Ben’s car')).toContainText('You need another ride.')
  await expect(inCard(kim, 'Car without a driver', 'Take a seat')).toBeVisible()
  await expectNoAxeFindings(page)
  await expectNoAxeFindings(kim)

  await ben.getByRole('radio', { name: 'Coming', exact: true }).check()
  await expect(card(page, 'Ben’s car').getByRole('listitem')).toHaveText(['Ben drives', 'Kim', 'Lou', 'Mia'])
  await expect(card(kim, 'Ben’s car').getByRole('listitem')).toHaveText(['Ben drives', 'You', 'Lou', 'Mia'])
  await expect(button(page, /needs? a ride/)).toHaveCount(0)
  for (const phone of [page, kim]) await phone.goto(`/trip/${id}`)
  await expect(group(page).getByRole('link', { name: 'Everyone has a ride' })).toBeVisible()
  await expect(before(kim)).toContainText('You ride in Ben’s car')
})

test('somebody who may not edit adds their own car, and seats only their own party', async ({
  page,
  openContext,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Read only', type: 'car_trip' })
  await setMembersEdit(page, server, id, false)
  const kim = await (await openContext(touchPhone)).newPage()
  await joinAsGuest(kim, `${server.address}/join/${await createInvitation(page, server, id)}`, 'Kim')
  const { people } = await readPlan(page, server, id)
  const [lou, ana] = [buildComing('Lou'), buildComing('Ana')]
  const kims = people.value.map((one: Party) =>
    one.persons.some(({ name }) => name === 'Kim') ? { ...one, persons: [...one.persons, lou] } : one,
  )
  await storeSection(page, server, id, 'people', [...kims, buildParty(ana)])
  const red = buildCar(ana.id, { seats: 4 })
  await storeSection(page, server, id, 'rides', { cars: [red], riders: [] })
  await storeSection(page, server, id, 'beds', { beds: [newBed(randomUUID())], sleepers: [] })
  await openRides(kim, id)
  await expect(inCard(kim, 'Ana’s car', 'Edit Ana’s car')).toHaveCount(0)
  await inCard(kim, 'Ana’s car', 'Add passengers').tap()
  await expect(dialog(kim).getByRole('checkbox')).toHaveCount(2)
  await dialog(kim).getByLabel('Lou').tap()
  await button(kim, 'Done').tap()
  await showView(kim, 'Beds')
  await expect(button(kim, 'Add a tent or room')).toHaveCount(0)
  await inCard(kim, 'Tent', 'Sleep here').tap()
  await showView(kim, 'Rides')
  await button(kim, 'Add a car').tap()
  await dialog(kim).getByRole('button', { name: 'Add', exact: true }).tap()
  await expectSaved(kim)
  await expect(card(kim, 'Your car')).toContainText('1 of 4 seats taken')
  await openRides(page, id)
  await expect(card(page, 'Kim’s car').getByRole('listitem')).toHaveText(['Kim drives'])
  await expect(card(page, 'Ana’s car').getByRole('listitem')).toHaveText(['Ana drives', 'Lou'])
  await showView(page, 'Beds')
  await expect(card(page, 'Tent').getByRole('listitem')).toHaveText(['Kim'])
})
