import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { refusalMessage } from '#domain/operations/refusals.ts'
import { plan as planSections } from '#domain/plan/index.ts'
import { newMealDay } from '#domain/plan/meals.ts'
import { buildCategory } from '#domain/testing/checklist.ts'
import type { TripCard } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { plan, tripKey } from '#web/data/root/plan.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import type { OpenTrip } from '#web/data/sync/plan-client.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { expectNow, pass, stopClock } from '#web/testing/clock.ts'
import { hold, holdSends } from '#web/testing/hold.ts'
import { itineraryDay } from '#web/testing/itinerary.ts'
import { type OpenedTrip, openTrip, type PlanValues, responses } from '#web/testing/open-trip.tsx'
import { button, expectCount, expectText } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/* What the tabs of a plan say while it loads, if it cannot be loaded, and while it is saved. */

const panel = page.getByRole('tabpanel')
const saveState = page.getByRole('banner').getByRole('status')

const listed = { destination_name: '', departure_date: '', return_date: '', is_archived: false, deleted_at: null }

test.each([
  ['MEAL-22', 'Food & Meals', 'Loading meal plans...', 'Meal Plan'],
  ['ITIN-18', 'Itinerary', 'Loading itinerary...', 'Adventure Itinerary'],
  ['CHECK-9', 'Checklist', 'Loading checklist...', 'Camping Checklist'],
])('%s the tab %s says that it is loading, and sends nothing of the sample', async (_id, name, loading, heading) => {
  const { trip, server } = await openTrip({ trip: { name: 'Patience' } })
  const opened = queryCache.getResult<OpenTrip>(tripKey(trip.id)).data
  queryCache.forgetPerson()
  const trips = [{ ...trip, ...listed } as TripCard]
  // The list has the trip's name while its plan loads.
  queryCache.set(LIST, trips)
  responses.set('/api/trips', async () => ({ trips }))
  const { released, release } = hold()
  vi.spyOn(plan, 'isOpen').mockReturnValue(false)
  vi.spyOn(plan, 'openPersisted').mockResolvedValue(undefined)
  const findLoaded = vi.mocked(plan.find).getMockImplementation()
  vi.mocked(plan.find).mockReturnValue(undefined)
  vi.spyOn(plan, 'open').mockImplementation(async () => {
    await released
    vi.mocked(plan.find).mockImplementation(findLoaded as typeof plan.find)
    return opened as OpenTrip
  })
  showApp('/')
  await page.getByRole('link', { name: 'Patience' }).click()
  await page.getByRole('tab', { name }).click()
  await expect.element(panel.getByText(loading)).toBeVisible()
  await expectCount(panel.getByRole('heading', { name: heading }), 0)
  await expectCount(panel.getByRole('button', { name: /^Edit/ }), 0)
  release()
  await expect.element(panel.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  await expectCount(page.getByText(loading), 0)
  await expectNoAxeFindings()
  expect(server.received).toEqual([])
})

test.each([
  ['ERR-28, ERR-31', 'meals', 'Error: Failed to load meal plans', 'Edit meal plan'],
  ['ITIN-19, ERR-29, ERR-31', 'itinerary', 'Error: Failed to load itinerary activities', 'Add Day'],
  ['ERR-30, ERR-31', 'checklist', 'Error: Failed to load checklist', 'Edit checklist'],
] as const)(
  '%s of %s that fail to load the tab says so and what to do, while the other tabs work',
  async (_ids, name, said, edit) => {
    const { trip, server } = await openTrip({ failed: [name] })
    const { fetchTrip } = server
    const error = { code: 'data_not_loaded', message: planSections[name].failures().load }
    server.fetchTrip = async (id) => {
      const response = await fetchTrip(id)
      return { ...response, sections: { ...response.sections, [name]: { error } } }
    }
    queryCache.forgetPerson()
    showApp(`/trip/${trip.id}?tab=${name}`)
    const alert = panel.getByRole('alert')
    await expectText(alert, said)
    await expectText(alert, /make sure the backend is connected.*refresh the page/i)
    await expectCount(button(edit), 0)
    await expectCount(page.getByRole('tablist', { name: 'Days' }), 0)
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect.element(page.getByRole('region', { name: 'Trip Details & Travel Info' })).toBeVisible()
  },
)

interface Failing {
  ids: string
  tab: string
  values: PlanValues
  failure: string
  /** Changes something and has it saved. */
  edit: () => Promise<void>
  shown: () => Locator
  stored: (opened: OpenedTrip) => unknown
  expected: unknown
}

const meals = () => {
  const day = newMealDay('car_trip', 1)
  return { 1: { ...day, meals: { ...day.meals, dinner: { ...day.meals.dinner, name: 'Old stew' } } } }
}

const failing: Failing[] = [
  {
    ids: 'ERR-14, ERR-53, SAVE-15, SAVE-16',
    tab: 'overview',
    values: { notes: [{ id: newId(), text: 'Before' }] },
    failure: 'Failed to save notes',
    async edit() {
      await page.getByRole('region', { name: 'Trip Notes & Reminders' }).getByText('Before').click()
      await page.getByLabelText('Note 1', { exact: true }).fill('Written while the disk was full')
    },
    shown: () => page.getByText('Written while the disk was full'),
    stored: ({ stored }) => stored('notes').map(({ text }) => text),
    expected: ['Written while the disk was full'],
  },
  {
    ids: 'ERR-16, ERR-54',
    tab: 'meals',
    values: { meals: meals() },
    failure: 'Failed to save meal plans',
    async edit() {
      await button('Edit meal plan').click()
      const dinner = page.getByRole('region', { name: 'Dinner', exact: true })
      await dinner.getByLabelText('Name', { exact: true }).fill('Chowder')
      await button('Save').click()
    },
    shown: () => page.getByRole('region', { name: 'Dinner', exact: true }).getByRole('heading', { name: 'Chowder' }),
    stored: ({ stored }) => stored('meals')[1]?.meals.dinner.name,
    expected: 'Chowder',
  },
  {
    ids: 'ERR-20, ERR-55',
    tab: 'itinerary',
    values: { itinerary: { 1: itineraryDay('Monday', ['Swim']) } },
    failure: 'Failed to save itinerary activities',
    async edit() {
      const activity = page.getByRole('region', { name: 'Light Activities, day 1' }).getByRole('listitem')
      await activity.getByRole('button', { name: /^Edit / }).click()
      await activity.getByLabelText('Activity', { exact: true }).fill('Swim at dawn')
    },
    shown: () => page.getByText('Swim at dawn'),
    stored: ({ stored }) => stored('itinerary')[1]?.light.map(({ activity }) => activity),
    expected: ['Swim at dawn'],
  },
  {
    ids: 'ERR-18, ERR-56, CHECK-31',
    tab: 'checklist',
    values: { checklist: [buildCategory('Tent', 'Poles', 'Mallet')] },
    failure: 'Failed to save checklist',
    edit: () => page.getByRole('checkbox', { name: 'Mallet' }).click(),
    shown: () => page.getByRole('checkbox', { name: 'Mallet', checked: true }),
    stored: ({ stored }) => stored('checklist')[0]?.items.map(({ checked }) => checked),
    expected: [false, true],
  },
]

test.each(failing.map(({ ids, tab, ...one }) => [ids, tab, one] as const))(
  '%s a failed save is only logged, stays on the screen and is retried: %s',
  async (_ids, tab, test) => {
    const opened = await openTrip({ values: test.values })
    const logged: string[] = []
    vi.spyOn(console, 'error').mockImplementation((...said) => void logged.push(said.join(' ')))
    const before = test.stored(opened)
    // The second time it does not even get there.
    opened.server.fates = ['internal_error', 'lost']
    showApp(`/trip/${opened.trip.id}?tab=${tab}`)
    await expect.element(panel.first()).toBeVisible()
    stopClock('Date')
    await test.edit()
    await pass(1000)
    await expect.poll(() => logged.join()).toContain(test.failure)
    await expectText(saveState, 'Saving...')
    await expectCount(page.getByRole('alert'), 0)
    await expect.element(page.getByRole('main')).not.toHaveTextContent(/error|fail|not saved/i)
    await expect.element(test.shown()).toBeVisible()
    expect(test.stored(opened)).toEqual(before)
    await expect
      .poll(async () => {
        await pass(1000)
        return test.stored(opened)
      })
      .toEqual(test.expected)
    await expectText(saveState, 'Saved')
    expect(opened.server.failures).toBe(2)
  },
)

test("SAVE-18..21 shows an edit at once, saves it once 1000 ms after the last key, and shows 'Saved' for 2 s", async () => {
  const itinerary = { 1: itineraryDay('Monday', ['Dunes']) }
  const { server, trip, stored } = await openTrip({ values: { itinerary } })
  const { release, count } = holdSends(server)
  showApp(`/trip/${trip.id}?tab=itinerary`)
  const activity = page.getByRole('region', { name: 'Light Activities, day 1' }).getByRole('listitem')
  await activity.getByRole('button', { name: /^Edit / }).click()
  const name = activity.getByLabelText('Activity', { exact: true })
  await expect.element(name).toHaveValue('Dunes')
  stopClock('Date')

  await name.fill('Dunes at')
  await pass(900)
  await name.fill('Dunes at dusk')
  const day = page.getByRole('region', { name: 'Day 1', exact: true })
  await day.getByRole('heading', { level: 3 }).getByRole('button').click()
  await day.getByLabelText('Day 1', { exact: true }).fill('Monday evening')
  await pass(999)
  await expectNow(saveState, '')
  expect(count()).toBe(0)
  await pass(1)
  await expectNow(saveState, 'Saving...')
  expect(saveState.element().querySelector('svg')).toBeVisible()
  expect(count()).toBe(1)
  expect(stored('itinerary')[1]?.light[0]?.activity).toBe('Dunes')

  release()
  await pass(1)
  await expectNow(saveState, 'Saved')
  expect(saveState.element().querySelector('svg')).toBeVisible()
  // However it was typed, there is one operation per field.
  const place = ['1', 'light', itinerary[1].light[0]?.id]
  expect(
    server.received.map((sent) => sent.map(({ id: _id, when: _when, section: _, ...mutation }) => mutation)),
  ).toEqual([
    [
      { do: 'set', at: [...place, 'activity'], to: 'Dunes at dusk', was: 'Dunes' },
      { do: 'set', at: ['1', 'title'], to: 'Monday evening', was: 'Monday' },
    ],
  ])
  expect(stored('itinerary')[1]).toMatchObject({ title: 'Monday evening', light: [{ activity: 'Dunes at dusk' }] })
  await pass(1998)
  await expectNow(saveState, 'Saved')
  await pass(1)
  await expectNow(saveState, '')
  await pass(60_000)
  expect(count()).toBe(1)
})

test("an edit beyond the account's quota is refused and can be copied, and nothing of it is kept", async () => {
  const opened = await openTrip()
  const { server, trip } = opened
  const field = page.getByLabelText('Destination', { exact: true })
  const openField = async () => {
    const row = page.getByRole('button', { name: /^(Add )?Destination/i })
    await expect.poll(() => field.query() ?? row.query()).not.toBeNull()
    if (!field.query()) await row.click()
    await expect.element(field).toBeVisible()
  }
  showApp(`/trip/${trip.id}`)
  await openField()
  await field.fill('Killarney')
  await expectText(saveState, 'Saved')

  const { send } = server
  server.send = async (tripId, { operations, ...request }, how) => ({
    ...(await send(tripId, { ...request, operations: [] }, how)),
    refused: operations.map(({ id }) => ({ id, code: 'plans_full', message: refusalMessage('plans_full') })),
  })
  showApp(`/trip/${trip.id}`)
  await openField()
  await expect.element(field).toHaveValue('Killarney')
  await field.fill('Killarney Provincial Park')
  await button('1 change couldn’t be saved').click()
  const dialog = page.getByRole('dialog', { name: 'Changes not saved' })
  await expectText(dialog, 'The trip owner has no space left for plans. Ask your administrator to raise the limit.')
  await expectText(dialog, 'Killarney Provincial Park')
  await expect.element(dialog.getByRole('button', { name: /^Copy/ }).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Dismiss all' }).click()
  await expectCount(page.getByRole('button', { name: /couldn’t be saved/ }), 0)
  for (const isAgain of [false, true]) {
    if (isAgain) {
      await opened.forget()
      showApp(`/trip/${trip.id}`)
    }
    await openField()
    await expect.element(field).toHaveValue('Killarney')
  }
  expect(opened.stored('details').destination_name).toBe('Killarney')
})
