import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withClaim, withPacked } from '../gear/claims.ts'
import { firstInQueue } from '../list-kinds.ts'
import { forms } from '../plan/forms.ts'
import type { Claim } from '../plan/gear.ts'
import type { Rider, Rides } from '../plan/rides.ts'
import { type ItemState, newItemState, newPurchase, type Purchase, type Shopping, shopping } from '../plan/shopping.ts'
import { effectOf, toAppliedMutation } from './applied-mutation.ts'
import { apply } from './apply.ts'
import { diff } from './diff.ts'
import { applyEffect } from './effects.ts'
import { expandInsert } from './expand-insert.ts'
import { inverse } from './inverse.ts'
import { mergeText } from './merge-text.ts'
import type { Mutation, Outcome, Tombstone } from './operation.ts'
import { validateOperation } from './validate-operation.ts'

const RUNS = { numRuns: Number(process.env['OPERATIONS_RUNS'] ?? 200) }
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A server, and a client that gets only effects. */
class Section<Value> {
  readonly name: 'shopping' | 'rides'
  value: Value
  followed: Value
  readonly #tombstones = new Map<string, Tombstone>()

  constructor(name: 'shopping' | 'rides', value: Value) {
    this.name = name
    this.value = value
    this.followed = value
  }

  receive(mutation: Mutation): Outcome {
    const form = forms[this.name]
    if (validateOperation(form, mutation)) return 'invalid_operation'
    for (const one of expandInsert(form, this.value, mutation)) {
      const applied = apply(this.value, one, {
        form,
        mergeText,
        findTombstone: (at) => this.#tombstones.get(at.join('/')),
      })
      const { effect, before } = applied
      if (applied.outcome !== 'applied') return applied.outcome
      if (effect && 'gone' in effect && before)
        this.#tombstones.set(effect.at.join('/'), { entry: before.is, after: before.after })
      const stored = toAppliedMutation(applied)
      if (stored) this.followed = applyEffect(this.followed, effectOf(stored)) as Value
      this.value = applied.value
    }
    return 'applied'
  }
}

/** Takes lists in turns, as `turns` says, each in its own order. */
function interleave<Item>(lists: readonly Item[][], turns: readonly number[]): Item[] {
  const queues = lists.map((list) => [...list])
  const taken: Item[] = []
  for (let turn = 0; queues.some(({ length }) => length > 0); turn++) {
    const open = queues.filter(({ length }) => length > 0)
    taken.push(open[(turns[turn] ?? 0) % open.length]?.shift() as Item)
  }
  return taken
}

const empty = shopping.empty
const form = forms.shopping
const stateIn = ({ states }: Shopping, key: string) => states.find((state) => state.key === key)

describe('a derived entry', () => {
  const fields = ['is_at_home', 'amount_at_home', 'buyer', 'shop', 'note'] as const
  const ofField = {
    is_at_home: fc.constant(true),
    amount_at_home: fc.constantFrom('1', '2 kg'),
    buyer: fc.constantFrom(idOf(1), idOf(2)),
    shop: fc.constantFrom('Foodland', 'Metro'),
    note: fc.constantFrom('oat', 'not this one'),
  }
  /** What each of several people, who start from an empty list, notes about items: each field by one person only. */
  const notes = fc.uniqueArray(
    fc.tuple(fc.nat(2), fc.constantFrom('1:milk', '1:ice'), fc.constantFrom(...fields)).chain(([who, key, field]) =>
      fc.record({
        who: fc.constant(who),
        key: fc.constant(key),
        field: fc.constant(field),
        to: ofField[field] as fc.Arbitrary<unknown>,
      }),
    ),
    { selector: ({ key, field }) => `${key} ${field}`, minLength: 1, maxLength: 10 },
  )
  const turns = fc.array(fc.nat(2), { maxLength: 40 })

  it('has what everybody noted who created it offline, in whatever order that arrives, also twice', () => {
    fc.assert(
      fc.property(notes, turns, fc.array(fc.nat(30), { maxLength: 5 }), (all, order, repeated) => {
        const people = [0, 1, 2].map((who) => {
          const states = new Map<string, ItemState>()
          for (const { key, field, to } of all.filter((note) => note.who === who))
            states.set(key, { ...(states.get(key) ?? newItemState(key)), [field]: to })
          const value: Shopping = { ...empty, states: [...states.values()] }
          return diff(form, empty, value)
        })
        const arriving = interleave(people, order)
        const server = new Section<Shopping>('shopping', empty)
        for (const [index, mutation] of arriving.entries()) {
          expect(server.receive(mutation)).toBe('applied')
          // The same insert again, by anybody, loses nothing.
          const again = arriving[repeated[index] ?? -1]
          if (again?.do === 'insert') expect(server.receive(again)).toBe('applied')
        }
        for (const { key, field, to } of all) expect(stateIn(server.value, key)?.[field]).toEqual(to)
        expect(new Set(server.value.states.map(({ key }) => key)).size).toBe(server.value.states.length)
        expect(server.followed).toEqual(server.value)
      }),
      RUNS,
    )
  })

  it('is inserted empty by a diff, which then sets its fields', () => {
    const milk = newItemState('1:milk')
    const at = ['states', milk.id]
    expect(diff(form, empty, { ...empty, states: [{ ...milk, is_at_home: true }] })).toEqual([
      { do: 'insert', at, entry: milk },
      { do: 'set', at: [...at, 'is_at_home'], to: true, was: false },
    ])
  })

  it('is not removed by a diff, but made empty again', () => {
    const milk = { ...newItemState('1:milk'), shop: 'Metro' }
    expect(diff(form, { ...empty, states: [milk] }, empty)).toEqual([
      { do: 'set', at: ['states', milk.id, 'shop'], to: '', was: 'Metro' },
    ])
  })

  it('can only be inserted empty, under its own id, and never removed, restored, moved or renamed', () => {
    const milk = newItemState('1:milk')
    const at = ['states', milk.id]
    const other = { ...milk, id: idOf(1) }
    const insert = (entry: ItemState): Mutation => ({ do: 'insert', at: ['states', entry.id], entry })
    expect(validateOperation(form, insert(milk))).toBeUndefined()
    const invalid: Mutation[] = [
      insert({ ...milk, is_at_home: true }),
      insert({ ...milk, note: 'oat' }),
      insert({ ...milk, key: '1:ice' }),
      insert(other),
      { do: 'remove', at, was: milk },
      { do: 'restore', at, was: milk },
      { do: 'move', at, after: null },
      { do: 'set', at: [...at, 'key'], to: '1:ice', was: '1:milk' },
    ]
    for (const mutation of invalid) expect(validateOperation(form, mutation), JSON.stringify(mutation)).toBeDefined()
    expect(new Section('shopping', { ...empty, states: [milk] }).receive({ do: 'remove', at, was: milk })).toBe(
      'invalid_operation',
    )
  })

  it('stays when its insert is undone, with empty fields', () => {
    const milk = newItemState('1:milk')
    const mutations = diff(form, empty, { ...empty, states: [{ ...milk, shop: 'Metro', is_at_home: true }] })
    let value = empty
    const undo: Mutation[] = []
    for (const mutation of mutations) {
      const back = inverse(form, mutation, value)
      if (back) undo.unshift(back)
      value = apply(value, mutation, { form }).value
    }
    expect(undo.map(({ do: what }) => what)).toEqual(['set', 'set'])
    expect(undo.reduce((is, mutation) => apply(is, mutation, { form }).value, value).states).toEqual([milk])
  })
})

describe('a contribution that is inserted twice', () => {
  const milk = (amount: string, unit: string): Purchase => ({
    ...newPurchase(idOf(9), { key: '1:milk', name: 'Milk' }, idOf(1)),
    amount,
    unit,
  })
  const insert = (entry: Purchase): Mutation => ({ do: 'insert', at: ['purchases', entry.id], entry, after: null })

  it('has the fields of the second insert, and of the first where the second left them empty', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ amount: fc.constantFrom('', '1', '2'), unit: fc.constantFrom('', 'L', 'bags') }), {
          minLength: 1,
          maxLength: 5,
        }),
        (all) => {
          const server = new Section<Shopping>('shopping', empty)
          for (const { amount, unit } of all) expect(server.receive(insert(milk(amount, unit)))).toBe('applied')
          const last = (field: 'amount' | 'unit') => all.map((one) => one[field]).findLast((text) => text !== '') ?? ''
          expect(server.value.purchases).toEqual([milk(last('amount'), last('unit'))])
          expect(server.followed).toEqual(server.value)
        },
      ),
      RUNS,
    )
  })

  it('is stored as sets of the fields that differ', () => {
    const value = { ...empty, purchases: [milk('1', 'L')] }
    expect(expandInsert(form, value, insert(milk('2', 'L')))).toEqual([
      { do: 'set', at: ['purchases', idOf(9), 'amount'], to: '2', was: '' },
    ])
    expect(expandInsert(form, value, insert(milk('1', 'L')))).toEqual([])
    expect(expandInsert(form, empty, insert(milk('1', 'L')))).toEqual([insert(milk('1', 'L'))])
  })

  it('keeps the count that a person promised when they tick the same item on a device that does not know of it', () => {
    const table = { id: idOf(1), name: 'Table' }
    const claimed = withClaim({ claims: [] }, table, idOf(2), 3)
    const [ticked] = withPacked({ claims: [] }, table, idOf(2), true).claims as [Claim]
    const insertion: Mutation = { do: 'insert', at: ['claims', ticked.id], entry: ticked, after: null }
    expect(expandInsert(forms.gear, claimed, insertion)).toEqual([
      { do: 'set', at: ['claims', ticked.id, 'is_packed'], to: true, was: false },
    ])
  })

  it('is an ordinary entry otherwise: a removal of what somebody has changed is superseded', () => {
    const server = new Section<Shopping>('shopping', { ...empty, purchases: [milk('1', 'L')] })
    server.receive(insert(milk('2', 'L')))
    const remove = (was: Purchase): Mutation => ({ do: 'remove', at: ['purchases', was.id], was, after: null })
    expect(server.receive(remove(milk('1', 'L')))).toBe('superseded')
    expect(server.receive(remove(milk('2', 'L')))).toBe('applied')
    expect(server.value.purchases).toEqual([])
  })
})

describe('a queue', () => {
  const cars = [idOf(101), idOf(102), ''] as const
  const step = fc.record({
    do: fc.constantFrom('insert', 'set', 'set', 'set', 'remove', 'restore', 'move'),
    person: fc.nat(4).map(idOf),
    car: fc.constantFrom(...cars),
    after: fc.constantFrom(null, ...[0, 1, 2, 3, 4].map(idOf)),
  })
  const start: Rides = { cars: [], riders: [] }
  const at = (person: string) => ['riders', person]

  it('has the order of arrival for each car, whatever position clients name, and is the same for everybody', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const server = new Section<Rides>('rides', start)
        /** By car: the people in the order in which they came. */
        let arrivals: [car: string, person: string][] = []
        const leave = (person: string) => {
          arrivals = arrivals.filter(([, other]) => other !== person)
        }
        for (const { do: what, person, car, after } of steps) {
          const now = server.value.riders.find(({ id }) => id === person)
          const entry: Rider = { id: person, car }
          if (what === 'move') {
            expect(server.receive({ do: 'move', at: at(person), after })).toBe('invalid_operation')
            continue
          }
          const outcome = server.receive(
            what === 'set'
              ? { do: 'set', at: [...at(person), 'car'], to: car, was: now?.car ?? '' }
              : what === 'insert'
                ? { do: 'insert', at: at(person), entry, after }
                : { do: what, at: at(person), was: now ?? entry, after },
          )
          const then = server.value.riders.find(({ id }) => id === person)
          if (outcome !== 'applied' || then?.car === now?.car) continue
          leave(person)
          if (then) arrivals.push([then.car, person])
        }
        const { riders } = server.value
        for (const car of cars)
          for (const count of [0, 1, 2, 5])
            expect(firstInQueue(riders, { by: 'car', is: car, count }).map(({ id }) => id)).toEqual(
              arrivals.flatMap(([ofCar, person]) => (ofCar === car ? [person] : [])).slice(0, count),
            )
        expect(new Set(riders.map(({ id }) => id)).size).toBe(riders.length)
        expect(server.followed).toEqual(server.value)
      }),
      RUNS,
    )
  })

  const riders = (...all: [number, string][]): Rider[] => all.map(([person, car]) => ({ id: idOf(person), car }))
  const [red, blue] = cars
  const three: Rides = { cars: [], riders: riders([1, red], [2, red], [3, blue]) }
  const set = (person: number, to: string, was: string): Mutation => ({
    do: 'set',
    at: [...at(idOf(person)), 'car'],
    to,
    was,
  })

  it('sends an entry to the end by one mutation, with one effect, which is idempotent', () => {
    const applied = apply(three, set(1, blue, red), { form: forms.rides })
    expect(applied.value.riders).toEqual(riders([2, red], [3, blue], [1, blue]))
    expect(applied.effect).toEqual({ at: ['riders', idOf(1), 'car'], is: blue, last: true })
    expect(toAppliedMutation(applied)).toEqual({ ...set(1, blue, red), last: true })
    expect(apply(applied.value, set(1, blue, red), { form: forms.rides })).toEqual({
      value: applied.value,
      outcome: 'applied',
    })
  })

  it('keeps places when a seat is taken twice by one person, on two devices', () => {
    const server = new Section<Rides>('rides', three)
    server.receive({ do: 'insert', at: at(idOf(1)), entry: { id: idOf(1), car: red } })
    server.receive({ do: 'insert', at: at(idOf(1)), entry: { id: idOf(1), car: '' } })
    expect(server.value).toEqual(three)
    server.receive({ do: 'insert', at: at(idOf(1)), entry: { id: idOf(1), car: blue } })
    expect(server.value.riders).toEqual(riders([2, red], [3, blue], [1, blue]))
  })

  it('gives no place back when giving it up is undone', () => {
    const given = apply(three, set(1, '', red), { form: forms.rides }).value
    const back = inverse(forms.rides, set(1, '', red), three) as Mutation
    expect(apply(given, back, { form: forms.rides }).value.riders).toEqual(riders([2, red], [3, blue], [1, red]))
    const removal: Mutation = { do: 'remove', at: at(idOf(1)), was: { id: idOf(1), car: red }, after: null }
    const server = new Section<Rides>('rides', three)
    server.receive(removal)
    server.receive(inverse(forms.rides, removal, three) as Mutation)
    expect(server.value.riders).toEqual(riders([2, red], [3, blue], [1, red]))
  })

  it('ignores another order in a diff', () => {
    expect(diff(forms.rides, three, { ...three, riders: three.riders.toReversed() })).toEqual([])
  })
})
