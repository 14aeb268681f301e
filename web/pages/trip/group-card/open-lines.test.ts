import { afterAll, expect, it, vi } from 'vitest'
import type { LocalDate } from '#domain/local-date.ts'
import { newBed } from '#domain/plan/beds.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { details } from '#domain/plan/details.ts'
import { newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
import type { ComingAnswer } from '#domain/plan/people.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newPurchase, newShoppingItem, ownKeyOf } from '#domain/plan/shopping.ts'
import { buildComing, buildParty, buildPerson } from '#domain/testing/people.ts'
import { FakeBrowser } from '#web/data/testing/fake-browser.ts'
import type { PlanValues, PlanView } from '#web/trip-core/derived/plan-view.ts'
import type { OpenPlan } from '#web/trip-core/open.ts'
import { type LoadedPart, loadedOf, openParts } from '../open/open-parts.ts'
import { openPlanOf } from '../open/open-plan.ts'
import { listOpenLines } from './open-lines.ts'

const browser = new FakeBrowser()
// The root of web/data listens to the page as soon as it is imported.
vi.stubGlobal('addEventListener', () => {})
Object.assign(document, { addEventListener: () => {} })
afterAll(() => browser.close())

type Eight<One> = [One, One, One, One, One, One, One, One]

const parts = openParts('people', 'rides', 'beds', 'gear', 'duties', 'shopping')
await Promise.all(parts.map(({ code }) => code.load()))
const [, claims, rides, drivers, beds, gear, duties, shopping] = loadedOf(parts) as Eight<LoadedPart>
const kinds = { claims, rides, drivers, beds, gear, duties, shopping }
type Kind = keyof typeof kinds

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, gone] = [1, 2, 3].map(idOf) as [string, string, string]
const table = { ...newChecklistItem(idOf(10)), name: 'Tables', needed: 6 }
const stove = { ...newChecklistItem(idOf(11)), name: 'Stove', needed: 1 }
const cook = { ...newDuty(idOf(20), 'cook'), day: 1, meal: 'dinner', places: 3 } as const
const washUp = { ...newDuty(idOf(21), 'wash_up'), day: 2, places: 1 } as const
const all: Kind[] = ['claims', 'rides', 'beds', 'gear', 'duties', 'shopping']
const ownItems = Array.from({ length: 96 }, (_, number) => newShoppingItem(idOf(100 + number), `Item ${number}`))

/** Two people are coming. Ana has a car of two seats and a tent for one, and brings four of six tables. */
const values = {
  details: details.empty,
  meals: {},
  people: [ana, ben].map((id) => ({ id, name: '', persons: [buildComing(id, { id })] })),
  rides: { cars: [{ ...newCar(idOf(30), ana), seats: 2 }], riders: [{ id: gone, car: '' }] },
  beds: { beds: [{ ...newBed(idOf(31)), places: 1 }], sleepers: [{ id: ana, bed: idOf(31) }] },
  checklist: [{ id: idOf(40), category: 'Camp', items: [table, stove] }],
  gear: { claims: [newClaim(table, ana, 4)] },
  duties: { duties: [cook, washUp], volunteers: [] },
  shopping: {
    items: ownItems,
    states: [],
    purchases: ownItems.slice(0, 5).map(({ id, text }) => newPurchase(id, { key: ownKeyOf(id), name: text }, ana)),
  },
} satisfies PlanValues

type Changes = PlanValues & Partial<Pick<OpenPlan, 'phase' | 'isKnown'>>

function planWith({ phase = { is: 'before', days: 3 }, isKnown = (id) => id !== gone, ...changed }: Changes): OpenPlan {
  const trip = { id: 'trip', type: 'car_trip' } as PlanView['trip']
  const view = { trip, user: undefined, values: { ...values, ...changed }, planners: undefined }
  return { ...openPlanOf(view, { phase, today: '2026-08-10' as LocalDate, claimants: 3 }), me: ana, isKnown }
}

const linesOf = (names: Kind[], changed: Changes = {}) =>
  listOpenLines(
    names.map((name) => kinds[name]),
    planWith(changed),
  )
const textsOf = (names: Kind[], changed: Changes = {}) =>
  linesOf(names, changed).map(({ text, href }) => `${text} ${href.replace('/trip/trip/', '')}`)

it('says how much of each kind is open, and leads there', () => {
  expect(textsOf(all)).toEqual([
    'Check who joined under a name on your list (3) group?tab=people',
    '1 person needs a ride group?tab=rides#without-ride',
    '1 person has no bed group?tab=rides&view=beds#without-bed',
    '2 gear items are missing group?tab=gear',
    '2 duties need people group?tab=rides&view=duties',
    '91 of 96 items to buy group?tab=shopping',
  ])
})

it('counts nobody who has left the trip', () => {
  const seated = {
    ...values.rides,
    riders: [
      { id: ben, car: idOf(30) },
      { id: gone, car: '' },
    ],
  }
  expect(textsOf(['rides'], { rides: seated })).toEqual(['Everyone has a ride group?tab=rides#without-ride'])
  expect(textsOf(['rides'], { rides: seated, isKnown: () => true })).toEqual([
    '1 person needs a ride group?tab=rides#without-ride',
  ])
})

it('names people where all are one party', () => {
  const persons = [buildComing('Ana Lake', { id: ana }), buildComing('Ben Lake', { id: ben })]
  const family = { people: [{ id: ana, name: '', persons }] }
  expect(textsOf(['rides', 'beds'], family)).toEqual([
    'Ben has no seat yet group?tab=rides#without-ride',
    'Ben has no bed yet group?tab=rides&view=beds#without-bed',
  ])
  const nowhere = { rides: { cars: [newCar(idOf(30), '')], riders: [] } }
  expect(textsOf(['rides'], { ...family, ...nowhere })[0]).toMatch(/^You and Ben have no seat yet/)
  const others = [...family.people, buildParty(buildPerson('Kim', { id: gone }))]
  expect(textsOf(['rides'], { ...nowhere, people: others })[0]).toMatch(/^2 people need a ride/)
})

it('has what is open first, and then what is done', () => {
  const asleep = { ...values.beds, sleepers: [...values.beds.sleepers, { id: ben, bed: 'none' }] }
  expect(textsOf(['rides', 'beds', 'gear'], { beds: asleep, rides: { cars: [], riders: [] } })).toEqual([
    '2 gear items are missing group?tab=gear',
    'Everyone has a ride group?tab=rides#without-ride',
    'Everyone has a bed group?tab=rides&view=beds#without-bed',
  ])
})

it('settles nothing for people who have not said that they are coming', () => {
  const answering = (answers: Record<string, ComingAnswer>) =>
    values.people.map((party) => ({
      ...party,
      persons: party.persons.map((one) => ({ ...one, coming: answers[one.id] ?? one.coming })),
    }))
  const seated = { cars: [{ ...newCar(idOf(30), ana), seats: 2 }], riders: [{ id: ben, car: idOf(30) }] }
  const asleep = {
    ...values.beds,
    sleepers: [
      { id: ana, bed: idOf(31) },
      { id: ben, bed: 'none' },
    ],
  }
  const full = {
    rides: seated,
    beds: asleep,
    checklist: [{ id: idOf(40), category: 'Camp', items: [table] }],
    gear: { claims: [newClaim(table, ben, 6)] },
    duties: { duties: [{ ...cook, places: 1 }], volunteers: [newVolunteer(cook.id, ben)] },
  }
  const linesWith = (answers: Record<string, ComingAnswer>) =>
    linesOf(['rides', 'beds', 'gear', 'duties'], { ...full, people: answering(answers) })
  const saidWith = (answers: Record<string, ComingAnswer>) => linesWith(answers).map(({ text }) => text)
  expect(saidWith({})).toEqual([
    'Everyone has a ride',
    'Everyone has a bed',
    'All the gear is covered',
    'All duties are taken',
  ])
  for (const answer of ['open', 'unsure'] as const)
    expect(saidWith({ [ben]: answer })).toEqual([
      'Everyone who’s coming has a ride',
      'Everyone who’s coming has a bed',
      'All the gear is covered, if everyone comes',
      'All duties are taken, if everyone comes',
    ])
  // A copied trip: nobody has answered.
  expect(saidWith({ [ana]: 'open', [ben]: 'open' }).slice(0, 2)).toEqual([
    'No one is coming yet, so no one needs a ride',
    'No one is coming yet, so no one needs a bed',
  ])
  const [done, soFar] = [linesWith({}), linesWith({ [ben]: 'open' })]
  expect(done.every(({ icon }, index) => icon !== soFar[index]?.icon)).toBe(true)
})

it('asks for a ride for those whose driver is not coming, and for a driver of a car that has none', () => {
  const people = values.people.map((party) => ({
    ...party,
    persons: party.persons.map((one) => (one.id === ana ? { ...one, coming: 'not_coming' as const } : one)),
  }))
  const cars = [{ ...newCar(idOf(30), ana), seats: 5 }, newCar(idOf(32), '')]
  const driven = { cars, riders: [{ id: ben, car: idOf(30) }] }
  const two = [...people, buildParty(buildComing('Kim', { id: gone }))]
  const isKnown = () => true
  expect(textsOf(['rides', 'drivers'], { people: two, rides: driven, isKnown })).toEqual([
    '2 people need a ride group?tab=rides#without-ride',
    '1 car needs a driver group?tab=rides',
  ])
})

it('counts no duty of a day that is over, and leaves out what is not known yet', () => {
  expect(textsOf(['duties', 'shopping'], { phase: { is: 'during', day: 2, of: 3 }, shopping: undefined })).toEqual([
    '1 duty needs people group?tab=rides&view=duties',
  ])
})

it('depends on nobody for a duty of a day that is over', () => {
  const people = values.people.map((party) => ({
    ...party,
    persons: party.persons.map((one) => (one.id === ben ? { ...one, coming: 'unsure' as const } : one)),
  }))
  const volunteers = [newVolunteer(cook.id, ben), newVolunteer(washUp.id, ana)]
  const taken = { duties: [{ ...cook, places: 1 }, washUp], volunteers }
  const saidOn = (day: number) => textsOf(['duties'], { people, duties: taken, phase: { is: 'during', day, of: 3 } })
  expect(saidOn(1)).toEqual(['All duties are taken, if everyone comes group?tab=rides&view=duties'])
  expect(saidOn(2)).toEqual(['All duties are taken group?tab=rides&view=duties'])
})
