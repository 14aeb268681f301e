import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Costs, costs, newExpense, newFee, newPayer, newPayment, newShare, type Payment } from '../plan/costs.ts'
import { newPerson, type Party } from '../plan/people.ts'
import { countByParty, countCosts, type Household } from './balances.ts'
import { heldFees, withoutHeld } from './held-fees.ts'
import { anyCosts, idOf, orderBy, people, shuffled, sumOf } from './testing/any-costs.ts'

const partyOf = (number: number, ...persons: number[]): Party => ({
  id: idOf(number),
  name: '',
  persons: persons.map((person) => newPerson(idOf(person), '')),
})
/** A family, two who travel alone, and three who are on no list. */
const parties = [partyOf(10, 1, 2), partyOf(20, 3), partyOf(30, 4)]

function hold(value: Costs, isOver = false) {
  const { people: sums, payments } = countCosts(value)
  const households = countByParty(sums, parties)
  const held = heldFees(households, { fees: value.fees, payments, isOver })
  return { households, held, open: withoutHeld(households, held) }
}

const balancesOf = (households: readonly Pick<Household, 'id' | 'balance'>[]) =>
  Object.fromEntries(households.filter(({ balance }) => balance !== 0).map(({ id, balance }) => [id, balance]))

const [fee, later] = [newFee(idOf(90), 'EUR', idOf(1)), newFee(idOf(91), 'EUR', idOf(4))]
const [organizer, payer, other] = [idOf(10), idOf(20), idOf(30)]
const paid = (from: number, to: number, amount: number, change: Partial<Payment> = {}): Payment => ({
  ...newPayment(idOf(100 * from + to), { from: idOf(from), to: idOf(to), amount, currency: 'EUR' }, idOf(from)),
  fee: fee.id,
  ...change,
})
const spent = (by: number, amount: number, ...sharing: number[]) => ({
  ...newExpense(idOf(500 + by), 'EUR', idOf(by)),
  payers: [newPayer(idOf(by), amount)],
  shares: sharing.map((person) => newShare(idOf(person))),
})
const costsOf = (change: Partial<Costs>): Costs => ({ ...costs.empty, currency: 'EUR', fees: [fee, later], ...change })
const openOf = (change: Partial<Costs>) => balancesOf(hold(costsOf(change)).open)

describe('a fee that was paid in advance', () => {
  it('is not paid back until the trip is over', () => {
    const value = costsOf({ payments: [paid(3, 1, 5000)] })
    expect(balancesOf(hold(value).households)).toEqual({ [organizer]: -5000, [payer]: 5000 })
    expect(balancesOf(hold(value).open)).toEqual({})
    expect(Object.fromEntries(hold(value).held)).toEqual({ [organizer]: -5000, [payer]: 5000 })
    expect(balancesOf(hold(value, true).open)).toEqual({ [organizer]: -5000, [payer]: 5000 })
  })

  it('leaves what is owed for other things', () => {
    const payments = [paid(3, 1, 5000)]
    // The collector pays from it for both, and the payer pays for both.
    expect(openOf({ payments, expenses: [spent(1, 6000, 1, 3)] })).toEqual({})
    expect(openOf({ payments, expenses: [spent(3, 6000, 1, 3)] })).toEqual({ [organizer]: -3000, [payer]: 3000 })
    expect(openOf({ payments, expenses: [spent(4, 6000, 3, 4)] })).toEqual({ [organizer]: -3000, [other]: 3000 })
  })

  it('is less once it was spent on others, in proportion for all who paid it', () => {
    const payments = [paid(3, 1, 4000), paid(4, 1, 2000)]
    const expenses = [spent(1, 3000, 5)]
    expect(openOf({ payments, expenses })).toEqual({ [payer]: 2000, [other]: 1000, [idOf(5)]: -3000 })
  })

  it('is with whom it was handed on to, and less once some of it comes back', () => {
    expect(openOf({ payments: [paid(3, 1, 5000), paid(1, 4, 5000)] })).toEqual({})
    const { held } = hold(costsOf({ payments: [paid(3, 1, 5000), paid(1, 3, 2000)] }))
    expect(held.get(payer)).toBe(3000)
  })

  it('is held by whom collects that fee, not another', () => {
    const payments = [paid(3, 1, 5000), paid(5, 4, 5000, { fee: later.id })]
    const expenses = [spent(1, 5000, 6)]
    expect(openOf({ payments, expenses })).toEqual({ [payer]: 5000, [idOf(6)]: -5000 })
  })

  it('is neither a payment of a removed fee, nor one that did not arrive or has no rate', () => {
    const all = [{ fee: '' }, { fee: idOf(99) }]
    for (const change of all) {
      const payments = [paid(3, 1, 5000, change)]
      expect(openOf({ payments }), JSON.stringify(change)).toEqual({ [organizer]: -5000, [payer]: 5000 })
    }
    const expenses = [spent(3, 6000, 1, 3)]
    for (const change of [{ answer: 'not_received', answered_amount: 5000 } as const, { currency: 'JPY' }])
      expect(hold(costsOf({ payments: [paid(3, 1, 5000, change)], expenses })).held.size).toBe(0)
  })
})

describe('whatever was paid', () => {
  const anyPaid: fc.Arbitrary<Costs> = fc
    .tuple(
      anyCosts,
      fc.array(
        fc.tuple(fc.constantFrom(...people), fc.constantFrom(...people), fc.nat(20_000), fc.constantFrom(0, 1)),
        {
          maxLength: 12,
        },
      ),
    )
    .map(([value, payments]) => ({
      ...value,
      expenses: value.expenses.slice(0, 4),
      fees: [fee, later],
      payments: [
        ...value.payments,
        ...payments.map(([from, to, amount, which], at) => ({
          ...newPayment(idOf(3000 + at), { from, to, amount, currency: 'EUR' }, from),
          fee: which === 0 ? fee.id : later.id,
        })),
      ],
    }))

  it('sums stay zero, no one goes across zero, and no one holds more than they gave or got', () => {
    fc.assert(
      fc.property(anyPaid, (value) => {
        const { households, held, open } = hold(value)
        expect(sumOf(held.values())).toBe(0)
        expect(sumOf(open.map(({ balance }) => balance))).toBe(0)
        for (const [index, { id, balance }] of households.entries()) {
          const left = open[index]?.balance ?? Number.NaN
          expect(Math.abs(left)).toBeLessThanOrEqual(Math.abs(balance))
          expect(left === 0 || Math.sign(left) === Math.sign(balance)).toBe(true)
          const persons = new Set(households.find((one) => one.id === id)?.personIds)
          const moved = value.payments.filter(
            ({ fee: of, from, to }) => of !== '' && persons.has(from) !== persons.has(to),
          )
          expect(Math.abs(held.get(id) ?? 0)).toBeLessThanOrEqual(sumOf(moved.map(({ amount }) => amount)))
        }
      }),
    )
  })

  it('nothing is held without fees, or after the trip', () => {
    fc.assert(
      fc.property(anyPaid, (value) => {
        for (const { households, held, open } of [hold({ ...value, fees: [] }), hold(value, true)]) {
          expect(held.size).toBe(0)
          expect(open).toEqual(households.map(({ id, balance }) => ({ id, balance })))
        }
      }),
    )
  })

  it('nothing depends on the order', () => {
    fc.assert(
      fc.property(anyPaid, fc.nat(), (value, seed) => {
        const other = { ...shuffled(value, orderBy(seed)), fees: value.fees.toReversed() }
        expect(hold(other)).toEqual(hold(value))
      }),
    )
  })
})
