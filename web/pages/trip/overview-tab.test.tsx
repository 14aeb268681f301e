import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { LocalDate } from '#domain/local-date.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { newMealDay } from '#domain/plan/meals.ts'
import type { ComingAnswer } from '#domain/plan/people.ts'
import { NO_RIDE, newCar } from '#domain/plan/rides.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParties, buildParty, buildPerson } from '#domain/testing/people.ts'
import { buildPlannedDays } from '#domain/testing/planned-day.ts'
import { newId } from '#web/data/new-id.ts'
import { RidesTab } from '#web/pages/group/rides/group-tab.tsx'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { pass } from '#web/testing/clock.ts'
import { type OpenedTrip, openTrip, type PlanValues, ROBIN } from '#web/testing/open-trip.tsx'
import { button, expectCount, expectTexts } from '#web/testing/screen.ts'
import { OverviewTab } from './overview-tab.tsx'

/* What one person should see now: before the days of the trip, on them and after them. */

/** A moment in the browser's time zone. */
const at = (time: string) => new Date(`${time}-04:00`)

const card = (name: string | RegExp = 'Today') => page.getByRole('region', { name, exact: true })
const group = card('Your group')

const detailsWith = (departure: string, back: string): Details => ({ ...details.empty, ...datesOf(departure, back) })

/** Plans day 2 of a trip for somebody who drives and cooks, with Ben in their car. */
const planDay2 = (answer: ComingAnswer = 'open'): PlanValues =>
  buildPlannedDays(ROBIN.id, buildPerson('Ben', { coming: answer }))

/** Shows Overview to the owner, who is in it as a person. */
async function openOverview(values: PlanValues, type?: 'air_travel'): Promise<OpenedTrip> {
  const opened = await openTrip({ type, values })
  opened.show(<OverviewTab trip={opened.trip} failures={{}} />)
  return opened
}

/** Time goes on from then, also by `pass`. */
const startClock = (time: string) =>
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: at(time), shouldAdvanceTime: true })
const stopDate = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: at(time) })

/** Passes midnight by the page's own timer, from two minutes before. */
const passMidnight = () => pass(121_000)

test('midnight begins the trip while it is open', async () => {
  startClock('2031-06-11T23:58:00')
  await openOverview({ ...planDay2(), details: detailsWith('2031-06-12', '2031-06-12') })
  await expect.element(card('Before you go')).toHaveTextContent('You drive')
  await passMidnight()
  await expect.element(card()).toHaveTextContent('Day 1 of 1 · Thu, Jun 12')
})

test('midnight ends the trip while it is open', async () => {
  startClock('2031-06-11T23:58:00')
  await openOverview({ ...planDay2('coming'), details: detailsWith('2031-06-11', '2031-06-11') })
  await expect.element(card()).toHaveTextContent('Day 1 of 1 · Wed, Jun 11')
  await expect.element(page.getByText('2 people', { exact: true })).toBeVisible()
  await expect.element(group).toBeVisible()
  await passMidnight()
  await expect.element(card('Looking back')).toHaveTextContent('A day trip with 2 people')
  await expectCount(group, 0)
})

test('the group reads before the trip who has not answered', async () => {
  // Alone, there is nothing to do but to invite somebody.
  await openOverview({})
  await expect.element(group).toHaveTextContent('It’s just you so far')
  await expectCount(card(/Before you go|For you to do/), 0)
  await openOverview({ ...planDay2(), details: detailsWith('2031-06-12', '2031-06-14') })
  await expect.element(page.getByText('1 coming, 1 hasn’t answered')).toBeVisible()
  await expect.element(group).toHaveTextContent('Ben hasn’t answered')
})

test('somebody who has nothing to do reads what nobody has planned yet', async () => {
  stopDate('2031-06-05T12:00:00')
  const people = buildParties(buildComing('Ana', { id: ROBIN.id }), buildComing('Ben'))
  const trip = { details: detailsWith('2031-06-12', '2031-06-14'), people }
  const sample = {
    meals: planTemplates.meals('car_trip'),
    itinerary: planTemplates.itinerary('car_trip'),
    checklist: planTemplates.checklist('car_trip'),
  }
  const { trip: unplanned } = await openOverview({ ...trip, ...sample })
  const ahead = card('Before you go')
  await expect.element(ahead).toHaveTextContent('Not planned yet:')
  await expectTexts(ahead.getByRole('link'), ['Food & Meals', 'Itinerary', 'Checklist', 'Rides'])
  await expect
    .element(ahead.getByRole('link', { name: 'Rides' }))
    .toHaveAttribute('href', `/trip/${unplanned.id}/group?tab=rides`)
  await expect.element(ahead).not.toHaveTextContent('nothing for you to do')
  await expectNoAxeFindings()

  const day = newMealDay('car_trip', 1)
  const planned: PlanValues = {
    meals: { 1: { ...day, meals: { ...day.meals, dinner: { ...day.meals.dinner, name: 'Chili' } } } },
    itinerary: { 1: { title: 'Lakes', light: [], hard: [] } },
    checklist: [{ id: newId(), category: 'Camp', items: [] }],
    rides: { cars: [newCar(newId(), '')], riders: [] },
  }
  // A new day plans no meal, and no activity.
  const empty = { meals: { 1: day }, itinerary: { 1: { title: 'Day 1: New Adventure Day', light: [], hard: [] } } }
  await openOverview({ ...trip, ...planned, ...empty, rides: { cars: [], riders: [] } })
  await expectTexts(ahead.getByRole('link'), ['Food & Meals', 'Itinerary', 'Rides'])
  await openOverview({ ...trip, ...planned, beds: { beds: [], sleepers: [] } })
  await expect.element(ahead).toHaveTextContent('You don’t have a ride yet')
  const noRide = { riders: [ROBIN.id, people[1]?.persons[0]?.id ?? ''].map((id) => ({ id, car: NO_RIDE })) }
  await openOverview({ ...trip, ...planned, rides: { cars: planned.rides?.cars ?? [], ...noRide } })
  await expect.element(ahead).toHaveTextContent('There’s nothing for you to do right now.')
})

test('in a trip of one family, one press seats those who have no seat, and can be undone', async () => {
  await page.viewport(390, 844)
  const opened = await openOverview({
    details: detailsWith('2031-06-12', '2031-06-14'),
    people: [
      buildParty(
        buildComing('Ana Lake', { id: ROBIN.id }),
        buildComing('Kim Lake'),
        buildComing('Ada Lake', { kind: 'child' }),
      ),
    ],
    rides: { cars: [newCar(newId(), ROBIN.id)], riders: [] },
  })
  const open = group.getByRole('link', { name: 'Kim and Ada have no seat yet' })
  await expect.element(open).toBeVisible()
  await expectNoAxeFindings()
  await group.getByRole('button', { name: 'Find seats' }).click()
  await expect.element(group.getByRole('link', { name: 'Everyone has a ride' })).toBeVisible()
  await expect.element(card('Before you go')).toHaveTextContent('With Kim Lake and Ada Lake')
  await button('Undo').click()
  await expect.element(open).toBeVisible()
  await expect.element(open).toHaveAttribute('href', `/trip/${opened.trip.id}/group?tab=rides#without-ride`)
  opened.show(<RidesTab trip={opened.trip} failures={{}} />)
  await expect.element(button('2 people need a ride')).toBeVisible()
  expect(button('2 people need a ride').element().closest('#without-ride')).not.toBeNull()
})

test('a card that has nothing to say after all is never shown', async () => {
  const seen: boolean[] = []
  const observer = new MutationObserver(() => {
    const isSeen = document.querySelector('section[data-phase]:not([hidden])') !== null
    if (isSeen !== seen.at(-1)) seen.push(isSeen)
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true })
  await openOverview({
    details: detailsWith('2031-06-12', '2031-06-14'),
    people: buildParties(buildPerson('Ana', { id: ROBIN.id, coming: 'not_coming' }), buildComing('Ben')),
    // People who are not coming have nothing to pack, whatever they promised.
    gear: { claims: [newClaim({ id: newId(), name: 'Table' }, ROBIN.id, 1)] },
  })
  await expect.element(group).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  observer.disconnect()
  await expectCount(card('Before you go'), 0)
  expect(seen).toEqual([false])
})

test('somebody alone reads of tomorrow’s ticket', async () => {
  stopDate('2031-06-11T12:00:00')
  const { editAsOther } = await openOverview({ details: detailsWith('2031-06-12', '2031-06-14') }, 'air_travel')
  await expect.element(group).toHaveTextContent('It’s just you so far')
  await expectCount(card('Before you go'), 0)
  editAsOther('tickets', () => [
    { ...newTicket(newId()), title: 'Flight to Lisbon', date: '2031-06-12' as LocalDate, time: '7 AM' },
  ])
  const ahead = card('Before you go')
  await expect.element(ahead.getByRole('link', { name: 'Flight to Lisbon tomorrow, 7:00 AM' })).toBeVisible()
})

test('more people are expected than are listed: the trip still says how many', async () => {
  const expected = { adults: 22, children: 8 }
  const { editAsOther } = await openOverview({
    ...planDay2(),
    details: { ...detailsWith('2099-06-12', '2099-06-14'), expected },
  })
  await expect.element(page.getByText('30 people expected')).toBeVisible()
  await expect.element(page.getByText('1 coming, 1 hasn’t answered')).toBeVisible()
  editAsOther('details', (value) => ({ ...value, expected: { adults: 2, children: 0 } }))
  await expectCount(page.getByText(/people expected/), 0)
})
