import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LocalDate } from '#domain/local-date.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { details } from '#domain/plan/details.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newPlace } from '#domain/plan/places.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { newDoer, newTodo } from '#domain/plan/todos.ts'
import { buildComing, buildParties } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { expectCount, expectTexts } from '#web/testing/screen.ts'
import { Timeline } from './timeline.tsx'

const activity = (time: string, name: string, more: object = {}) => ({
  ...newActivity(newId()),
  time,
  activity: name,
  duration: '',
  ...more,
})
const dates = { departure_date: '2031-07-02' as LocalDate, return_date: '2031-07-04' as LocalDate }

async function openDays({ values, ...options }: TripOptions = {}) {
  history.replaceState(null, '', '?')
  const opened = await openTrip({
    values: { details: { ...details.empty, ...dates }, itinerary: {}, meals: {}, ...values },
    ...options,
  })
  opened.show(
    <>
      <h1>To the lake</h1>
      <Timeline trip={opened.trip} failures={{}} />
    </>,
  )
  return opened
}

const days = () => page.getByRole('navigation', { name: 'Days of the trip' }).getByRole('button')
const entries = (day: string) => page.getByRole('region', { name: day }).getByRole('listitem')

test('what has no time that can be read comes first, as it was typed', async () => {
  const light = [
    activity('3 pm', 'Swim'),
    activity('after lunch', 'Nap'),
    activity('7:30', 'Stars'),
    activity('9:30', 'Canoe'),
  ]
  await openDays({ values: { itinerary: { 1: { title: 'Arrival', light, hard: [] } } } })
  await expectTexts(entries('Day 1 · Wed, Jul 2'), [
    /^Napafter lunch$/,
    /^Stars7:30$/,
    /^9:30 AM\s*Canoe$/,
    /^3:00 PM\s*Swim$/,
  ])
  await expect
    .element(page.getByRole('link', { name: /Nap/ }))
    .toHaveAttribute('href', expect.stringMatching(/tab=itinerary#day-1$/))
  await expectNoAxeFindings()
})

test('an entry in another zone than the trip’s says which', async () => {
  const [lake, airport] = [
    newPlace(newId(), { name: 'Lake', zone: 'America/Toronto' }),
    newPlace(newId(), { name: 'Airport', zone: 'America/St_Johns' }),
  ]
  const ticket = { ...newTicket(newId()), title: 'AC 690', date: '2031-07-02' as LocalDate, time: '8:15 pm' }
  const light = [activity('noon', 'Swim', { place_id: lake.id })]
  await openDays({
    values: {
      details: { ...details.empty, ...dates, place_id: lake.id },
      places: [lake, airport],
      itinerary: { 1: { title: '', light, hard: [] } },
      tickets: [{ ...ticket, place_id: airport.id }],
    },
  })
  await expectTexts(entries('Day 1 · Wed, Jul 2'), [
    /^12:00 PM\s*SwimLake$/,
    /^8:15 PM\s*AC 690Airport · St Johns time$/,
  ])
})

test('one’s own days are without what happens before one arrives', async () => {
  const people = buildParties(buildComing('Robin', { id: ROBIN.id, from: '2 lunch' }), buildComing('Ben'))
  const itinerary = { 1: { title: '', light: [activity('10 am', 'Swim')], hard: [] } }
  const { editAsOther } = await openDays({ values: { people, itinerary, gear: { claims: [] }, checklist: [] } })
  const table = { ...newChecklistItem(newId()), name: 'Table' }
  await expectTexts(entries('Day 1 · Wed, Jul 2'), [/Swim/])
  await page.getByRole('radio', { name: 'Just you' }).click()
  await expect
    .element(page.getByRole('region', { name: 'Day 1 · Wed, Jul 2' }))
    .toHaveTextContent('Nothing for you on this day')
  await expectCount(entries('Day 1 · Wed, Jul 2'), 0)
  // What they have promised is on the day on which the trip departs.
  await editAsOther('checklist', () => [{ id: newId(), category: 'Camp', items: [table] }])
  await editAsOther('gear', () => ({ claims: [newClaim(table, ROBIN.id, 1)] }))
  await expectTexts(entries('Day 1 · Wed, Jul 2'), [/^1 thing to packTable$/])
  await page.getByRole('radio', { name: 'Everyone' }).click()
  await expectTexts(entries('Day 1 · Wed, Jul 2'), [/Swim/])
})

test('a day that somebody plans meanwhile appears, and one that is over shows what was', async () => {
  const { editAsOther } = await openDays()
  await expectTexts(days(), [/^Day 1/, /^Day 2/, /^Day 3/])
  await expect
    .element(page.getByRole('region', { name: 'Day 1 · Wed, Jul 2' }))
    .toHaveTextContent('Nothing planned yet')
  await editAsOther('tickets', (tickets) => [
    ...tickets,
    { ...newTicket(newId()), title: 'Ferry', date: '2031-07-01' as LocalDate, time: '17 h 30' },
  ])
  await expectTexts(days(), [/^Tue, Jul 1/, /^Day 1/, /^Day 2/, /^Day 3/])
  await userEvent.keyboard('{ArrowLeft}')
  await expectTexts(entries('Tue, Jul 1'), [/^5:30 PM\s*Ferry$/])
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('button', { name: 'Previous day' })).toHaveAttribute('aria-disabled', 'true')
})

test('a driver who isn’t coming is no secret: the car is off, and one needs another ride', async () => {
  const maya = buildComing('Maya', { coming: 'not_coming' })
  const people = buildParties(buildComing('Robin', { id: ROBIN.id }), maya)
  const car = { ...newCar(newId(), maya.id), leaves_day: 1, leaves_time: '07:00' }
  await openDays({ values: { people, rides: { cars: [car], riders: [{ id: ROBIN.id, car: car.id }] } } })
  const off = [/^7:00 AM\s*Maya’s car isn’t goingNo ride yet: You$/]
  await expectTexts(entries('Day 1 · Wed, Jul 2'), off)
  await page.getByRole('radio', { name: 'Just you' }).click()
  await expectTexts(entries('Day 1 · Wed, Jul 2'), off)
})

test('one’s own car that isn’t going is called one’s own', async () => {
  const robin = buildComing('Robin', { id: ROBIN.id, coming: 'not_coming' })
  const car = { ...newCar(newId(), ROBIN.id), leaves_day: 1, leaves_time: '07:00' }
  await openDays({ values: { people: buildParties(robin), rides: { cars: [car], riders: [] } } })
  await expectTexts(entries('Day 1 · Wed, Jul 2'), [/^7:00 AM\s*Your car isn’t going$/])
})

test('a to-do is on the day of the trip on which it is due, until it is done', async () => {
  const people = buildParties(buildComing('Robin', { id: ROBIN.id }), buildComing('Ben'))
  const wood = { ...newTodo(newId(), 'Buy wood'), due: '2031-07-03', note: 'Dry' }
  const early = { ...newTodo(newId(), 'Reserve the site'), due: '60 before' }
  const { editAsOther } = await openDays({ values: { people, todos: { todos: [wood, early], doers: [] } } })
  // Months before the trip there is no day for it.
  await expectTexts(days(), [/^Day 1/, /^Day 2/, /^Day 3/])
  await page.getByRole('button', { name: 'Next day' }).click()
  await expectTexts(entries('Day 2 · Thu, Jul 3'), [/^To-do: Buy woodOpen to take · Dry$/])
  await expect
    .element(page.getByRole('link', { name: /Buy wood/ }))
    .toHaveAttribute('href', expect.stringMatching(new RegExp(`/before#${wood.id}$`)))
  editAsOther('todos', (value) => ({ ...value, doers: [newDoer(wood.id, ROBIN.id)] }))
  await expectTexts(entries('Day 2 · Thu, Jul 3'), [/^To-do: Buy woodYou · Dry$/])
  editAsOther('todos', (value) => ({ ...value, todos: [{ ...wood, is_done: true }, early] }))
  await expectCount(entries('Day 2 · Thu, Jul 3'), 0)
})
