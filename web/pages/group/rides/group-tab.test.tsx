import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newBed } from '#domain/plan/beds.ts'
import { newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newCar } from '#domain/plan/rides.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, type PlanValues, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts, press, pressOn, type } from '#web/testing/screen.ts'
import { recordSharedText } from '#web/testing/shared-text.ts'
import { RidesTab } from './group-tab.tsx'

const card = (name: string | RegExp) => page.getByRole('group', { name, exact: true })
const inCard = (name: string, label: string) => card(name).getByRole('button', { name: label })
const part = (name: string) => page.getByRole('region', { name })
const listedIn = (name: string) => card(name).getByRole('listitem')
const addInDialog = dialog().getByRole('button', { name: 'Add', exact: true })

interface Options extends PlanValues {
  name?: string
  view?: 'beds' | 'duties'
}

async function openRides({ name, view, ...values }: Options): Promise<OpenedTrip> {
  const opened = await openTrip({ values, ...(name && { trip: { name } }) })
  nameView(view)
  opened.show(<RidesTab trip={opened.trip} failures={{}} />)
  const title = { rides: 'Rides', beds: 'Beds', duties: 'Duties' }[view ?? 'rides']
  await expect.element(heading(title)).toBeVisible()
  return opened
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 2 })
const viewChoice = (name: string) => page.getByRole('radio', { name, exact: true })

/** Names a view in the address, as a link to it does. */
function nameView(view: string | undefined, hash = ''): void {
  const address = new URL(location.href)
  address.searchParams.delete('view')
  if (view) address.searchParams.set('view', view)
  address.hash = hash
  history.replaceState(null, '', address)
}

const namedView = () => new URLSearchParams(location.search).get('view')

const setDates = ({ editAsOther }: OpenedTrip, departure: string, back: string) =>
  editAsOther('details', (details) => ({ ...details, ...datesOf(departure, back) }))

const people = (...names: string[]) => names.map((name) => buildComing(name))

test('on a phone, an organizer seats people, moves them, and removes a car without losing anybody', async () => {
  await page.viewport(390, 844)
  const all = buildParty(...people('Ana', 'Ben', 'Cleo', 'Dan'))
  const [ana, ben, cleo, dan] = all.persons.map(({ id }) => id)
  const { trip, editAsOther, stored } = await openRides({ people: [all] })
  await expect.element(part('Rides')).toHaveTextContent('No cars yet.')
  await expectNoAxeFindings()

  // A car needs a driver and seats; 0 and 200 seats are refused in words.
  await button('Add a car').click()
  await userEvent.selectOptions(dialog().getByLabelText('Driver'), 'Ana')
  const seats = dialog().getByRole('textbox', { name: 'Seats' })
  for (const wrong of ['0', '200', '1e1', '']) {
    await seats.fill(wrong)
    await expect.element(dialog()).toHaveTextContent('Enter a whole number from 1 to 60.')
    await addInDialog.click()
    await expect.element(dialog()).toBeVisible()
  }
  await seats.fill('2')
  await expectNoAxeFindings()
  await addInDialog.click()
  await button('Add a car').click()
  await userEvent.selectOptions(dialog().getByLabelText('Driver'), 'Ben')
  await addInDialog.click()
  await expect.element(button('2 people need a ride')).toBeVisible()
  await expect.poll(() => stored('rides').cars.map(({ driver }) => driver)).toEqual([ana, ben])

  // Only Ben's car has room for both, who are of one party.
  await expect
    .element(part('Rides').getByRole('listitem').filter({ hasText: 'Dan' }))
    .toHaveTextContent('Free seat in Ben’s car')
  await button('Give a seat in Ben’s car: Dan').click()
  await button('Give a seat in Ana’s car: Cleo').click()
  await expect.element(card('Ana’s car')).toHaveTextContent('2 of 2 seats taken')
  await expectCount(page.getByText('needs a ride'), 0)
  // From Ben's car to the waiting list of Ana's, in one action.
  await expectCount(inCard('Ana’s car', 'Add passengers'), 0)
  await inCard('Ana’s car', 'Change passengers').click()
  await dialog().getByLabelText('Dan (Ben’s car)').click()
  await expect.element(dialog().getByLabelText('Dan (waiting)')).toBeChecked()
  await expectNoAxeFindings()
  await button('Done').click()
  await expect.element(card('Ana’s car')).toHaveTextContent('1 is waiting: Dan')
  await expect.element(card('Ben’s car')).toHaveTextContent('1 of 4 seats taken')

  // Cleo is not coming: Dan has the seat, so it is not open.
  const without = (away: string | undefined, ...left: (string | undefined)[]) =>
    all.persons
      .filter(({ id }) => !left.includes(id))
      .map((one) => (one.id === away ? { ...one, coming: 'not_coming' as const } : one))
  editAsOther('people', () => [{ ...all, persons: without(cleo) }])
  await expectTexts(listedIn('Ana’s car'), ['Ana drives', 'Dan'])
  await expect.element(card('Ana’s car')).not.toHaveTextContent('open again')
  await inCard('Ana’s car', 'Edit Ana’s car').click()
  await button('Remove car').click()
  await expect.element(page.getByText('1 person needs a ride again')).toBeVisible()
  await expect.element(button('2 people need a ride')).toBeVisible()
  await expect.poll(() => stored('rides').cars.map(({ driver }) => driver)).toEqual([ben])
  await button('Undo').click()
  await expectTexts(listedIn('Ana’s car'), ['Ana drives', 'Dan'])
  await expect.poll(() => stored('rides').cars.map(({ driver }) => driver)).toEqual([ana, ben])
  expect(stored('rides').riders.map(({ id }) => id)).toContain(dan)

  // A driver who is not coming is told in words. Cleo is no longer on the list, so her name is looked up.
  const askMembers = vi.fn(async () => ({ members_edit: true, people: [], departed: [], invitations: [] }))
  responses.set(`/api/trips/${trip.id}/people`, askMembers)
  editAsOther('people', () => [{ ...all, persons: without(ben, cleo) }])
  await expect.element(card('Ben’s car')).toHaveTextContent('Ben drives this car, but isn’t coming.')
  await expect.poll(() => askMembers.mock.settledResults).toMatchObject([{ type: 'fulfilled' }])
})

test('small children are not offered as drivers, and a car that one has stays theirs until it is changed', async () => {
  const [ana, ben] = [buildComing('Ana'), buildComing('Ben', { kind: 'child', age: '7' })]
  const [cleo, dan] = [buildComing('Cleo', { kind: 'child' }), buildComing('Dan', { kind: 'child', age: '17' })]
  const car = newCar(newId(), ben.id)
  const { stored } = await openRides({ people: [buildParty(ana, ben, cleo, dan)], rides: { cars: [car], riders: [] } })
  const drivers = dialog().getByLabelText('Driver').getByRole('option')
  await button('Add a car').click()
  await expect.element(dialog().getByLabelText('Driver')).toHaveValue(ROBIN.id)
  await expectTexts(drivers, ['You', 'Ana', 'Dan', 'No one yet'])
  await button('Cancel').click()
  await inCard('Ben’s car', 'Edit Ben’s car').click()
  await expectTexts(drivers, ['You', 'Ana', 'Dan', 'Ben', 'No one yet'])
  await userEvent.selectOptions(dialog().getByLabelText('Driver'), 'Ana')
  await expectTexts(drivers, ['You', 'Ana', 'Dan', 'No one yet'])
  await expect.poll(() => stored('rides').cars.map(({ driver }) => driver)).toEqual([ana.id])
})

test('on a phone, a car leaves on a day of the trip, and what was typed before stays until it is cleared', async () => {
  await page.viewport(390, 844)
  const [ana, late] = [buildComing('Ana'), buildComing('Ben', { from: '3 lunch' })]
  const carId = newId()
  const opened = await openRides({
    people: [buildParty(ana, late)],
    rides: {
      cars: [{ ...newCar(carId, ana.id), place: 'Kingston', leaves_at: 'Friday at 3' }],
      riders: [{ id: late.id, car: carId }],
    },
  })
  setDates(opened, '2031-06-12', '2031-06-14')
  await expect.element(card('Ana’s car')).toHaveTextContent('Friday at 3')
  await expect.element(card('Ana’s car')).toHaveTextContent('Ben · from Sat lunch')
  await inCard('Ana’s car', 'Edit Ana’s car').click()
  await userEvent.selectOptions(dialog().getByLabelText('Day of departure'), 'Day 2 · Fri, Jun 13')
  await dialog().getByLabelText('Time of departure').fill('15:00')
  await expect.element(dialog().getByLabelText('When you leave, in your own words')).toHaveValue('Friday at 3')
  await expectNoAxeFindings()
  await dialog().getByLabelText('When you leave, in your own words').fill('')
  await button('Done').click()
  await expect
    .poll(() => opened.stored('rides').cars)
    .toMatchObject([{ place: 'Kingston', leaves_day: 2, leaves_time: '15:00', leaves_at: '' }])
  await expect.element(card('Ana’s car')).toHaveTextContent('KingstonFri, Jun 13, 3:00 PM')
  await expect.element(card('Ana’s car')).not.toHaveTextContent('Friday')
  // The car leaves the day before.
  await expect
    .element(card('Ana’s car'))
    .toHaveTextContent('Ben needs another ride: they’re not on the trip until Sat.')
  await expect.element(part('Rides').getByText('from Sat lunch · Ana’s car leaves on Fri')).toBeVisible()
  await inCard('Ana’s car', 'Edit Ana’s car').click()
  await expect.element(dialog().getByLabelText('Time of departure')).toHaveValue('15:00')
  await expectCount(dialog().getByLabelText('When you leave, in your own words'), 0)
  await button('Done').click()

  // A trip on other dates keeps its days.
  setDates(opened, '2031-06-19', '2031-06-21')
  await expect.element(card('Ana’s car')).toHaveTextContent('Fri, Jun 20, 3:00 PM')
})

test('on a phone, a tent has too few places, and it says who has no bed', async () => {
  await page.viewport(390, 844)
  const [ana, ben, cleo] = people('Ana', 'Ben', 'Cleo')
  const { stored } = await openRides({
    people: [buildParty(...[ana, ben, cleo].flatMap((one) => one ?? []))],
    view: 'beds',
  })
  const storedSleepers = () => stored('beds').sleepers.filter(({ bed }) => bed !== '')
  await button('Add a tent or room').click()
  await dialog().getByLabelText('Name').fill('Blue tent')
  await addInDialog.click()
  await expect.element(part('Beds')).toHaveTextContent('3 people need a bed, but there are 2 places.')
  for (const name of ['Ana', 'Ben']) await button(`Give a place in Blue tent: ${name}`).click()
  await expectTexts(listedIn('Blue tent'), ['Ana', 'Ben'])
  await expect.element(part('Beds')).toHaveTextContent('All places are taken.')
  await button('Doesn’t need a bed: Cleo').click()
  await expectCount(button('1 person has no bed'), 0)
  await expect.element(part('Beds')).not.toHaveTextContent('need a bed, but')
  await expect.poll(() => storedSleepers().map(({ id }) => id)).toEqual([ana?.id, ben?.id, cleo?.id])
  await button('Undo').click()
  await expect.element(button('1 person has no bed')).toBeVisible()
  const [tent] = stored('beds').beds
  expect(tent?.name).toBe('Blue tent')
  await expect.poll(storedSleepers).toEqual([
    { id: ana?.id, bed: tent?.id },
    { id: ben?.id, bed: tent?.id },
  ])
  await expectTexts(listedIn('Blue tent'), ['Ana', 'Ben'])
})

test('by keyboard alone, and as a text to send', async () => {
  const { stored } = await openRides({ name: 'By keyboard', people: [buildParty(...people('Ana', 'Ben'))] })
  const sharedText = recordSharedText()
  await pressOn(button('Add a car'), 'Enter')
  const driver = dialog().getByLabelText('Driver')
  const seats = dialog().getByRole('textbox', { name: 'Seats' })
  await expect.element(driver).toHaveFocus()
  await userEvent.selectOptions(driver, 'Ana')
  await press('Tab')
  await press('Tab')
  await expect.element(seats).toHaveFocus()
  await type('2')
  await press('Enter')
  await expectCount(dialog(), 0)
  // The button is gone from where it was.
  await expect.element(page.getByRole('heading', { name: 'Rides', exact: true })).toHaveFocus()
  await expect.element(card('Ana’s car')).toHaveTextContent('1 of 2 seats taken')
  await pressOn(inCard('Ana’s car', 'Take a seat'), 'Enter')
  await expect.element(inCard('Ana’s car', 'Give up seat')).toHaveFocus()
  await pressOn(button('Share the rides'), 'Enter')
  await expect
    .poll(sharedText)
    .toMatch(/^Rides: By keyboard\n\nAna’s car\n- Ana \(drives\)\n- (?!You).+\n\nNeed a ride: Ben$/)

  // Fewer seats than one are not offered, and the button keeps the focus. Then the car is removed.
  await pressOn(inCard('Ana’s car', 'Edit Ana’s car'), 'Enter')
  const fewer = dialog().getByRole('button', { name: 'Seats: one fewer' })
  await pressOn(fewer, 'Enter')
  await expect.element(fewer).toHaveAttribute('aria-disabled', 'true')
  await press('Enter')
  await expect.element(seats).toHaveValue('1')
  await expect.element(fewer).toHaveFocus()
  await pressOn(button('Remove car'), 'Enter')
  await expectCount(card('Ana’s car'), 0)
  await expect.element(page.getByRole('heading', { name: 'Rides', exact: true })).toHaveFocus()
  await expect.poll(() => stored('rides').cars).toEqual([])
})

test('tents that nobody uses are one row until somebody opens it', async () => {
  const ana = buildComing('Ana')
  const tents = Array.from({ length: 6 }, (_, index) => ({ ...newBed(newId()), name: `Tent ${index + 1}` }))
  await openRides({
    view: 'beds',
    people: [buildParty(ana)],
    beds: { beds: tents, sleepers: [{ id: ana.id, bed: tents[0]?.id ?? '' }] },
  })
  await expectTexts(listedIn('Tent 1'), ['Ana'])
  await expectCount(card(/^Tent \d$/), 1)
  await expect.element(part('Beds')).toHaveTextContent('5 empty tents or rooms (10 places)')
  // What is added is not folded.
  await button('Add a tent or room').click()
  await dialog().getByLabelText('Name').fill('Blue tent')
  await addInDialog.click()
  await expect.element(card('Blue tent')).toBeVisible()
  await button('Show').click()
  await expectCount(card(/^Tent \d$/), 6)
  await expect.element(part('Beds')).not.toHaveTextContent('empty tent')
})

test('a family gets the seats of their car by one press, and loses them by one undo', async () => {
  const [ana, ben, cleo] = [buildComing('Ana'), buildComing('Ben'), buildComing('Cleo')]
  const { stored } = await openRides({
    people: [buildParty(ana, ben, cleo)],
    rides: { cars: [{ ...newCar(newId(), ana.id), seats: 3 }], riders: [] },
  })
  const seated = () => stored('rides').riders.flatMap(({ id, car }) => (car === '' ? [] : [id]))
  await button('Give everyone a seat').click()
  await expectTexts(listedIn('Ana’s car'), ['Ana drives', 'Ben', 'Cleo'])
  await expectCount(button('2 people need a ride'), 0)
  await expect.element(page.getByText('2 people have a seat now')).toBeVisible()
  await expect.poll(seated).toEqual([ben.id, cleo.id])
  await button('Undo').click()
  await expect.element(button('2 people need a ride')).toBeVisible()
  await expectTexts(listedIn('Ana’s car'), ['Ana drives'])
  await expect.poll(seated).toEqual([])
})

test('on a phone, rides, beds and duties are views with addresses of their own', async () => {
  await page.viewport(390, 844)
  const [ana, ben] = [buildComing('Ana'), buildComing('Ben')]
  const tent = { ...newBed(newId()), name: 'Blue tent' }
  const cook = newDuty(newId(), 'cook')
  const opened = await openRides({
    people: [buildParty(ana, ben)],
    rides: { cars: [newCar(newId(), ana.id)], riders: [] },
    beds: { beds: [tent], sleepers: [] },
    duties: { duties: [cook], volunteers: [] },
  })
  await expect.element(viewChoice('Rides')).toBeChecked()
  await expectCount(heading('Beds'), 0)
  await expectCount(heading('Duties'), 0)
  await viewChoice('Beds').click()
  await expect.element(card('Blue tent')).toBeVisible()
  await expectCount(card('Ana’s car'), 0)
  expect(namedView()).toBe('beds')
  await expectNoAxeFindings()
  await viewChoice('Duties').click()
  await expect.element(button('I’ll do it: Cook')).toBeVisible()
  expect(namedView()).toBe('duties')
  await expectNoAxeFindings()

  history.back()
  await expect.element(card('Blue tent')).toBeVisible()
  await expect.element(viewChoice('Beds')).toBeChecked()
  history.back()
  await expect.element(card('Ana’s car')).toBeVisible()
  expect(namedView()).toBeNull()

  // A link to a single entry opens its view.
  nameView('duties', cook.id)
  opened.show(<RidesTab trip={opened.trip} failures={{}} />)
  await expect.element(page.getByRole('listitem').filter({ has: button('I’ll do it: Cook') })).toHaveFocus()
  nameView('beds', 'without-bed')
  opened.show(<RidesTab trip={opened.trip} failures={{}} />)
  await expect.poll(() => document.activeElement?.id).toBe('without-bed')
})

test('a bed that is lost while another view is open is told there, with a link', async () => {
  const ana = buildComing('Ana')
  const party = buildParty({ ...ana, coming: 'not_coming' })
  const tent = { ...newBed(newId()), name: 'Blue tent', places: 1 }
  const { editAsOther } = await openRides({
    people: [party],
    beds: { beds: [tent], sleepers: [ana.id, ROBIN.id].map((id) => ({ id, bed: tent.id })) },
    duties: { duties: [], volunteers: [] },
  })
  const line = page.getByRole('link', { name: 'You no longer have a bed.' })
  await expectCount(line, 0)
  // She asked for it earlier.
  editAsOther('people', () => [{ ...party, persons: [ana] }])
  await expect.element(line).toHaveAttribute('href', expect.stringMatching(/\/group\?tab=rides&view=beds$/))
  await expectNoAxeFindings()
  await viewChoice('Beds').click()
  await expect.element(card('Blue tent')).toHaveTextContent('You no longer have a place here')
  await expectCount(line, 0)
})

test('a small child who adds a car for their party must choose who drives it', async () => {
  const robin = buildComing('Robin Tester', { id: ROBIN.id, kind: 'child', age: '9' })
  const ana = buildComing('Ana')
  const { trip, stored, show } = await openTrip({
    values: { people: [{ ...buildParty(robin, ana), id: ROBIN.id }] },
    trip: { role: 'member', members_edit: false },
  })
  nameView(undefined)
  show(<RidesTab trip={trip} failures={{}} />)
  await button('Add a car').click()
  const driver = dialog().getByLabelText('Driver')
  await expect.element(driver).toHaveValue('')
  await addInDialog.click()
  await expect.element(driver).toHaveFocus()
  await expect.element(driver).toHaveAccessibleDescription('Choose a person first.')
  expect(stored('rides').cars).toEqual([])
  await userEvent.selectOptions(driver, 'Ana')
  await addInDialog.click()
  await expect.poll(() => stored('rides').cars.map((car) => car.driver)).toEqual([ana.id])
})

test('what the current user has comes first, and does not move when they take or give up a seat', async () => {
  const everybody = [buildComing('Robin Tester', { id: ROBIN.id }), ...people('Ana', 'Ben', 'Cleo')]
  const cars = everybody.slice(1).map(({ id }) => newCar(newId(), id))
  const tents = ['Red', 'Blue'].map((name) => ({ ...newBed(newId()), name: `${name} tent` }))
  const duties = [1, 2].map((day) => ({ ...newDuty(newId(), 'cook'), day }))
  const last = <Entry extends { id: string }>(entries: readonly Entry[]) => entries.at(-1)?.id ?? ''
  const opened = await openRides({
    people: everybody.map((one) => buildParty(one)),
    rides: { cars, riders: [{ id: ROBIN.id, car: last(cars) }] },
    beds: { beds: tents, sleepers: [{ id: ROBIN.id, bed: last(tents) }] },
    duties: { duties, volunteers: [newVolunteer(last(duties), ROBIN.id)] },
  })
  const titles = () =>
    page
      .getByRole('group')
      .getByRole('heading', { level: 3 })
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(titles).toEqual(['Cleo’s car', 'Ana’s car', 'Ben’s car'])
  await inCard('Ben’s car', 'Move to this car').click()
  await expectTexts(listedIn('Ben’s car'), ['Ben drives', 'You'])
  expect(titles()).toEqual(['Cleo’s car', 'Ana’s car', 'Ben’s car'])
  await expect.poll(() => opened.stored('rides').riders).toEqual([{ id: ROBIN.id, car: cars[1]?.id }])

  await viewChoice('Beds').click()
  await expect.poll(titles).toEqual(['Blue tent', 'Red tent'])
  await viewChoice('Rides').click()
  await expect.poll(titles).toEqual(['Ben’s car', 'Ana’s car', 'Cleo’s car'])

  await viewChoice('Duties').click()
  const own = page.getByRole('region', { name: 'Your duties' })
  await own.getByRole('button', { name: 'Cook, day 2' }).click()
  await expect.poll(() => document.activeElement?.id).toBe(last(duties))
  await button('Give up duty: Cook, day 2').click()
  await expectCount(own, 0)
})
