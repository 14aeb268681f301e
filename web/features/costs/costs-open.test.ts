import { expect, it } from 'vitest'
import { costs, newFee, newPayment } from '#domain/plan/costs.ts'
import { details } from '#domain/plan/details.ts'
import { buildComing, buildNamedParty, buildParty } from '#domain/testing/people.ts'
import type { Role } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import type { OpenPlan } from '#web/trip-core/open.ts'
import { openKind } from './costs-open.ts'

const [robin, ana, ben] = ['Robin', 'Ana', 'Ben'].map((name) => buildComing(name)) as [
  ReturnType<typeof buildComing>,
  ReturnType<typeof buildComing>,
  ReturnType<typeof buildComing>,
]
const family = buildNamedParty('The Bergs', buildComing('Cleo'), buildComing('Mia', { kind: 'child' }))
const people = [buildParty(robin), buildParty(ana), buildParty(ben), family]
const deposit = { ...newFee(newId(), 'EUR', robin.id), name: 'Deposit', adult: 5000, child: 2500 }
const paid = {
  ...newPayment(newId(), { from: ana.id, to: robin.id, amount: 5000, currency: 'EUR' }, ana.id),
  fee: deposit.id,
}

function textsFor(role: Role, fees = [deposit]) {
  const user = { id: robin.id, username: 'robin', full_name: 'Robin', email: null, is_beta_user: false }
  const view = {
    user,
    trip: { id: 'trip', type: 'car_trip', role, members_edit: true, taken: null },
    values: {
      people,
      details: details.empty,
      meals: {},
      itinerary: {},
      costs: { ...costs.empty, currency: 'EUR', fees, payments: [paid] },
    },
    planners: undefined,
  }
  const nameOf = (id: string) => people.flatMap(({ persons }) => persons).find((one) => one.id === id)?.name ?? ''
  const plan = { view, people, nameInText: nameOf } as unknown as OpenPlan
  return [openKind.list?.texts(plan), openKind.count?.of(plan)]
}

it('lists for organizers who has not paid which fee', () => {
  expect(textsFor('organizer')).toEqual([['Deposit: Ben and The Bergs'], 1])
  expect(textsFor('member')).toEqual([[], 0])
  expect(textsFor('organizer', [])).toEqual([[], 0])
})
