import { describe, expect, it } from 'vitest'
import { newBed } from '#domain/plan/beds.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { details } from '#domain/plan/details.ts'
import { newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { type ComingAnswer, newPerson, newSkip } from '#domain/plan/people.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newShoppingItem } from '#domain/plan/shopping.ts'
import { buildComing } from '#domain/testing/people.ts'
import type { PlanValues, PlanView } from '#web/trip-core/derived/plan-view.ts'
import type { PromisedPlan } from '#web/trip-core/promises.ts'
import { listPromises } from './list-promises.ts'
import { loadedSources, loadPromises } from './promise-parts.ts'
import { promisedPlanOf } from './promised-plan.ts'

await loadPromises()

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, kim] = [1, 2, 3].map(idOf) as [string, string, string]

/** A trip in which Ana has promised something everywhere, and Ben and Kim are there too. */
function valuesOf(coming: ComingAnswer) {
  const persons = [{ ...newPerson(ana, 'Ana'), coming }, buildComing('Ben', { id: ben })]
  const people = [{ id: idOf(9), name: '', persons }]
  const cook = { ...newDuty(idOf(20), 'cook'), day: 2, meal: 'dinner' as const, places: 1 }
  const wash = { ...newDuty(idOf(21), 'wash_up'), places: 1 }
  const volunteers = [newVolunteer(cook.id, ana), newVolunteer(wash.id, ben), newVolunteer(wash.id, ana)]
  const [table, cup] = [idOf(30), idOf(31)].map((id, index) => ({
    ...newChecklistItem(id),
    name: ['Table', 'Cup'][index] ?? '',
    is_each: index === 1,
  })) as [ReturnType<typeof newChecklistItem>, ReturnType<typeof newChecklistItem>]
  const bought = { ...newShoppingItem(idOf(41), 'Ice'), buyer: ana }
  return {
    details: details.empty,
    meals: {},
    people,
    rides: {
      cars: [
        { ...newCar(idOf(10), ben), seats: 2 },
        { ...newCar(idOf(11), ''), seats: 1, place: 'Kingston' },
      ],
      riders: [{ id: ana, car: idOf(10) }],
    },
    beds: {
      beds: [{ ...newBed(idOf(12)), places: 1 }],
      sleepers: [
        { id: ben, bed: idOf(12) },
        { id: ana, bed: idOf(12) },
      ],
    },
    duties: { duties: [cook, wash], volunteers },
    todos: { todos: [], doers: [] },
    gear: { claims: [newClaim(table, ana, 2), newClaim(cup, ana, 1), newClaim(table, kim, 1)] },
    checklist: [{ id: idOf(8), category: 'Camp', items: [{ ...table, name: 'Big table' }, cup] }],
    shopping: {
      items: [{ ...newShoppingItem(idOf(40), 'Firewood'), buyer: ana }, bought],
      states: [],
      purchases: [
        { id: idOf(42), key: `own:${bought.id}`, name: 'Ice', amount: '', unit: '', person_id: ana, tick: '' },
      ],
    },
  } satisfies PlanValues
}

const names = (personId: string) => (personId === ben ? 'Ben' : 'You')

function promisesIn(values: PlanValues, personId: string, isBack = false, nameOf: PromisedPlan['nameOf'] = names) {
  const trip = { id: 'trip', type: 'car_trip' } as PlanView['trip']
  const plan = promisedPlanOf({ trip, user: undefined, values, planners: undefined })
  return listPromises(loadedSources(), { ...plan, me: ana, isKnown: () => true, nameOf }, personId, isBack) ?? []
}

const textsOf = (coming: ComingAnswer, personId: string) =>
  Object.fromEntries(promisesIn(valuesOf(coming), personId).map(({ title, texts }) => [title, texts]))

describe('what a person has promised', () => {
  it('is what they ride in, sleep in, do, bring and get', () => {
    expect(textsOf('coming', ana)).toEqual({
      Rides: ['A seat in Ben’s car'],
      Beds: ['On the waiting list for a tent'],
      Duties: ['Cook, day 2 dinner', 'Wash up (waiting list)'],
      Gear: ['Big table (2)'],
      Shopping: ['Firewood'],
    })
    expect(textsOf('coming', ben)).toEqual({
      Rides: ['Drives a car'],
      Beds: ['A place in a tent'],
      Duties: ['Wash up'],
    })
  })

  it('is listed too if they are not coming: it is open again', () => {
    expect(textsOf('not_coming', ana)).toEqual({
      Rides: ['A seat in Ben’s car'],
      Beds: ['A place in a tent'],
      Duties: ['Cook, day 2 dinner', 'Wash up'],
      Gear: ['Big table (2)'],
      Shopping: ['Firewood'],
    })
  })

  it('says who waits now if they come after all', () => {
    const plan = valuesOf('coming')
    const rides = { cars: [{ ...newCar(idOf(10), ana), seats: 1 }], riders: [{ id: kim, car: idOf(10) }] }
    const beds = { ...plan.beds, sleepers: plan.beds.sleepers.toReversed() }
    const named: Record<string, string> = { [ana]: 'You', [ben]: 'Ben', [kim]: 'Kim' }
    const back = { ...plan, rides, beds }
    expect(promisesIn(back, ana, true, (id) => named[id] ?? '').flatMap(({ texts }) => texts.slice(0, 1))).toEqual([
      'Drives a car. Now on the waiting list: Kim.',
      'A place in a tent. Now on the waiting list: Ben.',
      'Cook, day 2 dinner',
      'Big table (2)',
      'Firewood',
    ])
  })

  it('says who needs another ride if a driver is not coming, and why their riders have none', () => {
    const plan = valuesOf('coming')
    const people = plan.people.map((party) => ({
      ...party,
      persons: party.persons.map((one) => (one.id === ben ? { ...one, coming: 'not_coming' as const } : one)),
    }))
    const away = { ...plan, people }
    const ridesOf = (changed: PlanValues, personId: string) =>
      promisesIn(changed, personId).find(({ title }) => title === 'Rides')?.texts
    expect(ridesOf(away, ben)).toEqual(['Drives a car. Now without a ride: You.'])
    expect(ridesOf(away, ana)).toEqual(['Needs another ride: Ben isn’t coming'])
    expect(ridesOf(plan, ana)).toEqual(['A seat in Ben’s car'])
  })

  it('says that somebody is not there for a duty', () => {
    const plan = valuesOf('coming')
    const cook = { ...newDuty(idOf(20), 'cook'), day: 2, meal: 'dinner' as const, places: 1 }
    const duties = { duties: [cook], volunteers: [newVolunteer(cook.id, ana)] }
    const people = plan.people.map((party) => ({
      ...party,
      persons: party.persons.map((one) => ({ ...one, skips: [newSkip('2 dinner')] })),
    }))
    expect(promisesIn({ ...plan, people, duties }, ana).find(({ title }) => title === 'Duties')?.texts).toEqual([
      'Cook, day 2 dinner (not there then)',
    ])
  })

  it('is named as people name it, whatever that is', () => {
    const plan = valuesOf('coming')
    const rides = { cars: [newCar(idOf(10), ben)], riders: [{ id: ana, car: idOf(10) }] }
    const beds = { beds: [{ ...newBed(idOf(12)), name: 'none' }], sleepers: [{ id: ana, bed: idOf(12) }] }
    const texts = promisesIn({ ...plan, rides, beds }, ana, false, () => 'You').flatMap((one) => one.texts)
    expect(texts).toContain('A seat in You’s car')
    expect(texts).toContain('A place in none')
    const own = { cars: [newCar(idOf(10), ana)], riders: [{ id: ben, car: idOf(10) }] }
    expect(promisesIn({ ...plan, rides: own }, ben)[0]?.texts).toEqual(['A seat in your car'])
  })

  it('calls gear without a name as the checklist does', () => {
    const plan = valuesOf('coming')
    const checklist = plan.checklist.map((group) => ({
      ...group,
      items: group.items.map((item) => ({ ...item, name: ' ' })),
    }))
    const gear = promisesIn({ ...plan, checklist }, ana).find(({ title }) => title === 'Gear')
    expect(gear?.texts).toEqual(['Item 1 (2)'])
    const removed = { ...plan, checklist: [], gear: { claims: plan.gear.claims.map((one) => ({ ...one, name: '' })) } }
    expect(promisesIn(removed, ana).find(({ title }) => title === 'Gear')?.texts[0]).toBe('Item without a name (2)')
  })

  it('is nothing for somebody who has promised nothing', () => {
    expect(promisesIn(valuesOf('coming'), idOf(7))).toEqual([])
  })
})
