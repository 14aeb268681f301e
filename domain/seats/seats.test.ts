import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { listNotComing } from '../not-coming.ts'
import { type Beds, NO_BED, newBed } from '../plan/beds.ts'
import { mealTypes } from '../plan/day-parts.ts'
import { type ComingAnswer, comingAnswers, newPerson, type Party, type Person } from '../plan/people.ts'
import { type Car, NO_RIDE, newCar, type Rides } from '../plan/rides.ts'
import { spendsNight, stayIn } from '../stay.ts'
import type { TripDates } from '../trip-days.ts'
import { countBeds, planBeds, withSleeper } from './beds.ts'
import { findAbsence, findRide, planRides, withRider } from './cars.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const everybody = [1, 2, 3, 4, 5, 6].map(idOf)
const [ana, ben, kim, lou, max, pia] = everybody as [string, string, string, string, string, string]
const [red, blue, gone] = [101, 102, 103].map(idOf) as [string, string, string]

const dates: TripDates = { departure_date: '2026-07-03' as LocalDate, return_date: '2026-07-06' as LocalDate }

type Answers = Record<string, ComingAnswer>
type Stays = Record<string, Partial<Person>>

const peopleWith = (answers: Answers, stays: Stays = {}): Party[] => [
  {
    id: idOf(9),
    name: '',
    persons: everybody.map((id) => ({ ...newPerson(id, ''), coming: answers[id] ?? 'coming', ...stays[id] })),
  },
]
const groupOf = (people: readonly Party[], isKnown: (id: string) => boolean = () => true) => ({
  people,
  dates,
  isKnown,
})
const fillCars = (rides: Rides, people: readonly Party[], isKnown?: (id: string) => boolean) =>
  planRides(rides, groupOf(people, isKnown)).cars
const listWithoutRide = (rides: Rides, people: readonly Party[]) =>
  planRides(rides, groupOf(people)).without.map(({ id }) => id)
const fillBeds = (value: Beds, people: readonly Party[]) => planBeds(value, groupOf(people)).beds
const listWithoutBed = (value: Beds, people: readonly Party[]) =>
  planBeds(value, groupOf(people)).without.map(({ id }) => id)
const allComing = peopleWith({})
const car = (id: string, driver: string, seats: number): Car => ({ ...newCar(id, driver), seats })
const riding = (cars: Car[], ...riders: [person: string, car: string][]): Rides => ({
  cars,
  riders: riders.map(([id, of]) => ({ id, car: of })),
})
const inRed = (...people: string[]) => people.map((id): [string, string] => [id, red])

const anyTime = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(...mealTypes)).map((time) => time.join(' ')),
)
const anyResponse = fc.record({
  coming: fc.constantFrom<ComingAnswer>(...comingAnswers, 'coming', 'coming'),
  from: anyTime,
  until: anyTime,
})
const anyPeople = fc
  .tuple(...everybody.map(() => anyResponse))
  .map((answers) => peopleWith({}, Object.fromEntries(everybody.map((id, index) => [id, answers[index] ?? {}]))))
const anyDriver = fc.constantFrom('', ...everybody)
const anyRides: fc.Arbitrary<Rides> = fc
  .record({
    cars: fc.array(fc.record({ driver: anyDriver, seats: fc.integer({ min: 1, max: 5 }), leaves_day: fc.nat(4) }), {
      maxLength: 2,
    }),
    queue: fc.shuffledSubarray(everybody),
    in: fc.array(fc.constantFrom(red, blue, gone, '', NO_RIDE), { minLength: 6, maxLength: 6 }),
  })
  .map(({ cars, queue, in: taken }) => ({
    cars: cars.map(({ driver, seats, leaves_day }, index) => ({
      ...car(index === 0 ? red : blue, driver, seats),
      leaves_day,
    })),
    riders: queue.map((id, index) => ({ id, car: taken[index] as string })),
  }))
const anyBeds: fc.Arbitrary<Beds> = anyRides.map(({ cars, riders }) => ({
  beds: cars.map(({ id, seats }) => ({ ...newBed(id), places: seats })),
  sleepers: riders.map(({ id, car: bed }) => ({ id, bed })),
}))

describe('people who are not coming', () => {
  it('are those who said so', () => {
    const answers = { [ana]: 'open', ben: 'coming', [kim]: 'unsure', [lou]: 'not_coming' } as const
    expect(listNotComing(peopleWith(answers))).toEqual(new Set([lou]))
  })
})

describe('the seats of a car', () => {
  it('belong to those who asked first; the driver needs one too', () => {
    const [filled] = fillCars(riding([car(red, ana, 3)], ...inRed(ben, kim, lou)), allComing)
    expect(filled).toMatchObject({ isDriven: true, inside: [ben, kim], waiting: [lou], free: 0, trouble: undefined })
  })

  it('are open again if somebody is not coming, and theirs if they come after all', () => {
    const rides = riding([car(red, '', 2)], ...inRed(ana, ben, kim))
    const [filled] = fillCars(rides, peopleWith({ [ana]: 'not_coming' }))
    expect(filled).toMatchObject({ inside: [ben, kim], waiting: [], notComing: [ana], free: 0 })
    expect(fillCars(rides, allComing)[0]).toMatchObject({ inside: [ana, ben], waiting: [kim], notComing: [] })
  })

  it('say what is wrong with the driver', () => {
    const people = peopleWith({ [ana]: 'not_coming' })
    const troubles = (driver: string, isKnown?: (id: string) => boolean) =>
      fillCars(riding([car(red, ben, 4), car(blue, driver, 4)]), people, isKnown).map(({ trouble }) => trouble)
    expect(troubles('')).toEqual([undefined, 'nobody'])
    expect(troubles(ana)).toEqual([undefined, 'not_coming'])
    expect(troubles(ben)).toEqual([undefined, 'drives_another'])
    expect(troubles(kim, (id) => id !== kim)).toEqual([undefined, 'left'])
  })

  it('are not taken by people who drive another car', () => {
    const rides = riding([car(red, ana, 2), car(blue, ben, 2)], [ben, red], [kim, red])
    const [filled] = fillCars(rides, allComing)
    expect(filled).toMatchObject({ inside: [kim], waiting: [], drivers: [ben] })
  })

  it('are none in a car whose driver does not drive it; its riders keep their seats', () => {
    const rides = riding([car(red, ana, 2), car(blue, ben, 5)], ...inRed(kim, lou), [max, blue])
    const home = peopleWith({ [ana]: 'not_coming' })
    const [filled] = fillCars(rides, home)
    expect(filled).toMatchObject({ isClosed: true, inside: [], waiting: [], stranded: [kim, lou], free: 0 })
    expect(planRides(rides, groupOf(home)).without).toEqual([
      { id: kim, why: 'stranded', in: red },
      { id: lou, why: 'stranded', in: red },
      { id: pia, why: 'none' },
    ])
    // She comes after all.
    expect(fillCars(rides, allComing)[0]).toMatchObject({
      isClosed: false,
      inside: [kim],
      waiting: [lou],
      stranded: [],
    })
    const left = groupOf(allComing, (id) => id !== ana)
    expect(planRides(rides, left).cars[0]).toMatchObject({ trouble: 'left', stranded: [kim, lou], free: 0 })
    const two = riding([car(red, ana, 4), car(blue, ana, 4)], [kim, blue])
    expect(fillCars(two, allComing)[1]).toMatchObject({ trouble: 'drives_another', stranded: [kim], free: 0 })
  })

  it('stay in a car without a driver: somebody will drive it', () => {
    const [filled] = fillCars(riding([car(red, '', 2)], ...inRed(kim, lou, max)), allComing)
    expect(filled).toMatchObject({ trouble: 'nobody', isClosed: false, inside: [kim, lou], waiting: [max] })
  })

  it('are not taken by somebody who is not there on its day, and are theirs if their days change', () => {
    const late = peopleWith({}, { [ben]: { from: '3 lunch' } })
    const ridesOn = (leaves_day: number) => riding([{ ...car(red, ana, 2), leaves_day }], ...inRed(ben, kim))
    expect(fillCars(ridesOn(1), late)[0]).toMatchObject({ inside: [kim], waiting: [], away: [ben], free: 0 })
    expect(planRides(ridesOn(1), groupOf(late)).without).toContainEqual({ id: ben, why: 'away', in: red })
    expect(fillCars(ridesOn(3), late)[0]).toMatchObject({ inside: [ben], waiting: [kim], away: [] })
    // Nobody knows when it leaves.
    expect(fillCars(ridesOn(0), late)[0]).toMatchObject({ inside: [ben], waiting: [kim], away: [] })
    const early = peopleWith({}, { [ben]: { until: '2 lunch' } })
    expect(fillCars(ridesOn(4), early)[0]).toMatchObject({ inside: [kim], away: [ben] })
  })

  it('are not taken by somebody who arrives after it has left, or has gone by then, if its time is known', () => {
    const seated = (leaves_day: number, leaves_time: string, stay: Partial<Person>) => {
      const rides = riding([{ ...car(red, ana, 2), leaves_day, leaves_time }], ...inRed(kim))
      return fillCars(rides, peopleWith({}, { [kim]: stay }))[0]
    }
    for (const [day, time, stay] of [
      [1, '07:30', { from: '2 breakfast' }],
      [2, '18:00', { until: '1 dinner' }],
    ] as const)
      expect(seated(day, time, stay)).toMatchObject({ inside: [], away: [kim], free: 1 })
    for (const [day, time, stay] of [
      [1, '', { from: '2 breakfast' }],
      [1, '15:00', { from: '2 breakfast' }],
      [2, '07:30', { from: '2 dinner' }],
      [2, '', { until: '1 dinner' }],
      [2, '07:30', { until: '1 dinner' }],
      [2, '18:00', { until: '2 breakfast' }],
    ] as const)
      expect(seated(day, time, stay)).toMatchObject({ inside: [kim], away: [] })
  })

  it('are free again once somebody has left the trip, and theirs if they join again', () => {
    const rides = riding([car(red, ana, 2)], ...inRed(ben, kim))
    const isHere = (id: string) => id !== ben
    expect(fillCars(rides, allComing, isHere)[0]).toMatchObject({ inside: [kim], waiting: [] })
    expect(fillCars(rides, allComing)[0]).toMatchObject({ inside: [ben], waiting: [kim] })
    expect(fillCars(rides, peopleWith({ [ana]: 'not_coming' }), isHere)[0]).toMatchObject({ stranded: [kim] })
    const looking = riding([], [ben, ''], [kim, ''])
    expect(planRides(looking, groupOf([], isHere)).without).toEqual([{ id: kim, why: 'none' }])
  })

  it('never hold anybody twice, nor more people than they are, nor anybody without a driver who comes', () => {
    fc.assert(
      fc.property(anyRides, anyPeople, fc.subarray(everybody), (rides, people, known) => {
        const notComing = listNotComing(people)
        const isKnown = (id: string) => known.includes(id)
        const persons = people.flatMap((party) => party.persons)
        const { cars } = planRides(rides, groupOf(people, isKnown))
        const seated = cars.flatMap(({ car: { driver }, isDriven, inside }) => [
          ...(isDriven ? [driver] : []),
          ...inside,
        ])
        expect(new Set(seated).size).toBe(seated.length)
        for (const one of cars) {
          const {
            car: of,
            isDriven,
            isClosed,
            inside,
            waiting,
            stranded,
            away,
            notComing: declined,
            drivers,
            free,
          } = one
          const drives = of.driver !== '' && isKnown(of.driver) && !notComing.has(of.driver)
          if (inside.length > 0) expect(of.driver === '' || drives).toBe(true)
          if (isClosed) expect([...inside, ...waiting, ...away]).toEqual([])
          else expect(inside.length + free + (isDriven ? 1 : 0)).toBe(of.seats)
          if (waiting.length > 0) expect(free).toBe(0)
          for (const id of inside) expect(findAbsence(of, stayOf(persons, id))).toBeUndefined()
          const queue = rides.riders.flatMap(({ id, car: taken }) => (taken === of.id && isKnown(id) ? [id] : []))
          const all = [...inside, ...waiting, ...stranded, ...away, ...declined, ...drivers]
          // Also where its driver drives another one.
          const own = drives ? [of.driver] : []
          expect(queue.filter((id) => !own.includes(id)).toSorted()).toEqual(all.toSorted())
          const there = queue.filter((id) => [...inside, ...waiting].includes(id))
          expect([...inside, ...waiting]).toEqual(there)
        }
      }),
    )
  })

  it('leave everybody who is coming in one state: drives, sits, needs a ride, or needs none', () => {
    fc.assert(
      fc.property(anyRides, anyPeople, (rides, people) => {
        const plan = planRides(rides, groupOf(people))
        // Nobody plans rides.
        if (rides.cars.length + rides.riders.length === 0) return void expect(plan.without).toEqual([])
        expect(new Set(plan.without.map(({ id }) => id)).size).toBe(plan.without.length)
        for (const { id, coming } of people.flatMap((party) => party.persons)) {
          const drives = plan.cars.filter(({ car: of, isDriven }) => isDriven && of.driver === id).length
          const sits = plan.cars.filter(({ inside }) => inside.includes(id)).length
          const needs = plan.without.filter((one) => one.id === id).length
          const ride = findRide(plan, id)
          const states = { driving: drives, riding: sits, missing: needs }
          if (coming === 'not_coming') expect([drives, sits, needs]).toEqual([0, 0, 0])
          else if (ride) expect({ ...states, [ride.is]: 0 }).toEqual({ driving: 0, riding: 0, missing: 0 })
          if (coming !== 'coming') continue
          const needsNone = rides.riders.some((one) => one.id === id && one.car === NO_RIDE) && drives === 0
          expect(drives + sits + needs + (needsNone ? 1 : 0)).toBe(1)
          if (!needsNone) expect(states[ride?.is as keyof typeof states]).toBe(1)
        }
      }),
    )
  })

  it('take nothing from others when somebody asks for one, moves or leaves', () => {
    fc.assert(
      fc.property(anyRides, fc.constantFrom(...everybody), fc.constantFrom(red, blue, ''), (rides, who, to) => {
        const isIn = (all: Rides) => fillCars(all, allComing).flatMap(({ inside }) => inside)
        const rest = { ...rides, riders: rides.riders.filter(({ id }) => id !== who) }
        // A changed entry goes to the end of the queue.
        const after = withRider(rest, who, to)
        for (const id of isIn(rides)) if (id !== who) expect(isIn(after)).toContain(id)
      }),
    )
  })

  it('are as before once a driver who had cancelled comes again', () => {
    fc.assert(
      fc.property(anyRides, anyPeople, anyDriver, (rides, people, driver) => {
        const answered = (coming: ComingAnswer) =>
          people.map((party) => ({
            ...party,
            persons: party.persons.map((one) => (one.id === driver ? { ...one, coming } : one)),
          }))
        const before = structuredClone(rides)
        const without = planRides(rides, groupOf(answered('not_coming')))
        for (const { car: of, inside } of without.cars)
          if (of.driver === driver && driver !== '') expect(inside).toEqual([])
        expect(rides).toEqual(before)
        expect(planRides(rides, groupOf(answered('coming')))).toEqual(planRides(before, groupOf(answered('coming'))))
      }),
    )
  })
})

const stayOf = (persons: readonly Person[], personId: string) => {
  const person = persons.find(({ id }) => id === personId)
  return person && stayIn(person, dates)
}

describe('people without a ride', () => {
  it('are coming and in no car, or were in one that is gone', () => {
    const rides = riding([car(red, ana, 4)], [ben, red], [kim, gone], [lou, ''], [max, NO_RIDE])
    const people = peopleWith({ [kim]: 'open', [lou]: 'unsure' })
    expect(listWithoutRide(rides, people)).toEqual([kim, lou, pia])
    expect(listWithoutRide(rides, peopleWith({ [kim]: 'not_coming', [lou]: 'open', [pia]: 'open' }))).toEqual([lou])
    const unlisted = idOf(50)
    expect(listWithoutRide(riding([], [unlisted, '']), [])).toEqual([unlisted])
  })

  it('need one again once their car is removed, and have their seats again once it is back', () => {
    const rides = riding([car(red, ana, 2)], ...inRed(ben, kim))
    expect(listWithoutRide({ ...rides, cars: [] }, allComing)).toEqual(everybody)
    expect(fillCars(rides, allComing)[0]).toMatchObject({ inside: [ben], waiting: [kim] })
  })
})

describe('beds', () => {
  it('are like cars without a driver', () => {
    const sleepers = [ana, ben, kim].map((id) => ({ id, bed: red }))
    const beds: Beds = { beds: [{ ...newBed(red), places: 2 }], sleepers: [...sleepers, { id: lou, bed: NO_BED }] }
    expect(fillBeds(beds, allComing)[0]).toMatchObject({ inside: [ana, ben], waiting: [kim], free: 0 })
    // Kim waits, so she has none.
    expect(listWithoutBed(beds, allComing)).toEqual([kim, max, pia])
    expect(countBeds(beds, groupOf(allComing))).toEqual({ people: 5, places: 2 })
    expect(countBeds(beds, groupOf(peopleWith({ [max]: 'unsure', [pia]: 'not_coming' })))).toEqual({
      people: 3,
      places: 2,
    })
    expect(listWithoutBed(withSleeper(beds, pia, NO_BED), allComing)).toEqual([kim, max])
    expect(listWithoutBed({ beds: [], sleepers: [] }, allComing)).toEqual([])
  })

  it('are free again once somebody has left the trip', () => {
    const beds: Beds = { beds: [{ ...newBed(red), places: 1 }], sleepers: [ana, ben].map((id) => ({ id, bed: red })) }
    const left = planBeds(
      beds,
      groupOf(allComing, (id) => id !== ana),
    )
    expect(left.beds[0]).toMatchObject({ inside: [ben], waiting: [] })
    expect(
      planBeds(
        beds,
        groupOf([], (id) => id !== ana),
      ).without,
    ).toEqual([])
    expect(fillBeds(beds, allComing)[0]).toMatchObject({ inside: [ana], waiting: [ben] })
  })

  it('are not for people who spend no night on the trip', () => {
    const sleepers = [ana, ben].map((id) => ({ id, bed: red }))
    const beds: Beds = { beds: [{ ...newBed(red), places: 1 }], sleepers }
    const days: Stays = {
      [ana]: { from: '2 breakfast', until: '2 dinner' },
      [kim]: { from: '4 breakfast' },
      [lou]: { until: '1 dinner' },
      [max]: { until: '2 breakfast' },
    }
    const people = peopleWith({}, days)
    expect(fillBeds(beds, people)[0]).toMatchObject({ inside: [ben], waiting: [], away: [ana], free: 0 })
    expect(listWithoutBed(beds, people)).toEqual([max, pia])
    expect(countBeds(beds, groupOf(people))).toEqual({ people: 3, places: 1 })
    // A day trip has no night.
    const day = { ...groupOf(allComing), dates: { ...dates, return_date: dates.departure_date } }
    expect(planBeds(beds, day)).toMatchObject({ without: [], beds: [{ inside: [], away: [ana, ben], free: 1 }] })
    // Nobody knows when they leave.
    const open = { ...groupOf(people), dates: { departure_date: '', return_date: '' } as const }
    expect(planBeds(beds, open).without.map(({ id }) => id)).toEqual([kim, max, pia])
  })

  it('stay with people whose days are outside a trip that has moved: they are asked to confirm them', () => {
    const inJuly = { from: '1 dinner 2026-07-03', until: '4 lunch 2026-07-03' }
    const people = peopleWith({}, Object.fromEntries(everybody.map((id) => [id, inJuly])))
    const inAugust = { departure_date: '2026-08-03' as LocalDate, return_date: '2026-08-06' as LocalDate }
    const beds: Beds = { beds: [{ ...newBed(red), places: 2 }], sleepers: [ana, ben].map((id) => ({ id, bed: red })) }
    const moved = { ...groupOf(people), dates: inAugust }
    expect(planBeds(beds, moved).beds[0]).toMatchObject({ inside: [ana, ben], away: [], free: 0 })
    expect(planBeds(beds, moved).without.map(({ id }) => id)).toEqual([kim, lou, max, pia])
    expect(countBeds(beds, moved)).toEqual({ people: 6, places: 2 })
    const dayTrip = { ...moved, dates: { ...inAugust, return_date: inAugust.departure_date } }
    expect(planBeds(beds, dayTrip).without).toEqual([])
  })

  it('hold the first who asked, are coming and spend a night', () => {
    fc.assert(
      fc.property(anyBeds, anyPeople, (beds, people) => {
        const notComing = listNotComing(people)
        const persons = people.flatMap((party) => party.persons)
        const isThere = (id: string) => {
          const stay = stayOf(persons, id)
          return !notComing.has(id) && stay !== undefined && spendsNight(stay, dates)
        }
        for (const { bed, inside, waiting, free } of fillBeds(beds, people)) {
          const queue = beds.sleepers.filter((one) => one.bed === bed.id && isThere(one.id)).map(({ id }) => id)
          expect([inside, waiting]).toEqual([queue.slice(0, bed.places), queue.slice(bed.places)])
          expect(free).toBe(bed.places - inside.length)
        }
      }),
    )
  })
})
