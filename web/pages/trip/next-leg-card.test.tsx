import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { LocalDate } from '#domain/local-date.ts'
import type { Code, Passenger, Segment } from '#domain/plan/booking.ts'
import { details } from '#domain/plan/details.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newTicket, type Ticket } from '#domain/plan/tickets.ts'
import { newTodo } from '#domain/plan/todos.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParties, buildPerson } from '#domain/testing/people.ts'
import { buildSegment, buildTicket } from '#domain/testing/tickets.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { pass } from '#web/testing/clock.ts'
import { openTrip, type PlanValues, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectText, expectTexts, press, sidewaysScroll } from '#web/testing/screen.ts'
import { unload } from '#web/testing/unload.ts'
import { laterDrawing } from '#web/trip-core/codes/code-picture.tsx'
import { OverviewTab } from './overview-tab.tsx'

const ben = newId()
const people = buildParties(buildComing('Robin', { id: ROBIN.id }), buildComing('Ben', { id: ben }))
const passengers: Passenger[] = [ROBIN.id, ben].map((personId) => ({ id: newId(), person_id: personId, name: '' }))
const [own, other] = passengers.map(({ id }) => id) as [string, string]

/** Toronto to Montréal at 20:00 UTC, on to Lisbon at 1:00 UTC, landing at 7:40 UTC. */
const toLisbon = (more: Partial<Ticket> = {}): Ticket =>
  buildTicket('To Lisbon', {
    passengers,
    segments: [
      buildSegment('YYZ', '2031-05-02T16:00', 'YUL', '2031-05-02T17:15', {
        ...{ carrier: 'AC', number: '418', from: 'Toronto', to: 'Montréal', terminal: '1', gate: 'D22' },
        ...{ check_in_at: '14:30', arrival_terminal: '3' },
        seats: [
          { id: other, seat: '12B', cabin: '' },
          { id: own, seat: '12A', cabin: 'Economy' },
        ],
      }),
      buildSegment('YUL', '2031-05-02T21:00', 'LIS', '2031-05-03T08:40', {
        ...{ carrier: 'AC', number: '812', from: 'Montréal', to: 'Lisbon' },
      }),
    ],
    ...more,
  })

const ownCode = (): Code => ({ id: newId(), format: 'aztec', text: 'M1', passenger_id: own, segment_id: '' })

async function openOverview(now: string, values: PlanValues, options: TripOptions = {}) {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date(now), shouldAdvanceTime: true })
  const opened = await openTrip({
    type: 'air_travel',
    values: {
      details: { ...details.empty, destination_name: 'Lisbon', ...datesOf('2031-05-02', '2031-05-10') },
      people,
      ...values,
    },
    ...options,
  })
  opened.show(<OverviewTab trip={opened.trip} failures={{}} />)
  return opened
}

const card = (name: string | RegExp = 'Next flight') => page.getByRole('region', { name, exact: true })
const facts = (region = card()) => region.getByRole('definition')
const topOf = (name: string) => card(name).element().getBoundingClientRect().top

test('48 days ahead, an air trip opens on its first flight', async () => {
  await page.viewport(390, 844)
  const ticket = toLisbon()
  const { trip } = await openOverview('2031-03-15T12:00:00Z', { tickets: [ticket] })
  await expectText(card(), 'In 48 days')
  await expectText(card(), 'Toronto to Montréal')
  await expectText(card(), 'AC 418 · 1 h 15')
  await expectTexts(facts(), ['4:00 PM', 'Fri, May 2', '2:30 PM', '1', 'D22', '12A', 'Economy', '5:15 PM'])
  await expectText(card(), 'Then 3 h 45 in Montréal · AC 812, Montréal to Lisbon at 9:00 PM')
  await expectCount(button('Show code'), 0)
  await expect
    .element(card().getByRole('link', { name: 'See ticket' }))
    .toHaveAttribute('href', `/trip/${trip.id}?tab=tickets#${ticket.id}`)
  // Today’s card does not say it again.
  await expect.element(page.getByRole('region', { name: 'Before you go' })).not.toHaveTextContent('Montréal')
  expect(sidewaysScroll()).toBe(0)
  await expectNoAxeFindings()
})

test('the countdown goes on by itself, and follows the journey to its end', async () => {
  await openOverview('2031-05-02T16:40:30Z', { tickets: [toLisbon()] })
  await expectText(card(), 'In 3 h 20')
  await pass(60_000)
  await expectText(card(), 'In 3 h 19')
  vi.setSystemTime(new Date('2031-05-02T19:59:30Z'))
  await pass(60_000)
  const onTheWay = card('On the way')
  await expectText(onTheWay, 'Lands at 5:15 PM in Montréal')
  await expectText(onTheWay, '1 h 15 to go')
  await expectTexts(facts(onTheWay), ['1', 'D22', '12A', 'Economy', '3'])
  vi.setSystemTime(new Date('2031-05-02T21:14:30Z'))
  await pass(60_000)
  await expectText(card(), 'Montréal to Lisbon')
  await expectText(card(), '8:40 AM +1 day')
  vi.setSystemTime(new Date('2031-05-03T02:00:00Z'))
  await pass(60_000)
  // It is already the next day in Lisbon.
  await expectText(onTheWay, 'Lands at 8:40 AM in Lisbon')
  vi.setSystemTime(new Date('2031-05-03T07:39:30Z'))
  await pass(61_000)
  await expectCount(onTheWay, 0)
  await expectCount(card(), 0)
})

test('it comes first on the day of a flight, and after today’s plan on other days', async () => {
  const back = buildTicket('Back', { segments: [buildSegment('LIS', '2031-05-10T12:00', 'YYZ', '2031-05-10T15:00')] })
  const swim = { ...newActivity(newId()), activity: 'Swim', time: '11 PM' }
  const itinerary = Object.fromEntries([4, 9].map((day) => [day, { title: '', light: [swim], hard: [] }]))
  await openOverview('2031-05-10T08:00:00Z', { tickets: [back], itinerary })
  await expect.element(page.getByRole('region', { name: 'Today' })).toBeVisible()
  expect(topOf('Next flight')).toBeLessThan(topOf('Today'))
  await openOverview('2031-05-05T08:00:00Z', { tickets: [back], itinerary })
  await expectText(card(), 'In 5 days')
  await expect.element(page.getByRole('region', { name: 'Today' })).toBeVisible()
  expect(topOf('Next flight')).toBeGreaterThan(topOf('Today'))
})

test('a train without a zone has its time as typed, and no countdown of hours', async () => {
  const train = buildTicket('', {
    type: 'train',
    segments: [buildSegment('', '2031-05-05T13:09', '', '2031-05-05T15:50', { from: 'Oriente', to: 'Porto' })],
  })
  await openOverview('2031-05-05T08:00:00Z', { tickets: [train] })
  await expectText(card('Next train'), 'Today')
  await expectText(card('Next train'), '1:09 PM')
  await expect.element(card('Next train')).not.toHaveTextContent(/\d h/)
})

test('what draws a code is there before it is shown', async () => {
  await unload(laterDrawing)
  await openOverview('2031-05-02T16:40:00Z', { tickets: [{ ...toLisbon(), codes: [ownCode()] }] })
  await expect.element(button('Show code')).toBeVisible()
  await expect.poll(() => laterDrawing.code).toBeDefined()
})

test('a pass in the current user’s whole name comes first', async () => {
  const named: Passenger[] = [
    { id: other, person_id: ben, name: '' },
    { id: own, person_id: '', name: 'Robin' },
  ]
  const codes = named.map(({ id }) => ({ ...ownCode(), passenger_id: id }))
  await openOverview('2031-05-02T16:40:00Z', { tickets: [toLisbon({ passengers: named, codes })] })
  await button('Show code').click()
  await expect.element(dialog().getByRole('heading', { name: 'Robin' })).toBeVisible()
  await expectText(dialog(), 'Seat 12A')
})

test('the code of a delayed flight stays on the screen at its scheduled arrival, with what changes in it', async () => {
  const ticket = toLisbon({ codes: [ownCode()] })
  const [first, second] = ticket.segments as [Segment, Segment]
  const onward = buildTicket('Onward', { passengers, segments: [second], codes: [ownCode()] })
  const { editAsOther } = await openOverview('2031-05-02T21:14:30Z', {
    tickets: [{ ...ticket, segments: [first] }, onward],
  })
  await button('Show code').click()
  await expectText(dialog(), 'AC 418 · YYZ to YUL · Seat 12A')
  const behind = () => document.querySelector('main')?.textContent
  expect(behind()).toContain('On the way')
  await pass(61_000)
  await expect.poll(behind).toContain('Next flight')
  await expectText(dialog(), 'AC 418 · YYZ to YUL · Seat 12A')
  vi.setSystemTime(new Date('2031-05-03T07:41:00Z'))
  await pass(61_000)
  await expect.poll(behind).not.toMatch(/Next flight|On the way/)
  const seats = [{ id: own, seat: '14C', cabin: '' }]
  editAsOther('tickets', ([one, ...others]) => [{ ...(one as Ticket), segments: [{ ...first, seats }] }, ...others])
  await expectText(dialog(), 'AC 418 · YYZ to YUL · Seat 14C')
  editAsOther('tickets', (value) => value.slice(1))
  await expectCount(dialog(), 0)
})

test('a code stays on the screen at midnight, when the last day of the trip ends', async () => {
  const late = buildSegment('LIS', '2031-05-11T08:00', 'YYZ', '2031-05-11T11:00')
  await openOverview('2031-05-11T03:58:00Z', {
    tickets: [buildTicket('Back', { passengers, segments: [late], codes: [ownCode()] })],
  })
  await button('Show code').click()
  await expectText(dialog(), 'LIS to YYZ')
  const shown = dialog().element()
  await pass(121_000)
  await expect.poll(() => document.querySelector('main')?.textContent).toContain('Looking back')
  expect(dialog().element()).toBe(shown)
})

test('a connection that cannot work is told, and an own code leads to the ticket', async () => {
  const ticket = toLisbon()
  const [first, second] = ticket.segments
  const segments = [first, { ...second, departs_at: '17:00' }] as Ticket['segments']
  await openOverview('2031-05-02T16:40:00Z', { tickets: [{ ...ticket, codes: [ownCode()], segments }] })
  await expectText(card(), 'AC 812 leaves before AC 418 arrives.')
  await button('Show code').click()
  await expect.element(dialog().getByRole('img')).toBeVisible()
  await press('Escape')
  await expect.element(button('Show code')).toHaveFocus()
})

test('nobody else’s flight is shown, nor to somebody who isn’t coming, on a road trip or to readers', async () => {
  const isShown = async (values: PlanValues, options?: TripOptions) => {
    await openOverview('2031-05-01T12:00:00Z', values, options)
    await expect.element(page.getByRole('link', { name: 'Day by day' })).toBeVisible()
    return page.getByText('Next flight').elements().length > 0
  }
  expect(await isShown({ tickets: [toLisbon()] })).toBe(true)
  expect(await isShown({ tickets: [toLisbon({ passengers: passengers.slice(1) })] })).toBe(false)
  const declined = buildParties(buildComing('Robin', { id: ROBIN.id, coming: 'not_coming' }), buildComing('Ben'))
  expect(await isShown({ tickets: [toLisbon()], people: declined })).toBe(false)
  expect(await isShown({ tickets: [toLisbon()] }, { type: 'car_trip' })).toBe(false)
  expect(await isShown({ tickets: [toLisbon({ passengers: [] })] }, { trip: { role: null } })).toBe(false)
})

test('what leaves on the day after the arrival has its date', async () => {
  const train = buildTicket('', {
    type: 'train',
    segments: [buildSegment('LIS', '2031-05-04T08:00', '', '', { from: 'Lisbon', to: 'Porto' })],
  })
  await openOverview('2031-05-03T02:00:00Z', { tickets: [train, toLisbon()] })
  await expectText(card('On the way'), 'Then Lisbon to Porto at 8:00 AM, Sun, May 4')
})

test('a ticket without parts goes on as a line of today’s card', async () => {
  const plain = { ...newTicket(newId()), title: 'Flight to Lisbon', date: '2031-05-02' as LocalDate, time: '7 AM' }
  await openOverview('2031-05-01T12:00:00Z', { tickets: [plain] })
  await expect.element(page.getByRole('link', { name: 'Flight to Lisbon tomorrow, 7:00 AM' })).toBeVisible()
  await expectCount(card(), 0)
})

test('on a road trip, the parts of one’s own journey are lines of today’s card', async () => {
  await openOverview('2031-05-01T12:00:00Z', { tickets: [toLisbon()] }, { type: 'car_trip' })
  await expect
    .element(page.getByRole('link', { name: 'AC 418, Toronto to Montréal tomorrow, 4:00 PM · Toronto (YYZ)' }))
    .toBeVisible()
  await openOverview(
    '2031-05-01T12:00:00Z',
    { tickets: [toLisbon({ passengers: passengers.slice(1) })] },
    { type: 'car_trip' },
  )
  await expectText(page.getByRole('region', { name: 'Before you go' }), 'Not planned yet')
  await expectCount(page.getByText(/AC 418/), 0)
})

test('somebody who flies alone is not asked on today’s card whether they are coming', async () => {
  const alone = buildParties(buildPerson('Robin', { id: ROBIN.id }))
  const todos = { todos: [newTodo(newId(), 'Renew passport')], doers: [] }
  const members = { people: [{ ...ROBIN, person_id: ROBIN.id }], invitations: [] } as never
  const answer = page.getByRole('link', { name: 'Say whether you’re coming' })
  await openOverview('2031-05-01T12:00:00Z', { people: alone, todos }, { members })
  await expect.element(page.getByRole('link', { name: /Renew passport/ })).toBeVisible()
  await expectCount(answer, 0)
  await openOverview('2031-05-01T12:00:00Z', { people: alone, todos }, { members, type: 'car_trip' })
  await expect.element(answer).toBeVisible()
})
