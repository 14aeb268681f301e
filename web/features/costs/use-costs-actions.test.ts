import { expect, test } from 'vitest'
import { canOperate } from '#domain/access.ts'
import { apply } from '#domain/operations/apply.ts'
import { diff } from '#domain/operations/diff.ts'
import { inverse } from '#domain/operations/inverse.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import {
  type Costs,
  newExpense,
  newPayer,
  newPayment,
  newShare,
  type Payment,
  costs as section,
} from '#domain/plan/costs.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import { forms } from '#domain/plan/forms.ts'
import { newPerson, type Party } from '#domain/plan/people.ts'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { withChangedPayment } from './costs-edits.ts'
import type { CostsGroup } from './costs-group.ts'
import { groupOf } from './testing/group-of.ts'
import { type CostsActions, costsActions } from './use-costs-actions.ts'

const [ana, ben] = ['ana', 'ben']
const people: Party[] = [ana, ben].map((id) => ({ id: `party of ${id}`, name: '', persons: [newPerson(id, id)] }))
const paid = (change: Partial<Payment> = {}): Payment => ({
  ...newPayment('p', { from: ana, to: ben, amount: 500, currency: 'EUR' }, ana),
  ...change,
})
const costsOf = (...payments: Payment[]): Costs => ({ ...section.empty, currency: 'EUR', payments })

function setUp(me: string, value: Costs) {
  const edits: Costs[] = []
  const offers: Undo[] = []
  const edit = (make: (costs: Costs) => Costs) => {
    edits.push(make(edits.at(-1) ?? value))
    return () => undefined
  }
  return { edits, offers, actions: costsActions(edit, groupOf(me, people), (offer) => void offers.push(offer)) }
}

test('an entry that is saved without a change is neither stored nor reported', () => {
  const expense = { ...newExpense('x', 'EUR', ana), payers: [newPayer(ana, 100)], shares: [newShare(ana)] }
  const payment = paid()
  const { edits, offers, actions } = setUp(ana, { ...costsOf(payment), expenses: [expense] })
  actions.changeExpense(expense, structuredClone(expense))
  actions.changePayment(payment, structuredClone(payment))
  expect([edits, offers]).toEqual([[], []])
  actions.changeExpense(expense, { ...expense, note: 'New' })
  expect([edits.length, offers.length]).toEqual([1, 1])
})

test('an entry that somebody has removed is added again, also without a change', () => {
  const expense = { ...newExpense('x', 'EUR', ana), payers: [newPayer(ana, 100)], shares: [newShare(ana)] }
  const { edits, actions } = setUp(ana, costsOf())
  actions.changeExpense(expense, structuredClone(expense), true)
  actions.changePayment(paid(), paid(), true)
  expect(edits.at(-1)).toEqual({ ...costsOf(paid()), expenses: [expense] })
})

test('people who change what they got need not confirm it', () => {
  const before = paid({ added_by: ben, answer: 'received', answered_amount: 500 })
  const { edits, actions } = setUp(ben, costsOf(before))
  actions.changePayment(before, { ...before, amount: 700 })
  expect(edits.at(-1)?.payments).toEqual([{ ...before, amount: 700, answered_amount: 700 }])
})

test('a change of a payment is no answer where somebody else, or nobody, has given one', () => {
  const open = paid()
  const changed = (before: Payment, change: Partial<Payment>, party: string) =>
    withChangedPayment(costsOf(before), before, { ...before, ...change }, new Set([party])).payments[0]
  expect(changed(open, { note: 'Cash' }, ben)?.answer).toBe('')
  expect(changed(open, { amount: 1 }, ana)?.answer).toBe('')
  const denied = paid({ answer: 'not_received', answered_amount: 500 })
  expect(changed(denied, { amount: 1 }, ben)).toEqual({ ...denied, amount: 1 })
})

test('an answered payment that somebody has removed is added again, without the answer of others', () => {
  const before = paid({ answer: 'received', answered_amount: 500 })
  const after = { ...before, note: 'Cash' }
  const saved = withChangedPayment(costsOf(), before, after, new Set([ana]))
  expect(saved.payments).toEqual([{ ...after, answer: '', answered_amount: 0 }])
  expect(withChangedPayment(costsOf(), before, after, new Set([ben])).payments).toEqual([after])

  const isAllowed = (who: string, to: Costs) =>
    diffSection('costs', 'car_trip', costsOf(), to).every((mutation) =>
      canOperate(
        { id: who, email: `${who}@example.com`, is_beta_user: false },
        {
          role: 'member',
          members_edit: false,
          type: 'car_trip',
          taken: { person_id: who, party_id: `party of ${who}`, is_confirmed: true, shares_party: true },
        },
        'costs',
        mutation,
        { value: costsOf(), people, isUnderOwnId: true, removed: before },
      ),
    )
  expect(isAllowed(ana, saved)).toBe(true)
})

const group = groupOf(ana, people)

/** The actions on a trip that has no costs yet, and the undo that was offered last. */
function actionsOn(ofGroup: CostsGroup = group) {
  let value: Costs = { currency: '', expenses: [], payments: [], former: [], payees: [], fees: [] }
  let undo = () => {}
  const perform = (mutations: readonly Mutation[]) =>
    mutations.flatMap((mutation) => {
      const back = inverse(forms.costs, mutation, value)
      value = apply(value, mutation, { form: forms.costs }).value
      return back ?? []
    })
  const edit = (change: (costs: Costs) => Costs) => {
    const inverses = perform(diff(forms.costs, value, change(value))).reverse()
    return () => void perform(inverses)
  }
  const actions = costsActions(edit, ofGroup, (offered) => {
    undo = offered.undo ?? undo
  })
  return { actions, now: () => value, undo: () => undo() }
}

const payment = newPayment('p', { from: ben, to: ana, amount: 500, currency: 'EUR' }, ana)

test('the undo of the first entry leaves the currency that it has set', () => {
  for (const add of [
    (actions: CostsActions) => actions.addPayment(payment),
    (actions: CostsActions) =>
      actions.importCosts({ currency: 'EUR', expenses: [newExpense('x', 'EUR', ana)], payments: [payment] }),
  ]) {
    const { actions, now, undo } = actionsOn()
    add(actions)
    expect(now()).toMatchObject({ currency: 'EUR', payments: [{ id: 'p' }] })
    actions.addExpense(newExpense('y', 'USD', ben))
    undo()
    expect(now()).toMatchObject({ currency: 'EUR', expenses: [{ id: 'y' }], payments: [] })
  }
})

test('who notes what they got has confirmed it, if they may', () => {
  const confirmed = actionsOn()
  confirmed.actions.addPayment(payment)
  expect(confirmed.now().payments).toMatchObject([{ answer: 'received', answered_amount: 500 }])
  const unconfirmed = actionsOn({ ...group, canAnswer: () => false })
  unconfirmed.actions.addPayment(payment)
  expect(unconfirmed.now().payments).toEqual([payment])
})

test('the undo of a currency brings back no rate without its currency', () => {
  const { actions, now, undo } = actionsOn()
  actions.addExpense(newExpense('e', 'EUR', ana))
  // As rates were once stored.
  actions.addPayment({ ...payment, currency: 'CHF', rate: '1.05' })
  actions.setCurrency('USD', '1.1')
  expect(now()).toMatchObject({ currency: 'USD', payments: [{ rate: '1.155 USD' }] })
  undo()
  expect(now()).toMatchObject({ currency: 'EUR', payments: [{ rate: '1.05 EUR' }] })
})
