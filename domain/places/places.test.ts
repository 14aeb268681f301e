import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listNotComing } from '../not-coming.ts'
import { type Beds, NO_BED, newBed } from '../plan/beds.ts'
import { type ComingAnswer, comingAnswers, newPerson, type Party } from '../plan/people.ts'
import { type Car, NO_RIDE, newCar, type Rides } from '../plan/rides.ts'
import { countPlaces, fillBeds, listWithoutBed, withSleeper } from './beds.ts'
import { fillCars, listWithoutRide, withRider } from './cars.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const everybody = [1, 2, 3, 4, 5, 6].map(idOf)
const [ana, ben, kim, lou, max, pia] = everybody as [string, string, string, string, string, string]
const [red, blue, gone] = [101, 102, 103].map(idOf) as [string, string, string]

const peopleWith = (answers: Record<string, ComingAnswer>): Party[] => [
  {
    id: idOf(9),
    name: '',
    persons: everybody.map((id) => ({ ...newPerson(id, ''), coming: answers[id] ?? 'coming' })),
  },
]
const allComing = peopleWith({})
const car = (id: string, driver: string, seats: number): Car => ({ ...newCar(id, driver), seats })
const riding = (cars: Car[], ...riders: [person: string, car: string][]): Rides => ({
  cars,
  riders: riders.map(([id, of]) => ({ id, car: of })),
})
const inRed = (...people: string[]) => people.map((id): [string, string] => [id, red])

const anyPeople = fc.tuple(...everybody.map(() => fc.constantFrom(...comingAnswers))).map((answers) => {
  return peopleWith(Object.fromEntries(everybody.map((id, index) => [id, answers[index] as ComingAnswer])))
})
const anyDriver = fc.constantFrom('', ...everybody)
const anyRides: fc.Arbitrary<Rides> = fc
  .record({
    cars: fc.array(fc.record({ driver: anyDriver, seats: fc.integer({ min: 1, max: 5 }) }), { maxLength: 2 }),
    queue: fc.shuffledSubarray(everybody),
    in: fc.array(fc.constantFrom(red, blue, gone, '', NO_RIDE), { minLength: 6, maxLength: 6 }),
  })
  .map(({ cars, queue, in: taken }) => ({
    cars: cars.map(({ driver, seats }, index) => car(index === 0 ? red : blue, driver, seats)),
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

  it('never hold anybody twice, nor more people than they are, and lose nobody', () => {
    fc.assert(
      fc.property(anyRides, anyPeople, (rides, people) => {
        const notComing = listNotComing(people)
        const cars = fillCars(rides, people)
        const seated = cars.flatMap(({ car: { driver }, isDriven, inside }) => [
          ...(isDriven ? [driver] : []),
          ...inside,
        ])
        expect(new Set(seated).size).toBe(seated.length)
        for (const { car: of, isDriven, inside, waiting, free } of cars) {
          expect(inside.length + free + (isDriven ? 1 : 0)).toBe(of.seats)
          if (waiting.length > 0) expect(free).toBe(0)
          const queue = rides.riders.filter(
            ({ id, car: taken }) => taken === of.id && [...inside, ...waiting].includes(id),
          )
          expect([...inside, ...waiting]).toEqual(queue.map(({ id }) => id))
        }
        const waiting = cars.flatMap((one) => one.waiting)
        const without = listWithoutRide(rides, people)
        const isPlanned = rides.cars.length + rides.riders.length > 0
        const needsNone = rides.riders.filter((one) => one.car === NO_RIDE).map(({ id }) => id)
        for (const id of everybody) {
          const places = [seated, waiting, without, needsNone].filter((list) => list.includes(id)).length
          const answer = people[0]?.persons.find((one) => one.id === id)?.coming
          if (notComing.has(id)) expect([seated, waiting, without].some((list) => list.includes(id))).toBe(false)
          else if (answer === 'coming' && isPlanned) expect(places).toBeGreaterThanOrEqual(1)
        }
        for (const id of waiting) {
          expect(without).toContain(id)
          expect(seated).not.toContain(id)
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
})

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
    expect(countPlaces(beds, allComing)).toEqual({ people: 5, places: 2 })
    expect(countPlaces(beds, peopleWith({ [max]: 'unsure', [pia]: 'not_coming' }))).toEqual({ people: 3, places: 2 })
    expect(listWithoutBed(withSleeper(beds, pia, NO_BED), allComing)).toEqual([kim, max])
    expect(listWithoutBed({ beds: [], sleepers: [] }, allComing)).toEqual([])
  })

  it('hold the first who asked and are coming', () => {
    fc.assert(
      fc.property(anyBeds, anyPeople, (beds, people) => {
        const notComing = listNotComing(people)
        for (const { bed, inside, waiting, free } of fillBeds(beds, people)) {
          const queue = beds.sleepers.filter((one) => one.bed === bed.id && !notComing.has(one.id)).map(({ id }) => id)
          expect([inside, waiting]).toEqual([queue.slice(0, bed.places), queue.slice(bed.places)])
          expect(free).toBe(bed.places - inside.length)
        }
      }),
    )
  })
})
