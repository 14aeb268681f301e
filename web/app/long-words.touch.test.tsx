import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { BetaResponse } from '#domain/api/auth.ts'
import type { HistoryEntry } from '#domain/api/history.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { withDefaults } from '#domain/operations/defaults.ts'
import { newBed } from '#domain/plan/beds.ts'
import { newExpense, newPayer, newPayment, newShare } from '#domain/plan/costs.ts'
import { newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { forms } from '#domain/plan/forms.ts'
import { newClaim } from '#domain/plan/gear.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import { newItineraryDay } from '#domain/plan/itinerary.ts'
import { newLine, newMealDay } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import { newPurchase, newShoppingItem, ownKeyOf } from '#domain/plan/shopping.ts'
import { buildCategory, buildItem } from '#domain/testing/checklist.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { allergensOf, buildComing, buildNamedParty, dietsOf } from '#domain/testing/people.ts'
import { buildCar } from '#domain/testing/rides.ts'
import { buildTicket } from '#domain/testing/tickets.ts'
import type { TripType } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { openTrip, type PlanValues, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, drawn, expectCount } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { cardOf } from '#web/testing/trip-details.ts'
import { share } from './testing/share.ts'

/* Words that are longer than a phone is wide are broken: no page and no dialog scrolls sideways. */

/** A village in Wales. */
const WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const panel = page.getByRole('tabpanel')

// The modules of a test fill the default, and `isQuiet` reads what comes after them.
performance.setResourceTimingBufferSize(10_000)

/** Whatever people typed is one word. */
function planOf(type: TripType, people: Party[], me: string, ben: string): Record<string, object> {
  const line = (text: string) => newLine(newId(), text)
  const day = newMealDay(type, 1)
  const dinner = {
    ...day.meals.dinner,
    name: WORD,
    description: WORD,
    prep: WORD,
    link: `https://${WORD}.example/${WORD}`,
  }
  const activity = { id: newId(), time: WORD, activity: WORD, description: WORD, duration: WORD, mapUrl: WORD }
  const activities = [{ ...activity, icon: newItineraryDay(type, 1).light[0]?.icon ?? 'car' }]
  const item = buildItem(WORD, { needed: 3 })
  const bought = newShoppingItem(newId(), WORD)
  const car = buildCar(me, { place: WORD, leaves_at: WORD, room_for_gear: WORD })
  const bed = { ...newBed(newId()), name: WORD, note: WORD }
  const duty = { ...newDuty(newId(), 'other'), name: WORD, note: WORD, day: 1, places: 2 }
  const ofMe = newExpense(newId(), 'CAD', me)
  const shares = [newShare(me), newShare(ben)]
  const expense = { ...ofMe, name: WORD, note: WORD, payers: [newPayer(me, 12_345_678)], shares }
  const payment = newPayment(newId(), { from: ben, to: me, amount: 2500, currency: 'CAD' }, ben)
  return {
    people,
    details: buildDetails({
      destination_name: WORD,
      ...datesOf('2031-06-25', '2031-06-26'),
      departure_airport_code: WORD,
      arrival_airport_code: WORD,
      car_trip_distances: [{ id: newId(), place: WORD, distance: WORD }],
      car_trip_entry_gate: WORD,
      air_travel_flight_info: { carrier: WORD, flightNumber: WORD },
    }),
    notes: [{ id: newId(), text: WORD }],
    meals: {
      '1': {
        meals: { ...day.meals, dinner: { ...dinner, ingredients: [line(WORD), line(`3 kg ${WORD}`)] } },
        snacks: [line(WORD)],
      },
    },
    itinerary: {
      '1': {
        title: `Day 1: ${WORD}`,
        light: activities,
        hard: activities.map((one) => ({ ...one, id: newId() })),
      },
    },
    checklist: [buildCategory(WORD, item, WORD)],
    shopping: {
      items: [{ ...bought, shop: WORD, buyer: ben, note: WORD }, newShoppingItem(newId(), WORD)],
      states: [],
      purchases: [newPurchase(newId(), { key: ownKeyOf(newId()), name: WORD }, ben)],
    },
    gear: { claims: [newClaim(item, ben, 1)] },
    rides: { cars: [car], riders: [{ id: ben, car: car.id }] },
    beds: { beds: [bed], sleepers: [{ id: ben, bed: bed.id }] },
    duties: { duties: [duty], volunteers: [newVolunteer(duty.id, ben)] },
    costs: { currency: 'CAD', expenses: [expense], payments: [payment] },
    ...(type === 'air_travel' && {
      tickets: [buildTicket(WORD, { details: WORD, time: WORD, location: WORD, confirmationNumber: WORD })],
    }),
  }
}

/** Opens a trip in which everything is one word, on a narrow phone. */
async function openLongWords(type: TripType) {
  await page.viewport(360, 740)
  const user = { ...ROBIN, full_name: `Me${WORD}` }
  const me = buildComing(user.full_name, { id: user.id })
  const ben = buildComing(`Ben${WORD}`, { food_note: WORD, allergens: allergensOf('nuts'), diets: dietsOf('vegan') })
  const people = [buildNamedParty(WORD, me), buildNamedParty(WORD, ben, `Cleo${WORD}`)]
  const values = Object.entries(planOf(type, people, me.id, ben.id)).map(([name, value]) => [
    name,
    withDefaults(forms[name as CommonSectionName], value),
  ])
  const opened = await openTrip({
    type,
    trip: { name: WORD },
    values: Object.fromEntries(values) as PlanValues,
    members: access(planner(user, 'owner')),
  })
  session.enter({ user })
  const { id } = opened.trip
  const saved_by = { id: user.id, name: user.full_name }
  const entries = (['details', 'meals', 'checklist'] as const).map(
    (section): HistoryEntry => ({
      section,
      version: 1,
      from: 0,
      saved_by,
      saved_at: '2026-01-01T10:00:00.000Z',
    }),
  )
  responses.set(`/api/trips/${id}/history`, async () => ({ entries }))
  const changes: ChangeDescription[] = [{ do: 'set', at: ['destination_name'], within: [], was: '', to: WORD }]
  for (const { section } of entries)
    responses.set(`/api/trips/${id}/history/${section}/changes`, async () => ({
      changes: section === 'details' ? changes : [],
    }))
  responses.set(
    '/api/beta',
    async () =>
      ({
        beta_users: 1,
        demo: null,
        share_without_sign_in: false,
        sends_mail: false,
        sign_ups: 'open',
      }) satisfies BetaResponse,
  )
  const sharing = { is_public: false, share_token: newId() }
  responses.set(`/api/trips/${id}/sharing`, async () => sharing)
  const trips = [cardOf(opened.trip, { destination_name: WORD, ...datesOf('2031-06-25', '2031-06-26') })]
  responses.set('/api/trips', async () => ({ trips }))
  queryCache.set(LIST, trips)
  return opened
}

/** Expects that neither the page nor an open dialog scrolls sideways. */
async function expectNarrow(place: string): Promise<void> {
  // What is far down the page loads when it is near.
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
    scrollTo({ top, behavior: 'instant' })
    await drawn()
  }
  await expect.poll(isQuiet).toBe(true)
  expect.soft(findWide(), place).toEqual([])
}

/** Whether nothing has loaded for a moment: what is not there by then does not come by itself. */
function isQuiet(): boolean {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return performance.now() - Math.max(...loaded.map(({ responseEnd }) => responseEnd)) > 150
}

/** The innermost elements that reach out of the page or of a dialog, if that scrolls sideways. */
function findWide(): string[] {
  const scrolled = [document.documentElement, ...document.querySelectorAll('dialog, [role=dialog], [role=dialog] *')]
  const isScrolled = (box: Element) =>
    box.scrollWidth > Math.max(box.clientWidth, box === document.documentElement ? 0 : 1) + 1 &&
    (box === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(box).overflowX))
  return scrolled.filter(isScrolled).flatMap((box) => {
    const end = box.getBoundingClientRect().left + box.clientWidth
    const reachesOut = (element: Element) =>
      Math.max(element.getBoundingClientRect().right, element.getBoundingClientRect().left + element.scrollWidth) >
      end + 1
    const wide = [...box.querySelectorAll('*')].filter(
      (element) =>
        reachesOut(element) &&
        ![...element.children].some(reachesOut) &&
        element.closest('svg, .sr-only, .fixed') === null,
    )
    return [
      `${box.localName} is ${box.scrollWidth} px wide`,
      ...wide.slice(0, 6).map((element) => element.outerHTML.slice(0, 200)),
    ]
  })
}

async function openTab(address: string): Promise<void> {
  showApp(address)
  await expect.element(panel.getByRole('heading').first()).toBeVisible()
}

const types = ['car_trip', 'air_travel'] as const

test.each(types)(
  'words of 58 letters in all texts of a plan: the list and the tabs of a trip do not scroll sideways at 360 px (%s)',
  async (type) => {
    const { trip } = await openLongWords(type)
    showApp('/')
    await expect.element(page.getByText(WORD).first()).toBeVisible()
    await expectNarrow('trips')
    for (const tab of ['overview', 'meals', 'itinerary', 'checklist', ...(type === 'air_travel' ? ['tickets'] : [])]) {
      await openTab(`/trip/${trip.id}?tab=${tab}`)
      await expectNarrow(tab)
      const edit = panel.getByRole('button', { name: /^Edit/ })
      if (tab === 'overview' || edit.elements().length === 0) continue
      await edit.first().click()
      await expectNarrow(`${tab}, edited`)
    }
  },
)

/** Presses a button, and waits until what it opens is there. */
async function open(name: RegExp): Promise<void> {
  const opener = panel.getByRole('button', { name }).first()
  await expect.element(opener).toBeVisible()
  // By the time it is open, the button may have another name, or be hidden from assistive technology.
  const element = opener.element()
  const expands = element.hasAttribute('aria-expanded')
  await opener.click()
  if (expands) await expect.poll(() => element.getAttribute('aria-expanded')).toBe('true')
  else await expect.element(dialog().or(page.getByRole('menu')).or(panel.getByText('Copied'))).toBeVisible()
}

/** The tabs of a group, with the buttons that open something. */
const groupTabs: Record<string, RegExp[]> = {
  people: [/^Add person ?$/, /^Invite people/, /^Still to do/, /^What everyone eats/, /^Me/],
  shopping: [/^Details of/],
  gear: [/^Details of/],
  rides: [/^Edit your car/i, /passengers/, /^Share the rides/, /^Add a car/],
  'rides&view=beds': [new RegExp(`^Edit ${WORD}`), /^(Add others|Change who sleeps here)/, /^Add a tent/],
  'rides&view=duties': [new RegExp(`^${WORD}, `), /^Add a duty/],
  costs: [new RegExp(`^${WORD}`), /^Add expense/, /^More options/],
}

test.each(Object.keys(groupTabs))(
  'words of 58 letters in all texts of a plan: no tab of the group and none of its dialogs scrolls sideways (%s)',
  async (tab) => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { trip } = await openLongWords('car_trip')
    await openTab(`/trip/${trip.id}/group?tab=${tab}`)
    await expectNarrow(tab)
    for (const name of groupTabs[tab] ?? []) {
      await open(name)
      await expectNarrow(`${tab}, after ${name}`)
      await openTab(`/trip/${trip.id}/group?tab=${tab}`)
    }
  },
)

test('words of 58 letters in all texts of a plan: no tab of the group of an air trip scrolls sideways', async () => {
  const { trip } = await openLongWords('air_travel')
  for (const tab of Object.keys(groupTabs)) {
    await openTab(`/trip/${trip.id}/group?tab=${tab}`)
    await expectNarrow(tab)
  }
})

test.each(types)('words of 58 letters in all texts of a plan: no person scrolls sideways (%s)', async (type) => {
  const { trip } = await openLongWords(type)
  await openTab(`/trip/${trip.id}/group?tab=people`)
  await page
    .getByRole('list', { name: 'People', exact: true })
    .getByRole('button', { name: `Ben${WORD}` })
    .click()
  await expectNarrow('person')
  await button('Edit').click()
  await button('Same person as…').click()
  await expect.element(dialog()).toBeVisible()
  const other = dialog().getByRole('combobox')
  await other.selectOptions([(other.element() as HTMLSelectElement).options[1]?.value ?? ''])
  await expectNarrow('merge')
})

test.each(types)(
  'words of 58 letters in all texts of a plan: nothing over a trip and no shared view scrolls sideways (%s)',
  async (type) => {
    const opened = await openLongWords(type)
    await openTab(`/trip/${opened.trip.id}`)
    await button('Share trip').click()
    await expect.element(dialog()).toBeVisible()
    await expectNarrow('share')
    await button('Close').first().click()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /history, rename and more$/ })
      .click()
    await expectNarrow('menu of the trip')
    await page.getByRole('menuitem', { name: 'History' }).click()
    await expect.element(dialog()).toBeVisible()
    const change = dialog().getByText(`set the destination to “${WORD}”`)
    await expect.element(change).toBeVisible()
    await expectNarrow('history')
    await dialog()
      .getByRole('button', { name: / · Trip details/ })
      .click()
    await expectCount(change, 2)
    await expect.element(change.last()).toBeVisible()
    await expectNarrow('history, a row that is open')
    await button('Close').first().click()

    showApp(share(opened))
    await expect.element(page.getByRole('main').getByText(WORD).first()).toBeVisible()
    await expectNarrow('shared')
  },
)
