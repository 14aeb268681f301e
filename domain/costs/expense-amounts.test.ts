import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Expense, newExpense, newPayer, newShare } from '../plan/costs.ts'
import { FORMER_PERSON } from '../plan/person-ref.ts'
import { expenseAmounts, isRounded } from './expense-amounts.ts'
import { anyExpense, idOf, orderBy, shuffled, sumOf } from './testing/any-costs.ts'

const [ana, ben, cem] = [1, 2, 3].map(idOf) as [string, string, string]
const expenseWith = (change: Partial<Expense>): Expense => ({ ...newExpense(idOf(100), 'EUR', ana), ...change })
const plain = (amounts: ReadonlyMap<string, number>) => Object.fromEntries(amounts)
const inAll = (amounts: ReadonlyMap<string, number>) => sumOf(amounts.values())

describe('what an expense means for each person', () => {
  it('equally', () => {
    const expense = expenseWith({ payers: [newPayer(ana, 900)], shares: [ana, ben, cem].map((id) => newShare(id)) })
    const { total, unassigned, excess, counted, paid, owed, credit } = expenseAmounts(expense, 'EUR')
    expect({ total, unassigned, excess, counted }).toEqual({ total: 900, unassigned: 0, excess: 0, counted: 900 })
    expect(plain(paid)).toEqual({ [ana]: 900 })
    expect(plain(owed)).toEqual({ [ana]: 300, [ben]: 300, [cem]: 300 })
    expect(plain(credit)).toEqual({ [ana]: 900 })
  })

  it('by weight', () => {
    const shares = [newShare(ana, { weight: 1000 }), newShare(ben, { weight: 500 }), newShare(cem, { weight: 0 })]
    const expense = expenseWith({ split: 'weights', payers: [newPayer(cem, 900)], shares })
    expect(plain(expenseAmounts(expense, 'EUR').owed)).toEqual({ [ana]: 600, [ben]: 300, [cem]: 0 })
  })

  it('equally, with two people whose accounts are deleted', () => {
    const former = [1, 2].map((number) => ({ ...newShare(FORMER_PERSON), id: idOf(number) }))
    const expense = expenseWith({ payers: [newPayer(ana, 800)], shares: [newShare(ana), ...former] })
    const { owed, credit } = expenseAmounts(expense, 'EUR')
    expect(plain(owed)).toEqual({ [ana]: 267, [FORMER_PERSON]: 533 })
    expect(plain(credit)).toEqual({ [ana]: 800 })
  })

  it('by exact amounts, with a rest that stays with those who paid', () => {
    const shares = [newShare(ana, { amount: 300 }), newShare(ben, { amount: 150 })]
    const payers = [newPayer(ana, 600), newPayer(ben, 300)]
    const { unassigned, excess, owed, credit } = expenseAmounts(
      expenseWith({ split: 'amounts', payers, shares }),
      'EUR',
    )
    expect({ unassigned, excess }).toEqual({ unassigned: 450, excess: 0 })
    expect(plain(owed)).toEqual({ [ana]: 300, [ben]: 150 })
    expect(plain(credit)).toEqual({ [ana]: 300, [ben]: 150 })
  })

  it('by exact amounts that exceed the total, which are reduced in proportion', () => {
    const shares = [newShare(ana, { amount: 800 }), newShare(ben, { amount: 400 })]
    const expense = expenseWith({ split: 'amounts', payers: [newPayer(ana, 900)], shares })
    const { unassigned, excess, owed, credit } = expenseAmounts(expense, 'EUR')
    expect({ unassigned, excess }).toEqual({ unassigned: 0, excess: 300 })
    expect(plain(owed)).toEqual({ [ana]: 600, [ben]: 300 })
    expect(plain(credit)).toEqual({ [ana]: 900 })
  })

  it('rounded, if it does not divide evenly', () => {
    const rounds = (change: Partial<Expense>) => {
      const expense = expenseWith({ shares: [ana, ben, cem].map((id) => newShare(id)), ...change })
      return isRounded(expense, expenseAmounts(expense, 'EUR'))
    }
    const paid = (amount: number) => ({ payers: [newPayer(ana, amount)] })
    expect(rounds(paid(900))).toBe(false)
    expect(rounds(paid(1000))).toBe(true)
    expect(rounds({ ...paid(1000), currency: 'USD' })).toBe(false)
    expect(rounds({ ...paid(1000), split: 'amounts', shares: [newShare(ana, { amount: 333 })] })).toBe(false)
    const weights = [newShare(ana, { weight: 2000 }), newShare(ben, { weight: 1000 })]
    expect(rounds({ ...paid(1000), split: 'weights', shares: weights })).toBe(true)
    expect(rounds({ ...paid(900), split: 'weights', shares: weights })).toBe(false)
    expect(rounds({ ...paid(900), shares: [] })).toBe(false)
  })

  it('in another currency with a rate, exactly', () => {
    // 100.01 CHF at 1.0643 are 106.440643 euros.
    const shares = [newShare(ana), newShare(ben)]
    const expense = expenseWith({ currency: 'CHF', rate: '1.0643', payers: [newPayer(ana, 10_001)], shares })
    const { total, counted, owed } = expenseAmounts(expense, 'EUR')
    expect({ total, counted }).toEqual({ total: 10_001, counted: 10_644 })
    expect(plain(owed)).toEqual({ [ana]: 5322, [ben]: 5322 })
  })

  it('in another currency without a rate: nothing counts', () => {
    const expense = expenseWith({ currency: 'CHF', payers: [newPayer(ana, 500)], shares: [newShare(ben)] })
    const amounts = expenseAmounts(expense, 'EUR')
    expect(amounts).toMatchObject({ total: 500, counted: undefined })
    expect([amounts.paid.size, amounts.owed.size, amounts.credit.size]).toEqual([0, 0, 0])
  })

  it('if nobody shares it, or only with a weight of zero', () => {
    for (const shares of [[], [newShare(ben, { weight: 0 })], [newShare('')]]) {
      const { unassigned, owed, credit } = expenseAmounts(
        expenseWith({ split: 'nights', payers: [newPayer(ana, 500)], shares }),
        'EUR',
      )
      expect([unassigned, inAll(owed), inAll(credit)]).toEqual([500, 0, 0])
    }
  })

  it('if somebody is listed twice, after two people were merged', () => {
    const shares = [newShare(ana), { ...newShare(ana), id: idOf(7) }, newShare(ben)]
    const payers = [newPayer(ana, 100), { ...newPayer(ana, 200), id: idOf(8) }]
    expect(plain(expenseAmounts(expenseWith({ payers, shares }), 'EUR').owed)).toEqual({ [ana]: 150, [ben]: 150 })
    const amounts = [newShare(ana, { amount: 50 }), newShare(ana, { amount: 70 })]
    const exact = expenseAmounts(expenseWith({ split: 'amounts', payers, shares: amounts }), 'EUR')
    expect([plain(exact.owed), exact.unassigned]).toEqual([{ [ana]: 120 }, 180])
  })

  it('is computed once, and again for another currency', () => {
    const expense = expenseWith({ payers: [newPayer(ana, 500)], shares: [newShare(ben)] })
    expect(expenseAmounts(expense, 'EUR')).toBe(expenseAmounts(expense, 'EUR'))
    expect(expenseAmounts(expense, 'CHF').counted).toBe(undefined)
    expect(expenseAmounts(expense, 'EUR').counted).toBe(500)
  })
})

describe('any expense', () => {
  it('gives payers back what people owe, and shows the rest', () => {
    fc.assert(
      fc.property(anyExpense, (expense) => {
        const { total, unassigned, excess, counted, paid, owed, credit } = expenseAmounts(expense, 'EUR')
        expect(inAll(credit)).toBe(inAll(owed))
        expect(unassigned === 0 || excess === 0).toBe(true)
        for (const amount of [...paid.values(), ...owed.values(), ...credit.values(), total, unassigned, excess])
          expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
        if (counted === undefined) return
        expect(inAll(paid)).toBe(counted)
        if (unassigned === 0) expect(inAll(owed)).toBe(counted)
        else if (expense.currency === 'EUR') expect(inAll(owed) + unassigned).toBe(counted)
        else expect(inAll(owed)).toBeLessThanOrEqual(counted)
        expect([paid, owed, credit].some((amounts) => amounts.has(''))).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('does not depend on the order of payers and shares', () => {
    fc.assert(
      fc.property(anyExpense, fc.nat(), (expense, seed) => {
        const costs = shuffled(
          { currency: 'EUR', expenses: [expense], payments: [], former: [], payees: [], fees: [] },
          orderBy(seed),
        )
        expect(expenseAmounts(costs.expenses[0] as Expense, 'EUR')).toEqual(expenseAmounts(expense, 'EUR'))
      }),
      { numRuns: 500 },
    )
  })
})
