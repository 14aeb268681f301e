import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newBed } from '#domain/plan/beds.ts'
import { newExpense, newPayer, newPayment, newShare } from '#domain/plan/costs.ts'
import { newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
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
import { expect, test } from './fixtures.ts'
import { button, dialog, waitUntilQuiet } from './page-parts.ts'
import { personRow } from './people-list.ts'
import { touchPhone } from './phone.ts'

/* Words that are longer than a phone is wide are broken: no page and no dialog scrolls sideways. */

/** A village in Wales. */
const WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const narrowPhone = { ...touchPhone, viewport: { width: 360, height: 740 } }

/** Whatever people typed is one word. */
function planOf(type: TripType, people: Party[], me: string, ben: string) {
  const line = (text: string) => newLine(randomUUID(), text)
  const day = newMealDay(type, 1)
  const dinner = {
    ...day.meals.dinner,
    name: WORD,
    description: WORD,
    prep: WORD,
    link: `https://${WORD}.example/${WORD}`,
  }
  const activity = { id: randomUUID(), time: WORD, activity: WORD, description: WORD, duration: WORD, mapUrl: WORD }
  const activities = [{ ...activity, icon: newItineraryDay(type, 1).light[0]?.icon ?? 'car' }]
  const item = buildItem(WORD, { needed: 3 })
  const bought = newShoppingItem(randomUUID(), WORD)
  const car = buildCar(me, { place: WORD, leaves_at: WORD, room_for_gear: WORD })
  const bed = { ...newBed(randomUUID()), name: WORD, note: WORD }
  const duty = { ...newDuty(randomUUID(), 'other'), name: WORD, note: WORD, day: 1, places: 2 }
  const ofMe = newExpense(randomUUID(), 'CAD', me)
  const shares = [newShare(me), newShare(ben)]
  const expense = { ...ofMe, name: WORD, note: WORD, payers: [newPayer(me, 12_345_678)], shares }
  const payment = newPayment(randomUUID(), { from: ben, to: me, amount: 2500, currency: 'CAD' }, ben)
  return {
    people,
    details: buildDetails({
      destination_name: WORD,
      ...datesOf('2031-06-25', '2031-06-26'),
      departure_airport_code: WORD,
      arrival_airport_code: WORD,
      car_trip_distances: [{ id: randomUUID(), place: WORD, distance: WORD }],
      car_trip_entry_gate: WORD,
      air_travel_flight_info: { carrier: WORD, flightNumber: WORD },
    }),
    notes: [{ id: randomUUID(), text: WORD }],
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
        hard: activities.map((one) => ({ ...one, id: randomUUID() })),
      },
    },
    checklist: [buildCategory(WORD, item, WORD)],
    shopping: {
      items: [{ ...bought, shop: WORD, buyer: ben, note: WORD }, newShoppingItem(randomUUID(), WORD)],
      states: [],
      purchases: [newPurchase(randomUUID(), { key: ownKeyOf(randomUUID()), name: WORD }, ben)],
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

/** Expects that neither the page nor an open dialog scrolls sideways. */
async function expectNarrow(page: Page, place: string): Promise<void> {
  // What is far down the page loads when it is near.
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    }
  })
  await waitUntilQuiet(page)
  expect.soft(await page.evaluate(findWide), place).toEqual([])
}

/** Runs in the page: the innermost elements that reach out of the page or of a dialog, if that scrolls sideways. */
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

for (const type of ['car_trip', 'air_travel'] as const)
  test(`words of 58 letters in all texts of a plan: nothing scrolls sideways at 360 px (${type})`, async ({
    openSignedIn,
    register,
    createTrip,
    server,
  }) => {
    test.setTimeout(240_000)
    const account = await register({ full_name: `Me${WORD}` })
    const phone = await openSignedIn(narrowPhone, account)
    const me = buildComing(`Me${WORD}`, { id: account.id })
    const food = { food_note: WORD, allergens: allergensOf('nuts'), diets: dietsOf('vegan') }
    const ben = buildComing(`Ben${WORD}`, food)
    const people = [buildNamedParty(WORD, me), buildNamedParty(WORD, ben, `Cleo${WORD}`)]
    const id = await createTrip(phone, { name: WORD, type, plan: planOf(type, people, me.id, ben.id) })

    await phone.goto('/')
    await expect(phone.getByText(WORD).first()).toBeVisible()
    await expectNarrow(phone, 'trips')
    const tabs = ['overview', 'meals', 'itinerary', 'checklist', ...(type === 'air_travel' ? ['tickets'] : [])]
    for (const tab of tabs) {
      await phone.goto(`/trip/${id}?tab=${tab}`)
      await expect(phone.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
      await expectNarrow(phone, tab)
      const edit = phone.getByRole('tabpanel').getByRole('button', { name: /^Edit/ }).first()
      if (tab === 'overview' || !(await edit.isVisible())) continue
      await edit.tap()
      await expectNarrow(phone, `${tab}, edited`)
    }
    const details: Record<string, RegExp[]> = {
      people: [/^Add person ?$/, /^Invite people/, /^Still to do/, /^What everyone eats/, /^Me/],
      shopping: [/^Details of/],
      gear: [/^Details of/],
      rides: [/^Edit your car/i, /passengers/, /^Share the rides/, /^Add a car/],
      'rides&view=beds': [new RegExp(`^Edit ${WORD}`), /^(Add others|Change who sleeps here)/, /^Add a tent/],
      'rides&view=duties': [new RegExp(`^${WORD}, `), /^Add a duty/],
      costs: [new RegExp(`^${WORD}`), /^Add expense/, /^More options/],
    }
    for (const [tab, openers] of Object.entries(details)) {
      await phone.goto(`/trip/${id}/group?tab=${tab}`)
      await expect(phone.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
      await expectNarrow(phone, tab)
      for (const name of type === 'car_trip' ? openers : []) {
        const opener = phone.getByRole('tabpanel').getByRole('button', { name }).first()
        await opener.tap({ timeout: 10_000 })
        await expectNarrow(phone, `${tab}, after ${name}`)
        await phone.goto(`/trip/${id}/group?tab=${tab}`)
      }
    }
    await phone.goto(`/trip/${id}/group?tab=people`)
    await personRow(phone, `Ben${WORD}`).tap()
    await expectNarrow(phone, 'person')
    await button(phone, 'Edit').tap()
    await button(phone, 'Same person as…').tap()
    await expect(dialog(phone)).toBeVisible()
    await dialog(phone).getByRole('combobox').selectOption({ index: 1 })
    await expectNarrow(phone, 'merge')
    await phone.goto(`/trip/${id}`)
    await button(phone, 'Share trip').tap()
    await expect(dialog(phone)).toBeVisible()
    await expectNarrow(phone, 'share')
    await button(phone, 'Close').first().tap()
    await phone
      .getByRole('banner')
      .getByRole('button', { name: /history, rename and more$/ })
      .tap()
    await expectNarrow(phone, 'menu of the trip')
    await phone.getByRole('menuitem', { name: 'History' }).tap()
    await expect(dialog(phone)).toBeVisible()
    await expectNarrow(phone, 'history')
    await button(phone, 'Close').first().tap()

    const token = randomUUID()
    server.database.prepare('update trips set share_token = ?, is_public = 1 where id = ?').run(token, id)
    await phone.goto(`/shared/${id}?token=${token}&mode=view`)
    await expect(phone.getByRole('main').getByText(WORD).first()).toBeVisible()
    await expectNarrow(phone, 'shared')
  })
