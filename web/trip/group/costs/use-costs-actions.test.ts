import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { apply } from '#domain/operations/apply.ts'
import { diff } from '#domain/operations/diff.ts'
import { inverse } from '#domain/operations/inverse.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { type Costs, newExpense, newPayment } from '#domain/plan/costs.ts'
import { forms } from '#domain/plan/forms.ts'
import { newPerson } from '#domain/plan/people.ts'
import type { CostsGroup } from './costs-group.ts'
import { groupOf } from './testing/group-of.ts'
import { type CostsActions, useCostsActions } from './use-costs-actions.ts'

const [ana, ben] = ['1', '2'] as const
const group = groupOf(ana, [
  { id: 'a', name: '', persons: [newPerson(ana, 'Ana')] },
  { id: 'b', name: '', persons: [newPerson(ben, 'Ben')] },
])

/** The actions on a trip that has no costs yet, and the undo that was offered last. */
function actionsOn(ofGroup: CostsGroup = group) {
  let value: Costs = { currency: '', expenses: [], payments: [] }
  let actions: CostsActions | undefined
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
  function Reader() {
    actions = useCostsActions(edit, ofGroup, (offered) => {
      undo = offered.undo
    })
    return null
  }
  renderToStaticMarkup(createElement(Reader))
  if (!actions) throw new Error('There are no actions.')
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
