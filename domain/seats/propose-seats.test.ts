import { expect, it } from 'vitest'
import type { Party } from '../plan/people.ts'
import { newCar } from '../plan/rides.ts'
import { buildComing } from '../testing/people.ts'
import { proposeSeats } from './propose-seats.ts'

const dates = { departure_date: '', return_date: '' } as const
const [ana, kim, ada, ife] = ['ana', 'kim', 'ada', 'ife'].map((id) => buildComing(id, { id }))
const family: Party[] = [{ id: 'family', name: '', persons: [ana, kim, ada, ife].flatMap((one) => one ?? []) }]
const isKnown = () => true
const car = (id: string, driver: string, seats: number) => ({ ...newCar(id, driver), seats })

it('seats a family in the car that one of them drives', () => {
  const cars = [car('without a driver', '', 5), car('red', 'ana', 4)]
  expect([...proposeSeats({ cars, riders: [] }, { people: family, dates, isKnown })]).toEqual([
    ['kim', 'red'],
    ['ada', 'red'],
    ['ife', 'red'],
  ])
})

it('gives nobody a seat in a full car, and nobody two seats', () => {
  expect(proposeSeats({ cars: [car('red', 'ana', 1)], riders: [] }, { people: family, dates, isKnown }).size).toBe(0)
  const riders = [{ id: 'kim', car: 'red' }]
  expect([...proposeSeats({ cars: [car('red', 'ana', 3)], riders }, { people: family, dates, isKnown })]).toEqual([
    ['ada', 'red'],
  ])
})

it('seats only people who are in the trip, and nobody in the car of somebody who left', () => {
  const cars = [car('of somebody who left', 'gone', 5), car('red', 'ana', 3)]
  const riders = [{ id: 'somebody else', car: '' }]
  const isInTrip = (id: string) => !['gone', 'somebody else', 'ife'].includes(id)
  const seats = proposeSeats({ cars, riders }, { people: family, dates, isKnown: isInTrip })
  expect([...seats]).toEqual([
    ['kim', 'red'],
    ['ada', 'red'],
  ])
})

it('seats nobody in a car that leaves before they arrive, and moves those whose driver is not coming', () => {
  const [first, ...others] = family.flatMap(({ persons }) => persons)
  const late = others.map((one) => (one.id === 'kim' ? { ...one, from: '3 lunch' } : one))
  const away = late.map((one) => (one.id === 'ife' ? { ...one, coming: 'not_coming' as const } : one))
  const people = [{ id: 'family', name: '', persons: first ? [first, ...away] : away }]
  const cars = [{ ...car('red', 'ana', 5), leaves_day: 1 }, car('of ife', 'ife', 5)]
  const riders = ['kim', 'ada'].map((id) => ({ id, car: 'of ife' }))
  expect([...proposeSeats({ cars, riders }, { people, dates, isKnown })]).toEqual([['ada', 'red']])
})
