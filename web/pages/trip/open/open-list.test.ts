import { afterAll, describe, expect, it, vi } from 'vitest'
import type { LocalDate } from '#domain/local-date.ts'
import { newBed } from '#domain/plan/beds.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { costs } from '#domain/plan/costs.ts'
import { details } from '#domain/plan/details.ts'
import { newDuty } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { type ComingAnswer, newPerson, type Party } from '#domain/plan/people.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newPurchase, newShoppingItem, ownKeyOf } from '#domain/plan/shopping.ts'
import { buildComing } from '#domain/testing/people.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { FakeBrowser } from '#web/data/testing/fake-browser.ts'
import type { PlanValues, PlanView } from '#web/trip-core/derived/plan-view.ts'
import { listOpen, openAsText } from './open-list.ts'
import { loadedOf, openParts } from './open-parts.ts'
import { openPlanOf } from './open-plan.ts'

const browser = new FakeBrowser()
// The root of web/data listens to the page as soon as it is imported.
vi.stubGlobal('addEventListener', () => {})
Object.assign(document, { addEventListener: () => {} })
afterAll(() => browser.close())

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const [ana, ben, kim, gone] = [1, 2, 5, 6].map(idOf) as [string, string, string, string]
const people: Party[] = [{ id: ana, name: '', persons: [buildComing('Ana', { id: ana }), newPerson(ben, 'Ben')] }]
const dates: TripDates = { departure_date: '2026-08-13' as LocalDate, return_date: '2026-08-16' as LocalDate }
const phase: Phase = { is: 'before', days: 3 }
const table = { ...newChecklistItem(idOf(3)), name: 'Tables', needed: 6 }
const checklist = [{ id: table.id, category: 'Camp', items: [table] }]
const gear = { claims: [newClaim(table, ana, 4)] }
const cook = { ...newDuty(idOf(4), 'cook'), day: 2, meal: 'dinner', places: 1 } as const
/** Kim is in the trip, but not on its list of people. */
const names: Record<string, string> = { [ana]: 'Ana', [ben]: 'Ben', [kim]: 'Kim' }
const nothing: PlanValues = {
  details: { ...details.empty, ...dates },
  meals: {},
  people,
  checklist: [],
  gear: { claims: [] },
  rides: { cars: [], riders: [] },
  beds: { beds: [], sleepers: [] },
  duties: { duties: [], volunteers: [] },
  shopping: { items: [], states: [], purchases: [] },
  polls: { polls: [], answers: [] },
  todos: { todos: [], doers: [] },
  costs: costs.empty,
}
const duties = { duties: [cook], volunteers: [] }
/** The list, with so many bought of so many items. */
function shoppingOf(bought: number, count: number) {
  const items = Array.from({ length: count }, (_, number) => newShoppingItem(idOf(100 + number), `Item ${number}`))
  const purchases = items
    .slice(0, bought)
    .map(({ id, text }) => newPurchase(id, { key: ownKeyOf(id), name: text }, ana))
  return { items, states: [], purchases }
}

const parts = openParts('people', 'gear', 'rides', 'beds', 'duties', 'shopping')
await Promise.all(parts.map(({ code }) => code.load()))

function openIn(values: PlanValues, at: Phase = phase) {
  const trip = { id: 'trip', type: 'car_trip' } as PlanView['trip']
  const view = { trip, user: undefined, values: { ...nothing, ...values }, planners: undefined }
  const plan = {
    ...openPlanOf(view, { phase: at, today: '2026-08-10' as LocalDate, claimants: 0 }),
    isKnown: (id: string) => id in names,
  }
  return listOpen(loadedOf(parts), { ...plan, nameInText: (id) => names[id] ?? '' }) ?? []
}

describe('what is still open', () => {
  it('is who and what, by kind, with the tab where it is changed', () => {
    const bed = newBed(idOf(7))
    const open = openIn({
      checklist,
      gear,
      rides: { cars: [{ ...newCar(idOf(8), ana), seats: 2 }], riders: [{ id: ben, car: '' }] },
      beds: { beds: [{ ...bed, places: 1 }], sleepers: [{ id: ben, bed: '' }] },
      duties,
      shopping: shoppingOf(5, 96),
    })
    expect(open.map(({ href, title, texts }) => [href.replace('/trip/trip/group?tab=', ''), title, ...texts])).toEqual([
      ['people', 'No answer yet', 'Ben'],
      ['gear', 'Missing gear', 'Tables: 2'],
      ['rides', 'Need a ride', 'Ben'],
      ['rides&view=beds', 'No bed yet', 'Ana', 'Ben'],
      ['rides&view=duties', 'Duties with open places', 'Cook, Fri dinner: 1 place'],
      ['shopping', 'Shopping', '91 of 96 items to buy'],
    ])
    expect(openAsText('To the lake', open.slice(0, 2))).toBe(
      'To the lake: still to do\n\nNo answer yet\n- Ben\n\nMissing gear\n- Tables: 2',
    )
  })

  it('is who waits for a seat or a bed, and who is not on the list of people', () => {
    const car = { ...newCar(idOf(8), ana), seats: 2 }
    const bed = { ...newBed(idOf(7)), places: 1 }
    const riders = [
      { id: ben, car: car.id },
      { id: kim, car: car.id },
      { id: gone, car: '' },
    ]
    const sleepers = [ana, kim, gone].map((id) => ({ id, bed: bed.id }))
    const open = openIn({ rides: { cars: [car], riders }, beds: { beds: [bed], sleepers } })
    expect(open.map(({ title, texts }) => [title, ...texts])).toEqual([
      ['No answer yet', 'Ben'],
      ['Need a ride', 'Kim'],
      ['No bed yet', 'Kim'],
    ])
  })

  it('is a ride for those whose driver is not coming, and a driver for a car that has none', () => {
    const person = (id: string, coming: ComingAnswer) => ({ ...newPerson(id, names[id] ?? ''), coming })
    const coming = (answer: ComingAnswer) => [
      { id: ana, name: '', persons: [person(ana, answer), person(ben, 'coming'), person(kim, 'coming')] },
    ]
    const rental = { ...newCar(idOf(9), ''), seats: 2, place: 'Kingston' }
    const rides = {
      cars: [{ ...newCar(idOf(8), ana), seats: 2 }, rental],
      riders: [
        { id: ben, car: idOf(8) },
        { id: kim, car: rental.id },
      ],
    }
    const openWith = (answer: ComingAnswer) =>
      openIn({ people: coming(answer), rides }).map(({ title, texts }) => [title, ...texts])
    const driver = ['Cars without a driver', 'Kingston · 1 of 2 seats taken']
    expect(openWith('not_coming')).toEqual([['Need a ride', 'Ben'], driver])
    expect(openWith('coming')).toEqual([driver])
  })

  it('is no ride and no gear once the group has set off, and no duty of a day that is over', () => {
    const titlesOn = (day: number) =>
      openIn(
        {
          checklist,
          gear,
          rides: { cars: [{ ...newCar(idOf(8), ana), seats: 2 }], riders: [{ id: ben, car: '' }] },
          duties,
        },
        { is: 'during', day, of: 4 },
      ).map(({ title }) => title)
    expect(titlesOn(1)).toEqual(['No answer yet', 'Missing gear', 'Need a ride', 'Duties with open places'])
    expect(titlesOn(2)).toEqual(['No answer yet', 'Duties with open places'])
    expect(titlesOn(3)).toEqual(['No answer yet'])
  })

  it('is nothing of what nobody has planned', () => {
    const answered = people.map((party) => ({ ...party, persons: party.persons.slice(0, 1) }))
    expect(openIn({ people: answered, shopping: shoppingOf(3, 3) })).toEqual([])
  })
})
