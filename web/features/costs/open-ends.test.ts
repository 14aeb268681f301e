import { expect, test } from 'vitest'
import { countCosts } from '#domain/costs/balances.ts'
import { type Costs, newExpense, newPayer, newPayment, newShare, type Payment } from '#domain/plan/costs.ts'
import { newPerson } from '#domain/plan/people.ts'
import { isAllCertain, listOpenPayments, listUnassigned, listUncounted, sumUnconfirmed } from './open-ends.ts'
import { groupOf } from './testing/group-of.ts'

const [ana, ben, dan, fay] = ['1', '2', '3', '4'] as const
const personOf = (id: string, name: string) => ({ ...newPerson(id, name), coming: 'coming' as const })
const group = groupOf(ana, [
  { id: 'a', name: '', persons: [personOf(ana, 'Ana'), personOf(dan, 'Dan')] },
  { id: 'b', name: '', persons: [personOf(ben, 'Ben')] },
  { id: 'f', name: '', persons: [personOf(fay, 'Fay')] },
])
const settled: Costs = {
  currency: 'EUR',
  expenses: [{ ...newExpense('x', 'EUR', ana), payers: [newPayer(ana, 900)], shares: [newShare(ana)] }],
  payments: [],
  former: [],
  payees: [],
  fees: [],
}
const [whole] = settled.expenses
if (!whole) throw new Error('One expense')
const pay = (id: string, from: string, to: string, more: Partial<Payment> = {}) => ({
  ...newPayment(id, { from, to, amount: 100, currency: 'EUR' }, from),
  ...more,
})
const withPayments = (...payments: Payment[]) => countCosts({ ...settled, payments })

test('nothing is certain while something is unassigned, uncounted, unconfirmed or denied', () => {
  const received = { answer: 'received', answered_amount: 100 } as const
  const unassigned = {
    ...whole,
    id: 'y',
    name: 'Ice',
    split: 'amounts' as const,
    shares: [newShare(ben, { amount: 250 })],
  }
  const foreign = { ...whole, id: 'z', currency: 'USD' }
  const expensesOf = (...expenses: Costs['expenses']) => countCosts({ ...settled, expenses })
  expect(
    [
      countCosts(settled),
      withPayments(pay('p', ana, ben, received)),
      withPayments(pay('p', ana, ben)),
      withPayments(pay('p', ana, ben, { ...received, answer: 'not_received' })),
      expensesOf(unassigned),
      expensesOf(foreign),
    ].map(isAllCertain),
  ).toEqual([true, true, false, false, false, false])
  expect(listUnassigned(expensesOf(whole, unassigned))).toEqual([{ id: 'y', title: 'Ice', amount: 650 }])
  expect(listUncounted(expensesOf(whole, foreign), group).map(({ id }) => id)).toEqual(['z'])
})

test('only payments between households wait for an answer', () => {
  const { payments } = withPayments(
    pay('p1', ana, ben),
    pay('p2', ben, dan),
    pay('p3', dan, ana),
    pay('p4', ben, fay),
    pay('p5', ben, ana, { answer: 'received', answered_amount: 100 }),
  )
  expect(sumUnconfirmed(payments, group.own)).toEqual({ received: 100, paid: 100 })
})

test('organizers answer for people who cannot', () => {
  const { payments } = withPayments(pay('p1', ana, ben), pay('p2', ben, dan), pay('p4', ben, fay), pay('p6', ana, fay))
  const idsOf = (more: Partial<typeof group>, answering: ReadonlySet<string> | undefined) => {
    const { toConfirm, forOthers, claimed } = listOpenPayments(payments, { ...group, ...more }, answering)
    return [toConfirm, forOthers, claimed].map((list) => list.map(({ payment }) => payment.id).join(' '))
  }
  const members = new Set([ana, ben, dan])
  expect(idsOf({}, members)).toEqual(['p2', 'p4 p6', 'p1'])
  expect(idsOf({}, undefined)).toEqual(['p2', '', 'p1 p6'])
  expect(idsOf({ canAnswer: ({ to }) => to === ana }, members)).toEqual(['p2', '', 'p1 p6'])
})
