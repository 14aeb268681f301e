import { describe, expect, it } from 'vitest'
import { newPerson, type Party } from '#domain/plan/people.ts'
import { newCar } from '#domain/plan/rides.ts'
import { planRides } from '#domain/seats/cars.ts'
import { ridesAsText } from './seats-text.ts'

const person = (id: string, coming: 'coming' | 'not_coming') => ({ ...newPerson(id, id), coming })
const people: Party[] = [{ id: 'all', name: '', persons: [person('Ana', 'coming'), person('Ben', 'not_coming')] }]
const names = { nameInText: (id: string) => id, dates: { departure_date: '', return_date: '' } } as const

describe('the text about rides', () => {
  it('says that a driver is not coming, and that the riders need a ride', () => {
    const cars = ['Ben', ''].map((driver) => ({ ...newCar(`by ${driver}`, driver), seats: 2 }))
    const riders = [{ id: 'Ana', car: 'by Ben' }]
    const plan = planRides({ cars, riders }, { people, dates: names.dates, isKnown: () => true })
    const without = plan.without.map(({ id }) => id)
    expect(ridesAsText('Rides', plan.cars, without, names)).toBe(
      'Rides\n\nBen’s car\nBen drives this car, but isn’t coming.\n\n' +
        'Car without a driver\n2 free places\n\nNeed a ride: Ana',
    )
  })
})
