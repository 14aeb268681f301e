import { describe, expect, it } from 'vitest'
import { newCar } from '#domain/plan/rides.ts'
import { carWarnings } from './car-words.ts'

const nameOf = (id: string) => (id === 'me' ? 'You' : id)
const warningsOf = (drivers: string[]) =>
  carWarnings({ car: newCar('a', 'Ana'), trouble: undefined, drivers }, { me: 'me', nameOf })

describe('what is said about riders who drive', () => {
  it('is that their seats are open', () => {
    expect(warningsOf([])).toEqual([])
    expect(warningsOf(['Ben'])).toEqual(['This seat is open, because Ben will drive another car.'])
    expect(warningsOf(['Ben', 'Cleo'])).toEqual(['These seats are open, because Ben and Cleo will drive other cars.'])
  })

  it('is said to the current user too', () => {
    expect(warningsOf(['me'])).toEqual(['This seat is open, because you will drive another car.'])
  })
})
