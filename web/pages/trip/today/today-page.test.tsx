import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newBed } from '#domain/plan/beds.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildParties, buildParty, buildPerson } from '#domain/testing/people.ts'
import { buildPlannedDays } from '#domain/testing/planned-day.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { pass } from '#web/testing/clock.ts'
import { openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { expectCount, expectText } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/* What one person should see now, and where it leads: on the days of the trip and before them. */

/** A moment in the browser's time zone. */
const at = (time: string) => new Date(`${time}-04:00`)

const card = (name: string | RegExp = 'Today') => page.getByRole('region', { name, exact: true })
const part = (name: 'Now' | 'Next') => card().getByRole('region', { name })
const line = (text: string | RegExp) => card().getByRole('link', { name: text })
const group = card('Your group')
const address = () => location.pathname + location.search

/** As if the phone had slept until then. */
function lookAgain(time: string): void {
  vi.setSystemTime(at(time))
  document.dispatchEvent(new Event('visibilitychange'))
}

/** The plan of day 2 for Robin, who drives and cooks, with Ben, who has not answered, in their car. */
const planDay2 = (departure: string, back: string) => ({
  details: buildDetails(datesOf(departure, back)),
  ...buildPlannedDays(ROBIN.id),
})

test('a phone shows now and next without scrolling, goes on by the clock, and leads to each place', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    now: at('2031-06-12T09:30:00'),
    shouldAdvanceTime: true,
  })
  await page.viewport(390, 844)
  const members = access(planner(ROBIN, 'owner'))
  const { trip } = await openTrip({ values: planDay2('2031-06-11', '2031-06-13'), members })
  showApp(`/trip/${trip.id}`)
  await expectText(card(), 'Day 2 of 3 · Thu, Jun 12')
  await expectText(part('Now'), /Canoeing\s*9:00 AM to 11:00 AM/)
  await expectText(part('Next'), /Swimming\s*4:00 PM/)
  await expect.element(part('Next')).toBeInViewport({ ratio: 1 })
  await expect.element(line(/^Dinner: Chili 6:00 PM · cooks start 5:00 PM: You/)).toBeInViewport({ ratio: 1 })
  await expectCount(line('You drive'), 0)
  await expectNoAxeFindings()

  await line('Your duty: Dinner · Cook').click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Cook' })).toHaveFocus()
  history.back()
  await line(/^Dinner: Chili/).click()
  await expect.element(page.getByRole('tab', { name: /^Day 2/ })).toHaveAttribute('aria-selected', 'true')
  // Opened again tomorrow, it shows tomorrow.
  expect(address()).toBe(`/trip/${trip.id}?tab=meals`)
  history.back()
  await line(/Swimming/).click()
  await expect.element(page.getByRole('tab', { name: 'Itinerary' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('region', { name: 'Day 2', exact: true })).toHaveFocus()
  history.back()
  await expect.element(card()).toBeVisible()

  // By its own timer, to the minute.
  lookAgain('2031-06-12T10:59:30')
  await expectText(part('Now'), 'Canoeing')
  await pass(31_000)
  await expectCount(part('Now'), 0)
  await expectText(part('Next'), 'Swimming')

  // As if it had slept over midnight, and somebody looks at it again.
  lookAgain('2031-06-13T07:00:00')
  await expectText(card(), 'Day 3 of 3 · Fri, Jun 13')
  await expectText(part('Next'), /Packing up\s*8:00 AM/)
  await expectCount(line(/^Dinner/), 0)
  // The way back.
  await line('You drive With Ben').click()
  await expect.element(page.getByRole('group', { name: 'Your car' })).toHaveFocus()
})

test('a guest reads before the trip what is open for them', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('2031-06-02T12:00:00') })
  await page.viewport(390, 844)
  const ana = newId()
  const ben = buildPerson('Ben')
  const values = { details: buildDetails(datesOf('2031-06-12', '2031-06-14')), ...buildPlannedDays(ana, ben) }
  const party = values.people.find(({ persons }) => persons.some(({ id }) => id === ben.id))
  const taken = { person_id: ben.id, party_id: party?.id ?? '', is_confirmed: true, shares_party: false }
  const members = access(planner({ ...ROBIN, id: ana }, 'owner'), {
    ...planner(ROBIN, 'member'),
    ...{ person_id: ben.id, party_id: party?.id ?? '' },
  })
  const { trip } = await openTrip({ trip: { role: 'member', owner_id: ana, taken }, values, members })
  showApp(`/trip/${trip.id}`)
  const ahead = card('Before you go')
  await expectText(ahead, 'You ride in Ana’s car')
  await ahead.getByRole('link', { name: 'Say whether you’re coming' }).click()
  await expect.poll(address).toBe(`/trip/${trip.id}/group?tab=people`)
})

test('organizers read on Overview what is still open for the group, and each line leads there', async () => {
  await page.viewport(390, 844)
  const eve = buildComing('Eve')
  const people = buildParties(buildComing('Ana', { id: ROBIN.id }), eve)
  const beds = { beds: [{ ...newBed(newId()), places: 1 }], sleepers: [{ id: ROBIN.id, bed: '' }] }
  const values = { ...planDay2('2031-06-12', '2031-06-14'), people, beds }
  const { trip, editAsOther } = await openTrip({ values, members: access(planner(ROBIN, 'owner')) })
  showApp(`/trip/${trip.id}`)
  const link = (name: string) => group.getByRole('link', { name })
  await expect.element(link('1 person needs a ride')).toBeVisible()
  await expect.element(link('2 people have no bed')).toBeVisible()
  await expect.element(link('1 duty needs people')).toBeVisible()
  await expectNoAxeFindings()

  await link('1 person needs a ride').click()
  await expect.element(page.getByRole('button', { name: '1 person needs a ride' })).toBeInViewport()
  history.back()
  await group.getByRole('button', { name: 'See everything still to do' }).click()
  const all = page.getByRole('dialog', { name: 'Still to do' })
  await expectText(all, 'Eve')
  await all.getByRole('button', { name: 'Done' }).click()
  await expectCount(all, 0)

  // Eve does not come after all: the card keeps its height.
  const height = () => group.element().getBoundingClientRect().height
  const before = height()
  editAsOther('people', () => [...people.slice(0, 1), buildParty({ ...eve, coming: 'not_coming' })])
  await expect.element(link('Everyone has a ride')).toBeVisible()
  expect(height()).toBe(before)
})
