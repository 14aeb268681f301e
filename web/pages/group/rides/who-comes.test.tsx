import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newBed } from '#domain/plan/beds.ts'
import type { ComingAnswer, Party } from '#domain/plan/people.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildParties, buildParty } from '#domain/testing/people.ts'
import { buildCar } from '#domain/testing/rides.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, expectTexts } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/* What becomes of seats and beds when somebody comes, or no longer does. */

const card = (name: string | RegExp) => page.getByRole('group', { name, exact: true })
const inCard = (name: string, label: string) => card(name).getByRole('button', { name: label })
const listedIn = (name: string) => card(name).getByRole('listitem')
const region = (name: string) => page.getByRole('region', { name })
const answer = (name: string) => page.getByRole('radio', { name, exact: true })

/** Somebody else says whether a person comes. */
const say = ({ editAsOther }: OpenedTrip, name: string, coming: ComingAnswer) =>
  editAsOther('people', (people) =>
    people.map((party: Party) => ({
      ...party,
      persons: party.persons.map((one) => (one.name === name ? { ...one, coming } : one)),
    })),
  )

const open = (options: TripOptions) => openTrip({ members: access(planner(ROBIN, 'owner')), ...options })
const go = ({ trip }: OpenedTrip, address: string) => showApp(`/trip/${trip.id}${address}`)

/** Kim had a seat and a bed, and has declined: Mia has them. One of the two is the current user. */
async function openAfterAll(user: 'Kim' | 'Mia'): Promise<OpenedTrip> {
  await page.viewport(390, 844)
  const [ben, kim, mia] = ['Ben', 'Kim', 'Mia'].map((name) =>
    buildComing(name, { ...(name === user && { id: ROBIN.id }), ...(name === 'Kim' && { coming: 'not_coming' }) }),
  ) as [Party['persons'][number], Party['persons'][number], Party['persons'][number]]
  const red = buildCar(ben.id, { seats: 2 })
  const tent = { ...newBed(newId()), places: 1 }
  const both = [kim.id, mia.id]
  return open({
    trip: { role: 'member' },
    values: {
      people: buildParties(kim, mia, ben),
      rides: { cars: [red], riders: both.map((id) => ({ id, car: red.id })) },
      beds: { beds: [tent], sleepers: both.map((id) => ({ id, bed: tent.id })) },
    } as never,
  })
}

test('somebody comes after all, and sees who waits now', async () => {
  go(await openAfterAll('Kim'), '/group')
  await expect.element(region('Free again, because Kim isn’t coming')).toBeVisible()
  await button(/^Change answers?$/).click()
  await answer('Coming').click()
  const back = region('Kim has this again')
  await expectText(back, 'A seat in Ben’s car. Now on the waiting list: Mia.')
  await expectText(back, 'A place in a tent. Now on the waiting list: Mia.')
  await expectNoAxeFindings()
})

test('who loses a seat and a bed to somebody who comes after all is told', async () => {
  const opened = await openAfterAll('Mia')
  go(opened, '/group?tab=rides')
  await expectTexts(listedIn('Ben’s car'), ['Ben drives', 'You'])
  await answer('Beds').click()
  await expectTexts(listedIn('Tent'), ['You'])
  go(opened, '')
  say(opened, 'Kim', 'coming')
  go(opened, '/group?tab=rides')
  await expectText(card('Ben’s car'), 'You no longer have a seat here, because others were in line')
  await expectText(card('Ben’s car'), 'You’re number 1 on the waiting list.')
  await expect.element(region('Rides').getByText(/waiting: Ben’s car/)).toBeVisible()
  await expectNoAxeFindings()
  await answer('Beds').click()
  await expectText(card('Tent'), 'You no longer have a place here, because others were in line')
  await expectNoAxeFindings()
  go(opened, '/group')
  await button('Still to do').click()
  await expectText(dialog().getByRole('region', { name: 'Need a ride' }), 'Mia')
  await expectText(dialog().getByRole('region', { name: 'No bed yet' }), 'Mia')
})

/** Kim, Lou and Mia ride with Ben, and Ana in a rental car. One of them is the current user. */
async function openWithDriver(user: string): Promise<OpenedTrip> {
  const [ben, kim, lou, mia, ana] = ['Ben', 'Kim', 'Lou', 'Mia', 'Ana'].map((name) =>
    buildComing(name, { ...(name === user && { id: ROBIN.id }) }),
  ) as [Person, Person, Person, Person, Person]
  const red = buildCar(ben.id, { seats: 4 })
  const rental = buildCar('', { seats: 5 })
  const riders = [kim, lou, mia].map(({ id }) => ({ id, car: red.id }))
  return open({
    trip: { role: user === 'Ana' ? 'owner' : 'member' },
    values: {
      details: buildDetails(datesOf('2031-06-12', '2031-06-14')),
      people: buildParties(ben, kim, lou, mia, ana),
      rides: { cars: [red, rental], riders: [...riders, { id: ana.id, car: rental.id }] },
    } as never,
  })
}
type Person = Party['persons'][number]

const group = region('Your group')
const before = region('Before you go')

test('a driver cancels: the driver is told who has no ride', async () => {
  await page.viewport(390, 844)
  go(await openWithDriver('Ben'), '/group')
  await button(/^Change answers?$/).click()
  await answer('Not coming').click()
  await expectText(
    region('Free again, because Ben isn’t coming'),
    'Drives a car. Now without a ride: Kim, Lou, and Mia.',
  )
})

test('a driver cancels: the organizer and the car say so, and everybody sits again once they come', async () => {
  const opened = await openWithDriver('Ana')
  go(opened, '')
  await expect.element(group.getByRole('link', { name: 'Everyone has a ride' })).toBeVisible()
  say(opened, 'Ben', 'not_coming')
  await expect.element(group.getByRole('link', { name: '3 people need a ride' })).toBeVisible()
  await expect.element(group.getByRole('link', { name: '1 car needs a driver' })).toBeVisible()
  await group.getByRole('button', { name: 'See everything still to do' }).click()
  await expectTexts(dialog().getByRole('region', { name: 'Need a ride' }).getByRole('listitem'), ['Kim', 'Lou', 'Mia'])
  await expect.element(dialog().getByRole('region', { name: 'Cars without a driver' })).toBeVisible()

  go(opened, '/group?tab=rides')
  await expectText(card('Ben’s car'), 'No seats')
  await expect.element(card('Ben’s car')).not.toHaveTextContent('free')
  await expectText(card('Ben’s car'), 'Ben drives this car, but isn’t coming.')
  await expectText(card('Ben’s car'), 'Kim, Lou, and Mia need another ride.')
  await expectCount(listedIn('Ben’s car'), 0)
  await expect.element(region('Rides').getByText('Ben isn’t coming', { exact: false }).first()).toBeVisible()
  await expectCount(inCard('Ben’s car', 'Take a seat'), 0)
  await expectNoAxeFindings()
  say(opened, 'Ben', 'coming')
  await expectTexts(listedIn('Ben’s car'), ['Ben drives', 'Kim', 'Lou', 'Mia'])
  await expectCount(button(/needs? a ride/), 0)
  go(opened, '')
  await expect.element(group.getByRole('link', { name: 'Everyone has a ride' })).toBeVisible()
})

test('a driver cancels: a rider is told, and sits again once they come', async () => {
  await page.viewport(390, 844)
  const opened = await openWithDriver('Kim')
  go(opened, '')
  await expectText(before, 'You ride in Ben’s car')
  say(opened, 'Ben', 'not_coming')
  await expect.element(before.getByRole('link', { name: /You need another ride: Ben isn’t coming/ })).toBeVisible()
  go(opened, '/group?tab=rides')
  await expectText(card('Ben’s car'), 'You need another ride.')
  await expect.element(inCard('Car without a driver', 'Take a seat')).toBeVisible()
  await expectNoAxeFindings()
  say(opened, 'Ben', 'coming')
  await expectTexts(listedIn('Ben’s car'), ['Ben drives', 'You', 'Lou', 'Mia'])
  go(opened, '')
  await expectText(before, 'You ride in Ben’s car')
})

test('somebody who may not edit adds their own car, and seats only their own party', async () => {
  await page.viewport(390, 844)
  const [kim, lou, ana] = [buildComing('Kim', { id: ROBIN.id }), buildComing('Lou'), buildComing('Ana')]
  const red = buildCar(ana.id, { seats: 4 })
  const opened = await open({
    trip: { role: 'member', members_edit: false },
    values: {
      people: [{ ...buildParty(kim, lou), id: ROBIN.id }, buildParty(ana)],
      rides: { cars: [red], riders: [] },
      beds: { beds: [newBed(newId())], sleepers: [] },
    } as never,
  })
  go(opened, '/group?tab=rides')
  await expect.element(inCard('Ana’s car', 'Add passengers')).toBeVisible()
  await expectCount(inCard('Ana’s car', 'Edit Ana’s car'), 0)
  await inCard('Ana’s car', 'Add passengers').click()
  await expectCount(dialog().getByRole('checkbox'), 2)
  await dialog().getByLabelText('Lou').click()
  await button('Done').click()
  await answer('Beds').click()
  await expect.element(inCard('Tent', 'Sleep here')).toBeVisible()
  await expectCount(button('Add a tent or room'), 0)
  await inCard('Tent', 'Sleep here').click()
  await answer('Rides').click()
  await button('Add a car').click()
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await expectText(card('Your car'), '1 of 4 seats taken')
  await expectTexts(listedIn('Ana’s car'), ['Ana drives', 'Lou'])
  await expect.poll(() => opened.stored('rides').cars).toMatchObject([{ driver: ana.id }, { driver: ROBIN.id }])
  await expect.poll(() => opened.stored('beds').sleepers).toMatchObject([{ id: ROBIN.id }])
})
