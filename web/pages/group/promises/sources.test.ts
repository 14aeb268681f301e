import { describe, expect, it } from 'vitest'
import { absencesOf, listPeopleOnDuties } from '#domain/duties/people-on-duty.ts'
import { newBed } from '#domain/plan/beds.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { type ComingAnswer, newPerson } from '#domain/plan/people.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newShoppingItem } from '#domain/plan/shopping.ts'
import { shoppingRows } from '#domain/shopping/rows.ts'
import { listPromises } from './sources.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, kim] = [1, 2, 3].map(idOf) as [string, string, string]

/** A trip in which Ana has promised something everywhere, and Ben and Kim are there too. */
const dates = { departure_date: '', return_date: '' } as const

function planOf(coming: ComingAnswer) {
  const persons = [
    { ...newPerson(ana, 'Ana'), coming },
    { ...newPerson(ben, 'Ben'), coming: 'coming' as const },
  ]
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
    people,
    dates,
    me: ana,
    isKnown: () => true,
    nameOf: (personId: string) => (personId === ben ? 'Ben' : 'You'),
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
    duties: listPeopleOnDuties({ duties: [cook, wash], volunteers }, absencesOf(people, dates)),
    gear: { claims: [newClaim(table, ana, 2), newClaim(cup, ana, 1), newClaim(table, kim, 1)] },
    checklist: [{ id: idOf(8), category: 'Camp', items: [{ ...table, name: 'Big table' }, cup] }],
    shopping: shoppingRows(
      [],
      {
        items: [{ ...newShoppingItem(idOf(40), 'Firewood'), buyer: ana }, bought],
        states: [],
        purchases: [
          {
            id: idOf(42),
            key: `own:${bought.id}`,
            name: 'Ice',
            amount: '',
            unit: '',
            person_id: ana,
            tick: '',
          },
        ],
      },
      [],
    ),
  }
}
const textsOf = (coming: ComingAnswer, personId: string) =>
  Object.fromEntries(listPromises(planOf(coming), personId).map(({ title, texts }) => [title, texts]))

describe('what a person has promised', () => {
  it('is what they ride in, sleep in, do, bring and get', () => {
    expect(textsOf('coming', ana)).toEqual({
      Rides: ['A seat in Ben’s car'],
      Beds: ['Waits for a place in a tent'],
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
    const plan = planOf('coming')
    const rides = { cars: [{ ...newCar(idOf(10), ana), seats: 1 }], riders: [{ id: kim, car: idOf(10) }] }
    const beds = { ...plan.beds, sleepers: plan.beds.sleepers.toReversed() }
    const names: Record<string, string> = { [ana]: 'You', [ben]: 'Ben', [kim]: 'Kim' }
    const back = { ...plan, rides, beds, nameOf: (id: string) => names[id] ?? '' }
    expect(listPromises(back, ana, true).flatMap(({ texts }) => texts.slice(0, 1))).toEqual([
      'Drives a car. Now on the waiting list: Kim.',
      'A place in a tent. Now on the waiting list: Ben.',
      'Cook, day 2 dinner',
      'Big table (2)',
      'Firewood',
    ])
  })

  it('says who needs another ride if a driver is not coming, and why their riders have none', () => {
    const plan = planOf('coming')
    const people = plan.people.map((party) => ({
      ...party,
      persons: party.persons.map((one) => (one.id === ben ? { ...one, coming: 'not_coming' as const } : one)),
    }))
    const away = { ...plan, people }
    const ridesOf = (changed: typeof plan, personId: string) =>
      listPromises(changed, personId).find(({ title }) => title === 'Rides')?.texts
    expect(ridesOf(away, ben)).toEqual(['Drives a car. Now without a ride: You.'])
    expect(ridesOf(away, ana)).toEqual(['Needs another ride: Ben isn’t coming'])
    expect(ridesOf(plan, ana)).toEqual(['A seat in Ben’s car'])
  })

  it('says that somebody is not there for a duty', () => {
    const plan = planOf('coming')
    const cook = { ...newDuty(idOf(20), 'cook'), day: 2, meal: 'dinner' as const, places: 1 }
    const duties = listPeopleOnDuties({ duties: [cook], volunteers: [newVolunteer(cook.id, ana)] }, () => 'absent')
    expect(listPromises({ ...plan, duties }, ana).find(({ title }) => title === 'Duties')?.texts).toEqual([
      'Cook, day 2 dinner (not there then)',
    ])
  })

  it('is named as people name it, whatever that is', () => {
    const plan = planOf('coming')
    const rides = { cars: [newCar(idOf(10), ben)], riders: [{ id: ana, car: idOf(10) }] }
    const beds = { beds: [{ ...newBed(idOf(12)), name: 'none' }], sleepers: [{ id: ana, bed: idOf(12) }] }
    const texts = listPromises({ ...plan, rides, beds, nameOf: () => 'You' }, ana).flatMap((one) => one.texts)
    expect(texts).toContain('A seat in You’s car')
    expect(texts).toContain('A place in none')
    const own = { cars: [newCar(idOf(10), ana)], riders: [{ id: ben, car: idOf(10) }] }
    expect(listPromises({ ...plan, rides: own }, ben)[0]?.texts).toEqual(['A seat in your car'])
  })

  it('calls gear without a name as the checklist does', () => {
    const plan = planOf('coming')
    const checklist = plan.checklist.map((group) => ({
      ...group,
      items: group.items.map((item) => ({ ...item, name: ' ' })),
    }))
    const gear = listPromises({ ...plan, checklist }, ana).find(({ title }) => title === 'Gear')
    expect(gear?.texts).toEqual(['Item 1 (2)'])
    const removed = { ...plan, checklist: [], gear: { claims: plan.gear.claims.map((one) => ({ ...one, name: '' })) } }
    expect(listPromises(removed, ana).find(({ title }) => title === 'Gear')?.texts[0]).toBe('Item without a name (2)')
  })

  it('is nothing for somebody who has promised nothing', () => {
    expect(listPromises(planOf('coming'), idOf(7))).toEqual([])
  })
})
