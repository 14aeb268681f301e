import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply } from '../operations/apply.ts'
import { type Form, formAt } from '../operations/form.ts'
import { equal, findAt, type Json } from '../operations/json.ts'
import type { Mutation } from '../operations/operation.ts'
import { newExpense, newPayer, newShare } from '../plan/costs.ts'
import { diffSection } from '../plan/diff-section.ts'
import { forms } from '../plan/forms.ts'
import { type CommonSectionName, commonSectionNames, plan } from '../plan/index.ts'
import { newPerson, type Party } from '../plan/people.ts'
import { newCar } from '../plan/rides.ts'
import type { Section } from '../plan/section.ts'
import { anyMutation, mutationOf, type Wish } from '../testing/any-mutation.ts'
import { anyValueOf } from '../testing/arbitraries.ts'
import { canonical } from '../testing/canonical.ts'
import { withLastingParts } from './is-for-good.ts'
import { listTold, type Part, undoChange } from './undo-change.ts'

const RUNS = { numRuns: Number(process.env['OPERATIONS_RUNS'] ?? 30) }

function follow(name: CommonSectionName, value: Json, wishes: readonly Wish[]): Json {
  const { newEntry }: Pick<Section<unknown>, 'newEntry'> = plan[name]
  return wishes.reduce<Json>((before, wish) => {
    const mutation = mutationOf(forms[name], before, wish, (day) => newEntry?.('car_trip', Number(day)))
    return mutation ? apply(before, mutation, { form: forms[name] }).value : before
  }, value)
}

const isLongText = (form: Form, { at }: Mutation) => {
  const leaf = formAt(form, at)
  return leaf?.is === 'leaf' && leaf.content === 'text'
}

describe.each(commonSectionNames)('an undone change of %s', (name) => {
  const form = forms[name]
  const wishes = (maxLength: number) => fc.array(anyMutation, { maxLength })
  const value = anyValueOf[name] as fc.Arbitrary<Json>

  it('leaves what was there before, if nothing came after it', () => {
    fc.assert(
      fc.property(value, wishes(6), (before, done) => {
        const after = follow(name, before, done)
        const { value: undone, changedSince } = undoChange(name, 'car_trip', { before, after, current: after })
        expect(changedSince).toEqual([])
        const expected = withLastingParts(name, before, after)
        expect(canonical(form, undone)).toEqual(canonical(form, expected))
      }),
      RUNS,
    )
  })

  it('leaves all that came after it, and has no effect a second time', () => {
    fc.assert(
      fc.property(value, wishes(6), wishes(6), (before, done, later) => {
        const after = follow(name, before, done)
        const current = follow(name, after, later)
        const { value: undone } = undoChange(name, 'car_trip', { before, after, current })
        for (const mutation of diffSection(name, 'car_trip', after, current)) {
          if (mutation.do === 'move' || isLongText(form, mutation)) continue
          expect(findAt(undone, mutation.at), mutation.at.join('/')).toEqual(findAt(current, mutation.at))
        }
        const again = undoChange(name, 'car_trip', { before, after, current: undone })
        if (!again.undone.some((at) => isLongText(form, { do: 'remove', at, was: '' })))
          expect(again.undone).toEqual([])
      }),
      RUNS,
    )
  })

  it('is as it was before, wherever nothing came after it', () => {
    fc.assert(
      fc.property(value, wishes(4), wishes(4), (before, done, later) => {
        const after = follow(name, before, done)
        const current = follow(name, after, later)
        const { value: undone, undone: places } = undoChange(name, 'car_trip', { before, after, current })
        for (const mutation of diffSection(name, 'car_trip', after, before)) {
          if (mutation.do !== 'set' || isLongText(form, mutation)) continue
          const isUndone = places.some((at) => equal(at, mutation.at))
          if (isUndone) expect(findAt(undone, mutation.at)).toEqual(mutation.to)
        }
      }),
      RUNS,
    )
  })
})

describe('an undone change', () => {
  const note = (id: string, text = id) => ({ id, text })
  const undoNotes = (before: Json, after: Json, current: Json) =>
    undoChange('notes', 'car_trip', { before, after, current })
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => note(id)) as [Json, Json, Json, Json]

  it('puts a removed entry behind those that were before it, among later ones', () => {
    expect(undoNotes([a, b, c], [a, c], [a, c, d]).value).toEqual([a, b, c, d])
    expect(undoNotes([a, b, c], [a, c], [c, d]).value).toEqual([b, c, d])
    expect(undoNotes([a, b, c], [], [d]).value).toEqual([a, b, c, d])
  })

  it('does not remove an entry that somebody has changed since', () => {
    const changed = [note('a', 'Gate opens at 9')]
    expect(undoNotes([], [a], changed)).toEqual({ value: changed, undone: [], changedSince: [['a']] })
    expect(undoNotes([], [a], [a, b]).value).toEqual([b])
  })

  it('does not remove a car in which somebody has taken a seat since', () => {
    const undoRides = (current: Json) =>
      undoChange('rides', 'car_trip', { before: { cars: [], riders: [] }, after: { cars: [car], riders: [] }, current })
    const car = { ...newCar('car', 'ana') }
    const taken = { cars: [car], riders: [{ id: 'ben', car: 'car' }] }
    expect(undoRides(taken)).toEqual({ value: taken, undone: [], changedSince: [['cars', 'car']] })
    expect(undoRides({ cars: [car], riders: [] }).value).toEqual({ cars: [], riders: [] })
  })

  it('leaves the currency of a trip that has had entries since', () => {
    const { empty } = plan.costs
    const first = { ...empty, currency: 'CAD' }
    const later = { ...first, expenses: [newExpense('later', 'CAD', 'ana')] }
    const undo = (current: Json) => undoChange('costs', 'car_trip', { before: empty, after: first, current })
    expect(undo(later)).toEqual({ value: later, undone: [], changedSince: [['currency']] })
    expect(undo(first).value).toEqual(empty)
  })

  it('does not bring back an entry for a field of it that was changed before', () => {
    expect(undoNotes([a], [note('a', 'more')], [])).toEqual({ value: [], undone: [], changedSince: [['a', 'text']] })
  })

  it('takes words out of a text to which others have added, unless they changed the same line', () => {
    const texts = (before: string, after: string, current: string) =>
      undoNotes([note('a', before)], [note('a', after)], [note('a', current)]).value
    expect(texts('Tent', 'Tent\nStove', 'Tent\nStove\nLamp')).toEqual([note('a', 'Tent\nLamp')])
    expect(texts('Tent', 'Stove', 'Stove and lamp')).toEqual([note('a', 'Stove and lamp')])
  })

  it('reports what was undone already', () => {
    expect(undoNotes([a], [], [a])).toEqual({ value: [a], undone: [], changedSince: [] })
    expect(undoNotes([a, b], [b, a], [b, c, a]).value).toEqual([a, b, c])
    expect(undoNotes([a, b], [b, a], [a, b]).undone).toEqual([])
    expect(undoNotes([a, b, c], [b, a, c], [c, b, a]).changedSince).toHaveLength(1)
  })

  const person = (id: string, fields: object = {}) => ({ ...newPerson(id, id), ...fields })
  const party = (id: string, ...persons: Party['persons']) => ({ id, name: '', persons })
  const undoPeople = (before: Json, after: Json, current: Json) =>
    undoChange('people', 'car_trip', { before, after, current })

  it('brings a person back and leaves the answer that somebody has given since', () => {
    const [hugo, ben] = [person('hugo', { coming: 'coming' }), person('ben')]
    const unsure = person('ben', { coming: 'unsure' })
    const undone = undoPeople([party('1', hugo), party('2', ben)], [party('2', ben)], [party('2', unsure)])
    expect(undone.value).toEqual([party('1', hugo), party('2', unsure)])
  })

  it('brings back only one of several people who were removed together', () => {
    const [ana, ben, cem] = [person('ana'), person('ben'), person('cem')]
    const [before, after] = [[party('1', ana), party('2', ben, cem)], [party('1', ana)]]
    const removal = (...at: string[]) => ({ do: 'remove' as const, at })
    const undo = (parts: Part[], others: Part[], from: Json = before) =>
      undoChange('people', 'car_trip', { before: from, after, current: after }, { parts, others })
    // One was removed first, and then the party with the other.
    const [ofBen, ofParty] = [removal('2', 'persons', 'ben'), removal('2')]
    expect(undo([ofBen], [ofParty]).value).toEqual([party('1', ana), party('2', ben)])
    expect(undo([ofParty], [ofBen]).value).toEqual([party('1', ana), party('2', cem)])
    expect(undo([ofBen, ofParty], []).value).toEqual(before)
    const separately = [party('1', ana), party('2', ben), party('3', cem)]
    const { value, undone, changedSince } = undo([removal('3')], [removal('2')], separately)
    expect({ value, undone, changedSince }).toEqual({
      value: [party('1', ana), party('3', cem)],
      undone: [['3']],
      changedSince: [],
    })
  })

  it('takes back one answer as a whole, and leaves another one of the same minute', () => {
    const answered = (id: string) => person(id, { coming: 'coming', answered_for: '2026-07-04', age: '7' })
    const [before, after] = [[party('1', person('ana'), person('ben'))], [party('1', answered('ana'), answered('ben'))]]
    const at = (id: string, field: string) => ({ do: 'set' as const, at: ['1', 'persons', id, field] })
    const parts = [at('ana', 'coming')]
    const { value, ...result } = undoChange(
      'people',
      'car_trip',
      { before, after, current: after },
      { parts, others: [] },
    )
    expect(value).toEqual([party('1', person('ana', { age: '7' }), answered('ben'))])
    // Says all that was undone, also what another sentence is about.
    const all = [...parts, at('ana', 'answered_for'), at('ana', 'age'), at('ben', 'coming')]
    expect(listTold(all, parts, result)).toEqual({ gone: all.slice(0, 2), stays: [] })
  })

  it('does not divide an answer', () => {
    const coming = person('ben', { coming: 'coming', answered_for: '2026-07-04' })
    const partly = person('ben', { coming: 'coming', answered_for: '2026-07-04', from: '2 lunch' })
    expect(undoPeople([party('1', person('ben'))], [party('1', coming)], [party('1', partly)]).undone).toEqual([])
  })

  it('does not add a person twice who is in another party now', () => {
    const [ben, unsure] = [person('ben'), person('ben', { coming: 'unsure' })]
    const [before, after] = [
      [party('1', ben), party('2')],
      [party('1'), party('2', ben)],
    ]
    expect(undoPeople(before, after, after).value).toEqual(before)
    const answered = [party('1'), party('2', unsure)]
    expect(undoPeople(before, after, answered).value).toBe(answered)
    expect(undoPeople(before, [party('1'), party('2')], after).value).toBe(after)
  })

  it('does not divide an expense', () => {
    const expense = { ...newExpense('1', 'EUR', 'ana'), name: 'Ice' }
    const costs = (fields: object) => ({ ...plan.costs.empty, expenses: [{ ...expense, ...fields }] })
    const payers = (amount: number) => [newPayer('ana', amount)]
    const [before, after] = [costs({ payers: payers(1) }), costs({ payers: payers(2) })]
    const current = costs({ payers: payers(2), shares: [newShare('ben')] })
    expect(undoChange('costs', 'car_trip', { before, after, current }).value).toBe(current)
    expect(undoChange('costs', 'car_trip', { before, after, current: after }).value).toEqual(before)
  })

  it('undoes the name of an expense without its money, and leaves its note', () => {
    const expense = { ...newExpense('1', 'EUR', 'ana'), name: 'Ice', payers: [newPayer('ana', 1)] }
    const costs = (fields: object) => ({ ...plan.costs.empty, expenses: [{ ...expense, ...fields }] })
    const paid = { payers: [newPayer('ana', 2)] }
    const [before, after] = [costs({}), costs({ name: 'Boat', ...paid })]
    const name = { do: 'set' as const, at: ['expenses', '1', 'name'] }
    const amount = { do: 'set' as const, at: ['expenses', '1', 'payers', newPayer('ana', 1).id, 'amount'] }
    const current = costs({ name: 'Boat', note: 'Both days', ...paid })
    const undo = (part: Part, other: Part) =>
      undoChange('costs', 'car_trip', { before, after, current }, { parts: [part], others: [other] })
    expect(undo(name, amount)).toMatchObject({ value: costs({ note: 'Both days', ...paid }), undone: [name.at] })
    expect(undo(amount, name)).toMatchObject({
      value: costs({ name: 'Boat', note: 'Both days' }),
      undone: [amount.at],
    })
  })

  it('leaves the names that the costs keep of removed people', () => {
    const former = [{ id: 'ben', name: 'Ben' }]
    const expenses = [newExpense('1', 'EUR', 'ana')]
    const [before, after] = [plan.costs.empty, { ...plan.costs.empty, expenses, former }]
    const { value, undone } = undoChange('costs', 'car_trip', { before, after, current: after })
    expect({ value, undone }).toEqual({ value: { ...before, former }, undone: [['expenses', '1']] })
    const named = { ...before, former }
    expect(undoChange('costs', 'car_trip', { before, after: named, current: named })).toEqual({
      value: named,
      undone: [],
      changedSince: [],
    })
  })
})
