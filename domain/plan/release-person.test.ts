import { describe, expect, it } from 'vitest'
import { newBed } from './beds.ts'
import { newDuty, newVolunteer } from './duties.ts'
import { newClaim } from './gear.ts'
import { releasePerson } from './release-person.ts'
import { newCar } from './rides.ts'
import { newItemState, newPurchase, newShoppingItem } from './shopping.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben] = [id(1), id(2)]

describe('what a removed person promised', () => {
  it('is open again, and others keep theirs', () => {
    const [car, other] = [newCar(id(3), ana), newCar(id(4), ben)]
    const rides = { cars: [car, other], riders: [{ id: ana, car: other.id }] }
    expect(releasePerson.rides(rides, ana)).toEqual({ cars: [{ ...car, driver: '' }, other], riders: [] })
    const tent = newBed(id(5))
    const beds = { beds: [tent], sleepers: [ana, ben].map((person) => ({ id: person, bed: tent.id })) }
    expect(releasePerson.beds(beds, ana).sleepers).toEqual([{ id: ben, bed: tent.id }])
    const cook = newDuty(id(6), 'cook')
    const duties = { duties: [cook], volunteers: [newVolunteer(cook.id, ana), newVolunteer(cook.id, ben)] }
    expect(releasePerson.duties(duties, ana).volunteers).toEqual([newVolunteer(cook.id, ben)])
    const table = { id: id(7), name: 'Table' }
    const gear = { claims: [{ ...newClaim(table, ana, 2), is_packed: true }, newClaim(table, ben, 1)] }
    expect(releasePerson.gear(gear, ana).claims.map(({ count, is_packed }) => [count, is_packed])).toEqual([
      [0, false],
      [1, false],
    ])
  })

  it('is not what they bought', () => {
    const purchases = [newPurchase(id(8), { key: '1:milk', name: 'Milk' }, ana)]
    const items = [{ ...newShoppingItem(id(9), 'Ice'), buyer: ana }]
    const states = [{ ...newItemState('1:milk'), buyer: ana }]
    const released = releasePerson.shopping({ items, states, purchases }, ana)
    expect([...released.items, ...released.states].map(({ buyer }) => buyer)).toEqual(['', ''])
    expect(released.purchases).toBe(purchases)
  })

  it('is not what they paid and owe', () => {
    expect(Object.keys(releasePerson)).not.toContain('costs')
  })

  it('changes nothing if they promised nothing', () => {
    const values = {
      gear: { claims: [] },
      rides: { cars: [newCar(id(3), ben)], riders: [] },
      beds: { beds: [], sleepers: [] },
      duties: { duties: [], volunteers: [] },
      shopping: { items: [], states: [], purchases: [] },
    }
    expect(releasePerson.rides(values.rides, ana)).toBe(values.rides)
    expect(releasePerson.gear(values.gear, ana)).toBe(values.gear)
    expect(releasePerson.beds(values.beds, ana)).toBe(values.beds)
    expect(releasePerson.duties(values.duties, ana)).toBe(values.duties)
    expect(releasePerson.shopping(values.shopping, ana)).toBe(values.shopping)
  })
})
