import { describe, expect, it } from 'vitest'
import { newBed } from '#domain/plan/beds.ts'
import { costs } from '#domain/plan/costs.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { newPerson } from '#domain/plan/people.ts'
import { newCar } from '#domain/plan/rides.ts'
import type { Trip } from '#domain/trip.ts'
import { isKnown, knownMembers, namesInPlan, needsMembersIn } from './people.ts'
import type { PlanValues, PlanView } from './plan-view.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, kim] = [1, 2, 3].map(idOf) as [string, string, string]
const people = [{ id: idOf(9), name: '', persons: [newPerson(ana, 'Ana')] }]
const withBen = [{ id: idOf(9), name: '', persons: [newPerson(ana, 'Ana'), newPerson(ben, 'Ben')] }]
const user = { id: ana } as PlanView['user']
const planners = { people: [{ person_id: ben, full_name: 'Ben Lake' }] } as unknown as PlanView['planners']

function viewOf(values: PlanValues, changed: Partial<PlanView> = {}): PlanView {
  const trip = { id: 'lake', role: 'owner', taken: null } as unknown as Trip
  return { trip, user, values: { people, ...values }, planners: undefined, ...changed }
}
const car = newCar(idOf(10), ana)

describe('members are needed to name', () => {
  it.each<[string, 'rides' | 'beds' | 'gear', PlanValues]>([
    ['a driver', 'rides', { rides: { cars: [newCar(idOf(10), ben)], riders: [] } }],
    ['a rider', 'rides', { rides: { cars: [car], riders: [{ id: ben, car: car.id }] } }],
    ['a sleeper', 'beds', { beds: { beds: [newBed(idOf(11))], sleepers: [{ id: ben, bed: idOf(11) }] } }],
    ['who brings gear', 'gear', { gear: { claims: [newClaim({ id: idOf(12), name: 'Stove' }, ben, 1)] } }],
  ])('%s who is not on the list', (_who, section, values) => {
    expect(needsMembersIn(section)(viewOf(values))).toBe(true)
    // Only a screen that shows them fetches the members.
    expect(needsMembersIn('costs')(viewOf(values))).toBe(false)
    expect(needsMembersIn(section)(viewOf({ ...values, people: withBen }))).toBe(false)
  })

  it('nobody whose name the costs keep, and nobody in a trip without an owner', () => {
    expect(needsMembersIn('costs')(viewOf({ costs: { ...costs.empty, former: [{ id: kim, name: 'Kim' }] } }))).toBe(
      false,
    )
    const everybody = { trip: { id: 'lake', role: 'everybody' } as unknown as Trip }
    expect(needsMembersIn('rides')(viewOf({ rides: { cars: [newCar(car.id, ben)], riders: [] } }, everybody))).toBe(
      false,
    )
  })
})

it('people who are not on the list are named once the members are known, and then nobody else is known', () => {
  const values = { rides: { cars: [car], riders: [ben, kim].map((id) => ({ id, car: car.id })) } }
  expect([ben, kim].map(isKnown(viewOf(values)))).toEqual([true, true])
  const known = viewOf(values, { planners })
  expect([ana, ben, kim].map(isKnown(known))).toEqual([true, true, false])
  expect([ana, ben, kim].map(namesInPlan(known))).toEqual(['You', 'Ben Lake', 'Former member'])
  expect(knownMembers(viewOf(values))).toBeUndefined()
  // They are told apart by numbers where nobody may see who the members are: see `nameFormer`.
  const everybody = { trip: { id: 'lake', role: 'everybody' } as unknown as Trip }
  expect(knownMembers(viewOf(values, everybody))).toEqual(new Map())
})
