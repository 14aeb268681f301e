import { expect, it } from 'vitest'
import { newPerson, type Party } from '../plan/people.ts'
import { newCar } from '../plan/rides.ts'
import { proposeSeats } from './propose-seats.ts'

const dates = { departure_date: '', return_date: '' } as const
const [ana, kim, ada, ife] = ['ana', 'kim', 'ada', 'ife'].map((id) => ({
  ...newPerson(id, id),
  coming: 'coming' as const,
}))
const family: Party[] = [{ id: 'family', name: '', persons: [ana, kim, ada, ife].flatMap((one) => one ?? []) }]
const isKnown = () => true
const car = (id: string, driver: string, seats: number) => ({ ...newCar(id, driver), seats })

it('seats a family in the car that one of them drives', () => {
  const cars = [car('without a driver', '', 5), car('red', 'ana', 4)]
  expect([...proposeSeats({ cars, riders: [] }, family, dates, isKnown)]).toEqual([
    ['kim', 'red'],
    ['ada', 'red'],
    ['ife', 'red'],
  ])
})

it('gives nobody a seat in a full car, and nobody two seats', () => {
  expect(proposeSeats({ cars: [car('red', 'ana', 1)], riders: [] }, family, dates, isKnown).size).toBe(0)
  const riders = [{ id: 'kim', car: 'red' }]
  expect([...proposeSeats({ cars: [car('red', 'ana', 3)], riders }, family, dates, isKnown)]).toEqual([['ada', 'red']])
})

it('seats only people who are in the trip, and uses a car with a warning last', () => {
  const cars = [car('of somebody who left', 'gone', 5), car('red', 'ana', 3)]
  const riders = [{ id: 'somebody else', car: '' }]
  const seats = proposeSeats({ cars, riders }, family, dates, (id) => !['gone', 'somebody else', 'ife'].includes(id))
  expect([...seats]).toEqual([
    ['kim', 'red'],
    ['ada', 'red'],
  ])
})
