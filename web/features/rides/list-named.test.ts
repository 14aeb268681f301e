import { expect, it } from 'vitest'
import { newBed } from '#domain/plan/beds.ts'
import { newCar } from '#domain/plan/rides.ts'
import { listNamed } from './list-named.ts'

it('names drivers, riders and sleepers: each of them may be in the trip without being on its list', () => {
  const rides = { cars: [newCar('red', 'ana')], riders: [{ id: 'ben', car: 'red' }] }
  const beds = { beds: [newBed('tent')], sleepers: [{ id: 'kim', bed: 'tent' }] }
  expect(listNamed(rides, beds)).toEqual(['ana', 'ben', 'kim'])
  expect(listNamed(rides, undefined)).toEqual(['ana', 'ben'])
  expect(listNamed(undefined, beds)).toEqual(['kim'])
})
