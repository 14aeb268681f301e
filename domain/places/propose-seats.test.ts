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
const car = (id: string, driver: string, seats: number) => ({ ...newCar(id, driver), seats })

it('seats a family in the car that one of them drives', () => {
  const cars = [car('without a driver', '', 5), car('red', 'ana', 4)]
  expect([...proposeSeats({ cars, riders: [] }, family, dates)]).toEqual([
    ['kim', 'red'],
    ['ada', 'red'],
    ['ife', 'red'],
  ])
})

it('seats nobody where no seat is free, and nobody twice', () => {
  expect(proposeSeats({ cars: [car('red', 'ana', 1)], riders: [] }, family, dates).size).toBe(0)
  const riders = [{ id: 'kim', car: 'red' }]
  expect([...proposeSeats({ cars: [car('red', 'ana', 3)], riders }, family, dates)]).toEqual([['ada', 'red']])
})
