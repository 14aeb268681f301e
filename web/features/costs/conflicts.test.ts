import { expect, test } from 'vitest'
import type { LocalDate } from '#domain/local-date.ts'
import { type Expense, newExpense, newFee, newPayer, newPayment, newShare, type Payment } from '#domain/plan/costs.ts'
import { newPerson } from '#domain/plan/people.ts'
import { feeRules, paymentRules, expenseRules as rules } from './conflict-rules.ts'
import { findConflict, listSeen, replacing } from './conflicts.ts'
import { groupOf } from './testing/group-of.ts'

const [ana, ben] = ['1', '2']
const group = groupOf(ana, [{ id: 'a', name: '', persons: [newPerson(ana, 'Ana'), newPerson(ben, 'Ben')] }])
const base: Expense = {
  ...newExpense('expense', 'EUR', ana),
  name: 'Wood',
  payers: [newPayer(ana, 2000)],
  shares: [newShare(ana), newShare(ben)],
}
const mine: Expense = { ...base, payers: [newPayer(ana, 2100)] }
const theirs: Expense = { ...base, payers: [newPayer(ana, 2200)] }
const find = (newest: Expense, after: Expense, seen?: Expense) =>
  findConflict(newest, base, after, { rules, seen, group })?.(undefined)

test('a changed amount is told once, and again if it changes once more', () => {
  expect(find(theirs, mine)).toBe(
    'Someone changed the amount to €22.00 while you were editing. Save again to replace it.',
  )
  expect(findConflict(theirs, base, mine, { rules, seen: undefined, group })?.('Ben')).toMatch(
    /^Ben changed the amount/,
  )
  expect(rules.removedWords('Ben')).toMatch(/^Ben removed this expense/)
  expect(find(theirs, mine, theirs)).toBeUndefined()
  expect(find({ ...theirs, payers: [newPayer(ana, 2300)] }, mine, theirs)).toContain('€23.00')
  expect(replacing(theirs, base, mine, rules)).toEqual(mine)
})

test('what only one of both changed is merged without a word', () => {
  const renamed: Expense = { ...theirs, name: 'Firewood' }
  expect(find(renamed, { ...base, note: 'Two boxes' })).toBeUndefined()
  expect(replacing(renamed, base, { ...base, note: 'Two boxes' }, rules)).toEqual({ ...renamed, note: 'Two boxes' })
})

test('several fields are told in one sentence', () => {
  const paidByBen: Expense = {
    ...base,
    payers: [newPayer(ben, 2000)],
    name: 'Logs',
    date: '2026-08-12' as LocalDate,
    note: 'x',
  }
  expect(find(paidByBen, { ...mine, name: 'Fire', date: '2026-08-13' as LocalDate, note: 'y' })).toBe(
    'Someone changed the name to “Logs”, the date to Aug 12, 2026, who paid (now Ben), and the note while you were ' +
      'editing. Save again to replace them.',
  )
})

test('how it is shared is replaced as a whole', () => {
  const byNights: Expense = {
    ...base,
    split: 'nights',
    shares: base.shares.map((share) => ({ ...share, weight: 3000 })),
  }
  const forAna: Expense = { ...base, is_for_all: false, shares: [newShare(ana)] }
  expect(find(byNights, forAna)).toContain('how it’s shared')
  expect(replacing(byNights, base, forAna, rules)).toEqual(forAna)
})

test('an amount and its currency are one thing, whichever of them each of both changed', () => {
  const inDollars: Expense = { ...base, currency: 'USD', rate: '0.9 EUR' }
  expect(find(inDollars, mine)).toContain('the currency to USD')
  expect(find(theirs, inDollars)).toContain('the amount to €22.00')
  expect(replacing(inDollars, base, mine, rules)).toEqual(mine)
  expect(find(inDollars, { ...base, note: 'Two boxes' })).toBeUndefined()
})

test('a rate is for a currency: one never gets the rate of another', () => {
  const francs: Expense = { ...base, currency: 'CHF' }
  const inDollars: Expense = { ...francs, currency: 'USD' }
  const rated: Expense = { ...francs, rate: '1.05 EUR' }
  const findIn = (newest: Expense, after: Expense) =>
    findConflict(newest, francs, after, { rules, seen: undefined, group })?.(undefined)
  expect(findIn(inDollars, rated)).toContain('changed the currency to USD while')
  expect(replacing(inDollars, francs, rated, rules)).toEqual(rated)
  expect(findIn(rated, inDollars)).toContain('changed the exchange rate while')
  expect(replacing(rated, francs, inDollars, rules)).toEqual(inDollars)
  const dearer: Expense = { ...francs, payers: [newPayer(ana, 2100)] }
  expect(replacing({ ...inDollars, rate: '0.9 EUR' }, francs, dearer, rules)).toEqual(dearer)
  // Both chose one currency, and only one of them knew the rate.
  expect(findIn({ ...inDollars, rate: '0.9 EUR' }, inDollars)).toBeUndefined()
  expect(findIn(rated, dearer)).toBeUndefined()
})

test('what was not told before is told, even if it is changed after the first warning', () => {
  const renamed: Expense = { ...theirs, name: 'Firewood' }
  const seen = listSeen(renamed, base, mine, rules)
  const find = (after: Expense) => findConflict(renamed, base, after, { rules, seen, group })?.(undefined)
  expect(find(mine)).toBeUndefined()
  expect(find({ ...mine, name: 'Logs' })).toBe(
    'Someone changed the name to “Firewood” while you were editing. Save again to replace it.',
  )
})

test('a payment that two people edit is told in the same way, and an answer is no conflict', () => {
  const paid: Payment = newPayment('payment', { from: ana, to: ben, amount: 1400, currency: 'EUR' }, ana)
  const mineOfIt: Payment = { ...paid, amount: 1500, note: 'Cash' }
  const theirsOfIt: Payment = { ...paid, amount: 1200, to: 'gone', answer: 'received', answered_amount: 1200 }
  const told = (after: Payment, seen?: Payment) =>
    findConflict(theirsOfIt, paid, after, { rules: paymentRules, seen, group })?.('Ben')
  expect(told(mineOfIt)).toBe('Ben changed the amount to €12.00 while you were editing. Save again to replace it.')
  expect(told(mineOfIt, theirsOfIt)).toBeUndefined()
  expect(replacing(theirsOfIt, paid, mineOfIt, paymentRules)).toEqual({ ...theirsOfIt, amount: 1500, note: 'Cash' })
  expect(told({ ...paid, to: ana, from: ben })).toContain('who got it (now Former member)')
  expect(told({ ...paid, currency: 'USD' })).toContain('the amount to €12.00')
  expect(told({ ...paid, note: 'Cash' })).toBeUndefined()
  expect(paymentRules.removedWords(undefined)).toMatch(/^Someone removed this payment while/)
})

test('the amounts and the currency of a fee are one', () => {
  const fee = { ...newFee('fee', 'EUR', ana), adult: 5000, child: 2500 }
  const [mine, theirs] = [
    { ...fee, adult: 6000 },
    { ...fee, child: 3000, currency: 'CHF' },
  ]
  expect(findConflict(theirs, fee, mine, { rules: feeRules, seen: undefined, group })?.(undefined)).toBe(
    'Someone changed the amount for each child to CHF\u00a030.00 and the currency to CHF while you were editing. Save ' +
      'again to replace them.',
  )
  expect(replacing(theirs, fee, mine, feeRules)).toEqual(mine)
  const renamed = { ...fee, name: 'Deposit' }
  expect(replacing(renamed, fee, mine, feeRules)).toEqual({ ...mine, name: 'Deposit' })
  expect(Object.keys(replacing(renamed, fee, mine, feeRules))).toEqual(Object.keys(fee))
})
