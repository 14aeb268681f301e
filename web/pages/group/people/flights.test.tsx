import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Passenger } from '#domain/plan/booking.ts'
import { details } from '#domain/plan/details.ts'
import { buildComing, buildParties, buildPerson } from '#domain/testing/people.ts'
import { buildSegment, buildTicket } from '#domain/testing/tickets.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { expectCount, expectText, expectTexts, sidewaysScroll } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'

/* What the people of an air trip read: who takes which flight. Somebody who flies alone is not asked about it. */

const panel = (name: string) => page.getByRole('region', { name, exact: true })
const question = page.getByText('Are you coming?')

async function openPeople(options: TripOptions) {
  await page.viewport(390, 844)
  const opened = await openTrip({ type: 'air_travel', members: access(planner(ROBIN, 'owner')), ...options })
  opened.show(<PeopleTab trip={opened.trip} failures={{}} />)
  return opened
}

const [ben, kim] = [newId(), newId()]
const people = buildParties(
  buildComing('Robin', { id: ROBIN.id }),
  buildComing('Ben', { id: ben }),
  buildComing('Kim', { id: kim }),
)
const passenger = (personId: string, name = ''): Passenger => ({ id: newId(), person_id: personId, name })
const first = () => buildSegment('YYZ', '2031-05-02T16:00', 'YUL', '2031-05-02T17:15', { carrier: 'AC', number: '418' })
const second = () => buildSegment('YUL', '2031-05-02T21:00', 'LIS', '2031-05-03T08:40', { from: 'Montréal' })

test('people read who takes which flight, and who has none', async () => {
  const tickets = [
    buildTicket('', { segments: [first(), second()], passengers: [passenger(ROBIN.id), passenger('', 'LAKE/SAM')] }),
    buildTicket('', { segments: [second()], passengers: [passenger(ben)] }),
  ]
  const { trip, editAsOther } = await openPeople({ values: { people, tickets } })
  await expectTexts(panel('Flights').getByRole('listitem'), [
    'AC 418, YYZ to YULFri, May 2, 4:00 PMYou and LAKE/SAM',
    'Montréal to LISFri, May 2, 9:00 PMYou, LAKE/SAM, and Ben',
  ])
  await expectText(panel('Flights'), 'No flight yet: Kim')
  await expect
    .element(panel('Flights').getByRole('link', { name: /AC 418/ }))
    .toHaveAttribute('href', `/trip/${trip.id}?tab=tickets#${tickets[0]?.id}`)
  expect(sidewaysScroll()).toBe(0)
  await expectNoAxeFindings()
  editAsOther('tickets', (value) => value.map((one) => ({ ...one, passengers: [...one.passengers, passenger(kim)] })))
  await expect.element(panel('Flights')).not.toHaveTextContent('No flight yet')
})

test('nothing is said about flights on a road trip, or while no ticket names anybody', async () => {
  const isShown = async (options: TripOptions) => {
    await openPeople(options)
    await expect.element(page.getByText('Kim').first()).toBeVisible()
    return panel('Flights').elements().length > 0
  }
  const named = [buildTicket('', { segments: [first()], passengers: [passenger(ben)] })]
  expect(await isShown({ values: { people, tickets: named } })).toBe(true)
  expect(await isShown({ values: { people, tickets: named }, type: 'car_trip' })).toBe(false)
  expect(await isShown({ values: { people, tickets: [buildTicket('', { segments: [first()] })] } })).toBe(false)
})

test('somebody who flies alone is not asked whether they are coming, but can say so', async () => {
  const alone = buildParties(buildPerson('Robin', { id: ROBIN.id }))
  const { stored } = await openPeople({ values: { people: alone } })
  await expect.element(page.getByRole('button', { name: /^Robin/ })).toBeVisible()
  await expectCount(page.getByText('No answer'), 0)
  await expectCount(question, 0)
  await expectCount(page.getByRole('radio', { name: 'Coming', exact: true }), 0)
  await page.getByRole('button', { name: 'Change answer' }).click()
  await page.getByRole('radio', { name: 'Coming', exact: true }).click()
  await expect.poll(() => stored('people')[0]?.persons[0]?.coming).toBe('coming')
})

test('others are asked: on a road trip, or as soon as somebody else is there or expected', async () => {
  const robin = buildPerson('Robin', { id: ROBIN.id })
  await openPeople({ values: { people: buildParties(robin) }, type: 'car_trip' })
  await expect.element(question).toBeVisible()
  const expected = { ...details.empty, expected: { adults: 2, children: 0 } }
  await openPeople({ values: { people: buildParties(robin), details: expected } })
  await expect.element(question).toBeVisible()
  await openPeople({ values: { people: buildParties(robin, buildPerson('Ben')) } })
  await expect.element(question).toBeVisible()
})
