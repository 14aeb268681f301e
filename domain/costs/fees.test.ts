import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { undoChange } from '../history/undo-change.ts'
import type { LocalDate } from '../local-date.ts'
import { type Costs, costs, type Fee, newFee, newPayment, type Payment } from '../plan/costs.ts'
import { comingAnswers, newPerson, type Party, type Person } from '../plan/people.ts'
import { countCosts } from './balances.ts'
import { feePaymentId, isHeld, isOverdue, listFee, paidOn, totalOf } from './fees.ts'
import { idOf, sumOf } from './testing/any-costs.ts'

const robin = idOf(1)
const fee: Fee = { ...newFee(idOf(90), 'EUR', robin), name: 'Deposit', adult: 5000, child: 2500 }

const person = (number: number, change: Partial<Person> = {}): Person => ({
  ...newPerson(idOf(number), `P${number}`),
  coming: 'coming',
  ...change,
})
const partyOf = (number: number, ...persons: Person[]): Party => ({ id: idOf(number), name: '', persons })
const child = { kind: 'child' } as const
const organizer = partyOf(10, person(1))
const family = partyOf(20, person(2, child), person(3), person(4), person(5, child))

const paymentOf = (from: number, amount: number, change: Partial<Payment> = {}): Payment => ({
  ...newPayment(idOf(100 + from), { from: idOf(from), to: robin, amount, currency: 'EUR' }, idOf(from)),
  fee: fee.id,
  date: '2026-08-01' as LocalDate,
  ...change,
})
const arrived = (from: number, amount: number, change: Partial<Payment> = {}) =>
  paymentOf(from, amount, { answer: 'received', answered_amount: amount, ...change })

const listOf = (parties: Party[], ...payments: Payment[]) => listFee(fee, parties, { payments, currency: 'EUR' })
const [open] = listOf([organizer, family])

describe('what a household pays', () => {
  it('is the sum of its adults and children; who collects owes nothing', () => {
    expect(listOf([organizer, family])).toHaveLength(1)
    expect(open).toMatchObject({ id: family.id, adults: 2, children: 2, due: 15_000, rest: 15_000, state: 'open' })
    // The first adult, not the first person.
    expect(open?.payer).toBe(idOf(3))
  })

  it('counts everybody who may come', () => {
    const some = partyOf(
      30,
      person(6, { coming: 'open' }),
      person(7, { coming: 'unsure' }),
      person(8, { coming: 'not_coming' }),
    )
    expect(listOf([organizer, some])).toMatchObject([{ adults: 2, due: 10_000 }])
    const away = partyOf(30, person(8, { coming: 'not_coming' }))
    expect(listOf([organizer, away])).toEqual([])
  })
})

describe('a household that has paid', () => {
  it('waits until the receiver confirms it', () => {
    expect(listOf([family], paymentOf(3, 15_000))).toMatchObject([
      { state: 'waiting', paid: 0, waiting: 15_000, rest: 0 },
    ])
    const [paid] = listOf([family], arrived(3, 15_000))
    expect(paid).toMatchObject({ state: 'paid', paid: 15_000, waiting: 0, rest: 0, excess: 0 })
    expect(paid && paidOn(paid)).toBe('2026-08-01')
    // The answer was about another amount.
    expect(listOf([family], { ...arrived(3, 15_000), amount: 14_000 })).toMatchObject([
      { state: 'partly', waiting: 14_000, rest: 1000 },
    ])
  })

  it('owes the rest, also after others were added to it', () => {
    expect(listOf([family], arrived(3, 5000), paymentOf(4, 2500))).toMatchObject([
      { state: 'partly', paid: 5000, waiting: 2500, rest: 7500, excess: 0 },
    ])
    const larger = { ...family, persons: [...family.persons, person(6)] }
    expect(listOf([larger], arrived(3, 15_000))).toMatchObject([{ state: 'partly', rest: 5000 }])
  })

  it('has paid too much if fewer are coming', () => {
    const [, ...rest] = family.persons
    const smaller = { ...family, persons: [person(2, { ...child, coming: 'not_coming' }), ...rest] }
    expect(listOf([smaller], arrived(3, 15_000))).toMatchObject([{ state: 'paid', due: 12_500, excess: 2500, rest: 0 }])
  })

  it('stays listed if nobody of it is coming any more, or left the list', () => {
    const away = { ...family, persons: family.persons.map((one) => ({ ...one, coming: 'not_coming' as const })) }
    expect(listOf([away], arrived(3, 5000))).toMatchObject([{ id: family.id, state: 'gone', due: 0, paid: 5000 }])
    expect(listOf([organizer], arrived(9, 5000))).toMatchObject([{ id: idOf(9), state: 'gone', paid: 5000, rest: 0 }])
  })

  it('has not paid what did not arrive, and nothing by payments for something else', () => {
    const denied = paymentOf(3, 15_000, { answer: 'not_received', answered_amount: 15_000 })
    expect(listOf([family], denied)).toMatchObject([{ state: 'open', denied: [denied], rest: 15_000 }])
    expect(listOf([family], arrived(3, 15_000, { fee: '' }))).toMatchObject([{ state: 'open', denied: [] }])
    const away = { ...family, persons: family.persons.map((one) => ({ ...one, coming: 'not_coming' as const })) }
    expect(listOf([away], denied)).toMatchObject([{ state: 'gone', due: 0, paid: 0, denied: [denied] }])
  })

  it('may have paid in another currency', () => {
    const foreign = { currency: 'JPY', rate: '0.01 EUR' }
    expect(listOf([family], arrived(3, 5000, foreign))).toMatchObject([{ paid: 5000, rest: 10_000 }])
    const unrated = arrived(3, 5000, { ...foreign, rate: '' })
    const neither = { state: 'unrated', paid: 0, rest: 0, unrated: [unrated] }
    expect(listOf([family], unrated)).toMatchObject([neither])
    expect(listOf([family], unrated, arrived(4, 2500))).toMatchObject([{ ...neither, paid: 2500 }])
    expect(totalOf(listOf([family], unrated))).toMatchObject({ count: 1, done: 0, paid: 0 })
  })

  it('has paid nothing by payments within it, to nobody, or by nobody', () => {
    for (const inside of [{ to: idOf(4) }, { to: idOf(3) }, { to: '' }, { from: '' }])
      expect(listOf([organizer, family], arrived(3, 15_000, inside)), JSON.stringify(inside)).toEqual([open])
    // Somebody else collected it before.
    const earlier = arrived(3, 15_000, { to: idOf(9) })
    expect(listOf([organizer, family], earlier)).toMatchObject([{ state: 'paid' }])
  })

  it('has paid less once it gets something back', () => {
    const back = (amount: number, change: Partial<Payment> = {}) =>
      paymentOf(1, amount, { from: robin, to: idOf(4), ...change })
    const paid = arrived(3, 15_000)
    expect(listOf([organizer, family], paid, back(5000))).toMatchObject([
      { state: 'partly', paid: 10_000, waiting: 0, rest: 5000 },
    ])
    const denied = back(5000, { answer: 'not_received', answered_amount: 5000 })
    expect(listOf([organizer, family], paid, denied)).toMatchObject([{ state: 'paid', paid: 15_000, denied: [] }])
    expect(listOf([organizer, family], back(5000))).toMatchObject([{ state: 'open', paid: 0, rest: 15_000 }])
    expect(listOf([organizer, family], paymentOf(3, 15_000), back(5000))).toMatchObject([{ paid: 0, waiting: 10_000 }])
  })
})

describe('all households', () => {
  const others = [family, partyOf(30, person(6)), partyOf(40, person(7))]

  it('are counted as far as money has arrived', () => {
    const list = listOf([organizer, ...others], arrived(3, 15_000), arrived(6, 6000), paymentOf(7, 5000))
    expect(totalOf(list)).toEqual({ count: 3, done: 2, due: 25_000, paid: 20_000 })
  })

  it('pay what all of them together owe', () => {
    const anyPerson = fc.record({
      kind: fc.constantFrom('adult' as const, 'child' as const),
      coming: fc.constantFrom(...comingAnswers),
    })
    const anySizes = fc.array(fc.array(anyPerson, { maxLength: 5 }), { maxLength: 8 })
    const anyMoney = fc.nat(100_000)
    const anyPaid = fc.array(fc.tuple(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 1, max: 200_000 })), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(anySizes, anyMoney, anyMoney, anyPaid, (sizes, adult, childAmount, paid) => {
        let next = 2
        const parties = sizes.map((persons, at) => partyOf(1000 + at, ...persons.map((one) => person(next++, one))))
        const payments = paid.map(([from, amount], at) => arrived(from, amount, { id: idOf(2000 + at) }))
        const list = listFee({ ...fee, adult, child: childAmount }, [{ ...organizer, id: idOf(999) }, ...parties], {
          payments,
          currency: 'EUR',
        })
        const coming = parties.flatMap(({ persons }) => persons).filter((one) => one.coming !== 'not_coming')
        const expected = sumOf(coming.map(({ kind }) => (kind === 'child' ? childAmount : adult)))
        expect(sumOf(list.map(({ due }) => due))).toBe(expected)
        expect(totalOf(list).due).toBe(expected)
        for (const one of list) expect(one.due + one.excess).toBe(one.paid + one.waiting + one.rest)
        // Nothing that anybody else paid is lost.
        expect(sumOf(list.map((one) => one.paid))).toBe(
          sumOf(payments.filter(({ from }) => from !== robin).map(({ amount }) => amount)),
        )
      }),
    )
  })
})

describe('the id of a payment', () => {
  const idIn = (household: { paid: number; waiting: number }, payments: { id: string }[] = []) =>
    feePaymentId(fee, { id: family.id, ...household }, payments)

  it('is the same for everybody who notes the same, and another one after that', () => {
    const nothing = { paid: 0, waiting: 0 }
    expect(idIn(nothing)).toBe(idIn(nothing))
    expect(idIn({ paid: 5000, waiting: 0 })).toBe(idIn({ paid: 0, waiting: 5000 }))
    expect(idIn({ paid: 5000, waiting: 0 })).not.toBe(idIn(nothing))
    // One that did not arrive has the id already.
    expect(idIn(nothing, [{ id: idIn(nothing) }])).not.toBe(idIn(nothing))
    expect(feePaymentId({ id: idOf(91) }, { id: family.id, ...nothing }, [])).not.toBe(idIn(nothing))
    expect(feePaymentId(fee, { id: idOf(30), ...nothing }, [])).not.toBe(idIn(nothing))
  })
})

it('has its amounts and its currency undone together, or not at all', () => {
  const before = { ...costs.empty, fees: [fee] }
  const after = { ...before, fees: [{ ...fee, adult: 6000, currency: 'CHF' }] }
  const undo = (current: Costs) => undoChange('costs', 'car_trip', { before, after, current }).value
  expect(undo(after)).toEqual(before)
  const since = { ...after, fees: after.fees.map((one) => ({ ...one, child: 3000 })) }
  expect(undo(since)).toEqual(since)
})

it('is held while a payment for it may have arrived', () => {
  const held = (...payments: Payment[]) => isHeld({ fees: [fee], payments })
  expect([held(), held(paymentOf(3, 100)), held(paymentOf(3, 100, { fee: '' }))]).toEqual([false, true, false])
  expect(held(paymentOf(3, 100, { answer: 'not_received', answered_amount: 100 }))).toBe(false)
})

it('a payment for a fee counts in the balances as any payment', () => {
  const value = { ...costs.empty, currency: 'EUR', fees: [fee] }
  const counted = countCosts({ ...value, payments: [arrived(3, 5000)] }).people
  expect(counted).toEqual(countCosts({ ...value, fees: [], payments: [arrived(3, 5000, { fee: '' })] }).people)
  expect(counted.get(idOf(3))?.balance).toBe(5000)
})

it('is overdue after its day', () => {
  const due = '2026-08-15' as LocalDate
  const days = ['2026-08-01', '2026-08-15', '2026-08-16'] as LocalDate[]
  expect(days.map((day) => isOverdue({ due }, day))).toEqual([false, false, true])
  expect(isOverdue({ due: '' }, due)).toBe(false)
})
