import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Costs, type Expense, newExpense, newPayer, newPayment, newShare, type Payment } from '../plan/costs.ts'
import { newPerson, type Party } from '../plan/people.ts'
import { countByParty, countCosts } from './balances.ts'
import { settle } from './settle.ts'
import { anyCosts, idOf, orderBy, people, shuffled, sumOf } from './testing/any-costs.ts'

const [ana, ben, cem, dora, eli, fay] = people as [string, string, string, string, string, string]
const party = (id: string, ...persons: string[]): Party => ({
  id,
  name: '',
  persons: persons.map((person) => newPerson(person, '')),
})
const family = party(idOf(51), ana, ben, cem, dora)
const couple = party(idOf(52), eli, fay)

let number = 1000
const expenseWith = (change: Partial<Expense>): Expense => ({ ...newExpense(idOf(++number), 'EUR', ana), ...change })
const shared = (...ids: string[]) => ids.map((id) => newShare(id))
const costsWith = (expenses: Expense[], payments: Payment[] = []): Costs => ({
  currency: 'EUR',
  expenses,
  payments,
  former: [],
  payees: [],
  fees: [],
})
const balancesOf = (costs: Costs) =>
  Object.fromEntries([...countCosts(costs).people].map(([id, { balance }]) => [id, balance]))

const house = expenseWith({ category: 'lodging', payers: [newPayer(ana, 120_000)], shares: shared(...people) })
const dinner = expenseWith({ payers: [newPayer(eli, 9000)], shares: shared(ana, ben, eli) })

describe('a family of four and a couple', () => {
  // The house is 200.00 each, the dinner 30.00 for each of three.
  const counted = countCosts(costsWith([house, dinner]))

  it('have what they paid, what the trip cost them, and a balance', () => {
    expect(counted.total).toBe(129_000)
    expect(counted.people.get(ana)).toEqual({ paid: 120_000, share: 23_000, balance: 97_000 })
    expect(counted.people.get(cem)).toEqual({ paid: 0, share: 20_000, balance: -20_000 })
    expect(counted.people.get(eli)).toEqual({ paid: 9000, share: 23_000, balance: -14_000 })
  })

  it('settle by party', () => {
    const households = countByParty(counted.people, [couple, family])
    expect(households).toEqual([
      { id: family.id, personIds: [ana, ben, cem, dora], paid: 120_000, share: 86_000, balance: 34_000 },
      { id: couple.id, personIds: [eli, fay], paid: 9000, share: 43_000, balance: -34_000 },
    ])
    expect(settle(households)).toEqual([{ from: couple.id, to: family.id, amount: 34_000 }])
  })

  it('include somebody who is not on the list any more, on their own', () => {
    const households = countByParty(counted.people, [family, party(couple.id, fay)])
    expect(households.map(({ id, balance }) => [id, balance])).toEqual([
      [eli, -14_000],
      [family.id, 34_000],
      [couple.id, -20_000],
    ])
  })
})

describe('balances', () => {
  it('of a refund are those of an expense, reversed', () => {
    const refund = { ...dinner, kind: 'refund' as const }
    expect(balancesOf(costsWith([dinner]))).toEqual({ [ana]: -3000, [ben]: -3000, [eli]: 6000 })
    expect(balancesOf(costsWith([refund]))).toEqual({ [ana]: 3000, [ben]: 3000, [eli]: -6000 })
    const both = countCosts(costsWith([dinner, { ...refund, id: dinner.id }]))
    expect([both.total, ...both.people.values()]).toEqual([0, ...Array(3).fill({ paid: 0, share: 0, balance: 0 })])
  })

  it('of several payers give each back in proportion', () => {
    const payers = [newPayer(ana, 6000), newPayer(ben, 3000)]
    const expense = expenseWith({ payers, shares: shared(ana, ben, cem) })
    expect(balancesOf(costsWith([expense]))).toEqual({ [ana]: 3000, [ben]: 0, [cem]: -3000 })
  })

  it('leave what nobody shares with those who paid it', () => {
    const shares = [newShare(ben, { amount: 2500 })]
    const expense = expenseWith({ split: 'amounts', payers: [newPayer(ana, 10_000)], shares })
    const { total, people: sums } = countCosts(costsWith([expense]))
    expect([total, sums.get(ana)]).toEqual([10_000, { paid: 10_000, share: 0, balance: 2500 }])
  })

  it('convert another currency, and leave out what has no rate', () => {
    // 60.00 CHF at 1.05 are 63.00 euros.
    const expense = expenseWith({
      currency: 'CHF',
      rate: '1.05',
      payers: [newPayer(ana, 6000)],
      shares: shared(ana, ben),
    })
    expect(balancesOf(costsWith([expense]))).toEqual({ [ana]: 3150, [ben]: -3150 })
    expect(balancesOf(costsWith([{ ...expense, rate: '' }]))).toEqual({})
  })

  it('follow the newest value of each expense', () => {
    const expenses = Array.from({ length: 100 }, () =>
      expenseWith({ payers: [newPayer(ana, 100)], shares: shared(ben) }),
    )
    expect(balancesOf(costsWith(expenses))).toEqual({ [ana]: 10_000, [ben]: -10_000 })
    const edited = expenses.map((expense, index) => (index === 50 ? { ...expense, shares: shared(cem) } : expense))
    expect(balancesOf(costsWith(edited))).toEqual({ [ana]: 10_000, [ben]: -9900, [cem]: -100 })
    expect(balancesOf(costsWith(edited.slice(1)))).toEqual({ [ana]: 9900, [ben]: -9800, [cem]: -100 })
    expect(balancesOf(costsWith(expenses))).toEqual({ [ana]: 10_000, [ben]: -10_000 })
    expect(balancesOf({ ...costsWith(expenses), currency: 'CHF' })).toEqual({})
  })
})

describe('a payment', () => {
  const paid = newPayment(idOf(90), { from: ana, to: eli, amount: 3000, currency: 'EUR' }, ana)
  const payments = (change: Partial<Payment>) => costsWith([dinner], [{ ...paid, ...change }])
  const [settled, open] = [
    { [ana]: 0, [ben]: -3000, [eli]: 3000 },
    { [ana]: -3000, [ben]: -3000, [eli]: 6000 },
  ]

  it('counts as soon as one side has noted it, and no more if the other denies it', () => {
    expect(balancesOf(payments({}))).toEqual(settled)
    expect(balancesOf(payments({ answer: 'received', answered_amount: 3000 }))).toEqual(settled)
    expect(balancesOf(payments({ answer: 'not_received', answered_amount: 3000 }))).toEqual(open)
  })

  it('counts again, unconfirmed, if its amount changes after the answer', () => {
    for (const answer of ['received', 'not_received'] as const) {
      const costs = payments({ answer, answered_amount: 3000, amount: 2000 })
      expect(countCosts(costs).payments[0]?.answer).toBe('')
      expect(balancesOf(costs)).toEqual({ [ana]: -1000, [ben]: -3000, [eli]: 4000 })
    }
  })

  it('does not change what the trip cost anybody', () => {
    expect(countCosts(payments({})).people.get(ana)).toEqual({ paid: 0, share: 3000, balance: 0 })
  })

  it('counts in another currency by its rate, and not without one, or without a person', () => {
    expect(balancesOf(payments({ currency: 'USD', rate: '0.5' }))).toMatchObject({ [ana]: -1500, [eli]: 4500 })
    for (const change of [{ currency: 'USD' }, { to: '' }, { from: '' }, { from: eli }])
      expect(balancesOf(payments(change))).toEqual(open)
  })
})

describe('any costs', () => {
  it('have balances that add up to zero, in exact numbers, which a settlement brings to zero', () => {
    fc.assert(
      fc.property(anyCosts, (costs) => {
        const { people: sums, total, expenses } = countCosts(costs)
        const all = [...sums.values()]
        expect(sumOf(all.map(({ balance }) => balance))).toBe(0)
        expect(sumOf(all.map(({ paid }) => paid))).toBe(total)
        const signed = expenses.map(
          ({ expense, amounts }) => (expense.kind === 'refund' ? -1 : 1) * sumOf(amounts.owed.values()),
        )
        expect(sumOf(all.map(({ share }) => share))).toBe(sumOf(signed))
        for (const { paid, share, balance } of all)
          for (const amount of [paid, share, balance]) expect(Number.isSafeInteger(amount)).toBe(true)
        const open = new Map([...sums].map(([id, { balance }]) => [id, balance]))
        for (const { from, to, amount } of settle([...sums].map(([id, { balance }]) => ({ id, balance })))) {
          open.set(from, (open.get(from) ?? 0) + amount)
          open.set(to, (open.get(to) ?? 0) - amount)
        }
        expect(sumOf([...open.values()].map(Math.abs))).toBe(0)
      }),
      { numRuns: 150 },
    )
  })

  it('do not depend on any order', () => {
    const parties = [party(idOf(51), ana, ben, cem), party(idOf(52), dora)]
    fc.assert(
      fc.property(anyCosts, fc.nat(), (costs, seed) => {
        const [one, other] = [countCosts(costs), countCosts(shuffled(costs, orderBy(seed)))]
        expect(other.people).toEqual(one.people)
        expect(other.total).toBe(one.total)
        const byId = (expenses: typeof one.expenses) =>
          new Map(expenses.map(({ expense, amounts }) => [expense.id, amounts]))
        expect(byId(other.expenses)).toEqual(byId(one.expenses))
        const households = countByParty(one.people, parties)
        const others = countByParty(other.people, [
          ...parties.toReversed().map((each) => ({ ...each, persons: each.persons.toReversed() })),
        ])
        expect(others).toEqual(households)
        expect(settle(others)).toEqual(settle(households))
        expect(sumOf(households.map(({ balance }) => balance))).toBe(0)
      }),
      { numRuns: 100 },
    )
  })

  it('are the same whether they are added up at once or edit by edit', () => {
    fc.assert(
      fc.property(anyCosts, anyCosts, (costs, { expenses: others }) => {
        for (let index = 0; index < Math.min(costs.expenses.length, others.length); index += 7) {
          const expenses = costs.expenses.map((expense, at) => (at === index ? (others[index] as Expense) : expense))
          const fresh = countCosts(structuredClone({ ...costs, expenses }))
          const { people: sums, total } = countCosts({ ...costs, expenses })
          expect({ sums, total }).toEqual({ sums: fresh.people, total: fresh.total })
        }
      }),
      { numRuns: 100 },
    )
  })

  it('are exact when they are huge', () => {
    const payers = people.slice(0, 5).map((id) => newPayer(id, 100_000_000_000))
    const shares = people.map((id) => newShare(id))
    const expenses = Array.from({ length: 5000 }, () => expenseWith({ payers, shares }))
    const { people: sums, total } = countCosts(costsWith(expenses))
    expect(total).toBe(2_500_000_000_000_000)
    expect(sumOf([...sums.values()].map(({ balance }) => balance))).toBe(0)
    expect(sumOf([...sums.values()].map(({ share }) => share))).toBe(total)
  })
})
