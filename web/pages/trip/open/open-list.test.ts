import { describe, expect, it } from 'vitest'
import { listPeopleOnDuties } from '#domain/duties/people-on-duty.ts'
import { gearGroups } from '#domain/gear/gear-items.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { newBed } from '#domain/plan/beds.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { newDuty } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { type ComingAnswer, newPerson, type Party } from '#domain/plan/people.ts'
import { newCar } from '#domain/plan/rides.ts'
import { progressOf } from '#domain/progress.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { listOpen, openAsText } from './open-list.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const [ana, ben, kim, gone] = [1, 2, 5, 6].map(idOf) as [string, string, string, string]
const people: Party[] = [
  { id: ana, name: '', persons: [{ ...newPerson(ana, 'Ana'), coming: 'coming' }, newPerson(ben, 'Ben')] },
]
const dates: TripDates = { departure_date: '2026-08-13' as LocalDate, return_date: '2026-08-16' as LocalDate }
const phase: Phase = { is: 'before', days: 3 }
const table = { ...newChecklistItem(idOf(3)), name: 'Tables', needed: 6 }
const gear = gearGroups(
  [{ id: table.id, category: 'Camp', items: [table] }],
  { claims: [newClaim(table, ana, 4)] },
  new Set(),
)
const cook = { ...newDuty(idOf(4), 'cook'), day: 2, meal: 'dinner', places: 1 } as const
/** Kim is in the trip, but not on its list of people. */
const names: Record<string, string> = { [ana]: 'Ana', [ben]: 'Ben', [kim]: 'Kim' }
const group = { people, dates, isKnown: (id: string) => id in names, nameInText: (id: string) => names[id] ?? '' }
const nothing = { rides: { cars: [], riders: [] }, beds: { beds: [], sleepers: [] } }
const duties = listPeopleOnDuties({ duties: [cook], volunteers: [] }, () => undefined)

describe('what is still open', () => {
  it('is who and what, by kind, with the tab where it is changed', () => {
    const bed = newBed(idOf(7))
    const open = listOpen({
      group,
      phase,
      gear,
      rides: { cars: [{ ...newCar(idOf(8), ana), seats: 2 }], riders: [{ id: ben, car: '' }] },
      beds: { beds: [{ ...bed, places: 1 }], sleepers: [{ id: ben, bed: '' }] },
      duties,
      shopping: progressOf(5, 96),
    })
    expect(open.map(({ tab, title, texts }) => [tab, title, ...texts])).toEqual([
      ['people', 'No answer yet', 'Ben'],
      ['gear', 'Missing gear', 'Tables: 2'],
      ['rides', 'Need a ride', 'Ben'],
      ['rides', 'No bed yet', 'Ana', 'Ben'],
      ['rides', 'Duties with open places', 'Cook, Fri dinner: 1 place'],
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
    const input = { group, phase, gear: [], duties: [], shopping: undefined }
    const open = listOpen({ ...input, rides: { cars: [car], riders }, beds: { beds: [bed], sleepers } })
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
      listOpen({
        group: { ...group, people: coming(answer) },
        phase,
        gear: [],
        rides,
        beds: nothing.beds,
        duties: [],
        shopping: undefined,
      }).map(({ title, texts }) => [title, ...texts])
    const driver = ['Cars without a driver', 'Kingston · 1 of 2 seats taken']
    expect(openWith('not_coming')).toEqual([['Need a ride', 'Ben'], driver])
    expect(openWith('coming')).toEqual([driver])
  })

  it('is no ride and no gear once the group has set off, and no duty of a day that is over', () => {
    const titlesOn = (day: number) =>
      listOpen({
        group,
        phase: { is: 'during', day, of: 4 },
        gear,
        rides: { cars: [{ ...newCar(idOf(8), ana), seats: 2 }], riders: [{ id: ben, car: '' }] },
        beds: nothing.beds,
        duties,
        shopping: undefined,
      }).map(({ title }) => title)
    expect(titlesOn(1)).toEqual(['No answer yet', 'Missing gear', 'Need a ride', 'Duties with open places'])
    expect(titlesOn(2)).toEqual(['No answer yet', 'Duties with open places'])
    expect(titlesOn(3)).toEqual(['No answer yet'])
  })

  it('is nothing of what nobody has planned', () => {
    const answered = people.map((party) => ({ ...party, persons: party.persons.slice(0, 1) }))
    const input = {
      group: { ...group, people: answered },
      phase,
      gear: [],
      ...nothing,
      duties: [],
      shopping: progressOf(3, 3),
    }
    expect(listOpen(input)).toEqual([])
  })
})
