import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forms } from '../plan/forms.ts'
import { plan, type SectionName, sectionNames } from '../plan/index.ts'
import type { Section } from '../plan/section.ts'
import { anyMutation, mutationOf, type Wish } from '../testing/any-mutation.ts'
import { anyValueOf } from '../testing/arbitraries.ts'
import { canonical } from '../testing/canonical.ts'
import { apply } from './apply.ts'
import { diff, type NewEntry } from './diff.ts'
import { applyEffect } from './effects.ts'
import { expandInsert } from './expand-insert.ts'
import { fold } from './fold.ts'
import { type Form, formAt, ruleAt } from './form.ts'
import { inverse } from './inverse.ts'
import { findAt, type Json } from './json.ts'
import { mergeText } from './merge-text.ts'
import type { Mutation, Path, Tombstone } from './operation.ts'
import { validateOperation } from './validate-operation.ts'

const RUNS = { numRuns: Number(process.env['OPERATIONS_RUNS'] ?? 200) }

const newEntryOf = (name: SectionName): NewEntry => {
  const { newEntry }: Pick<Section<unknown>, 'newEntry'> = plan[name]
  return (day) => newEntry?.('car_trip', Number(day))
}

/** Applies mutations one after the other, each made on the result of the previous one. */
function follow(
  name: SectionName,
  value: Json,
  wishes: Wish[],
  take: (mutation: Mutation, before: Json, after: Json) => void,
): Json {
  const form = forms[name]
  return wishes.reduce<Json>((before, wish) => {
    const mutation = mutationOf(form, before, wish, newEntryOf(name))
    if (!mutation) return before
    const after = apply(before, mutation, { form }).value
    take(mutation, before, after)
    return after
  }, value)
}

describe.each(sectionNames)('%s', (name) => {
  const form = forms[name]
  const value = anyValueOf[name] as fc.Arbitrary<Json>
  const expectEqual = (one: Json, other: Json) => expect(canonical(form, one)).toEqual(canonical(form, other))
  const edited = fc.tuple(value, fc.array(anyMutation, { maxLength: 12 }))

  it('has a diff that leads from any value to any other, and is empty for equal values', () => {
    fc.assert(
      fc.property(value, value, (from, to) => {
        const mutations = diff(form, from, to, newEntryOf(name))
        for (const mutation of mutations) expect(validateOperation(form, mutation)).toBeUndefined()
        expectEqual(
          mutations.reduce((before, mutation) => apply(before, mutation, { form }).value, from),
          to,
        )
        expect(diff(form, to, structuredClone(to))).toEqual([])
      }),
      RUNS,
    )
  })

  it('has a diff with no more mutations than the person made', () => {
    fc.assert(
      fc.property(edited, ([from, wishes]) => {
        const done: Mutation[] = []
        const to = follow(name, from, wishes, (mutation) => done.push(mutation))
        const mutations = diff(form, from, to, newEntryOf(name))
        const isSame = (one: Mutation, other: Mutation) => String(one.at) === String(other.at)
        // Removing a day and adding it again changes everything in it.
        const isReplaced = done.some(
          (mutation) =>
            mutation.do === 'insert' && done.some((other) => other.do === 'remove' && isSame(mutation, other)),
        )
        if (!isReplaced) expect(mutations.length).toBeLessThanOrEqual(done.length)
        expectEqual(
          mutations.reduce((before, mutation) => apply(before, mutation, { form }).value, from),
          to,
        )
      }),
      RUNS,
    )
  })

  it('is the same after an effect as after its mutation, and stays valid', () => {
    fc.assert(
      fc.property(edited, ([from, wishes]) => {
        follow(name, from, wishes, (mutation, before) => {
          expect(validateOperation(form, mutation)).toBeUndefined()
          const { value: after, effect, outcome } = apply(before, mutation, { form })
          expect(outcome).toBe('applied')
          expect(effect ? applyEffect(before, effect) : before).toEqual(after)
          expect(form.schema.safeParse(after).error).toBeUndefined()
        })
      }),
      RUNS,
    )
  })

  it('is as before once a mutation is undone', () => {
    fc.assert(
      fc.property(edited, ([from, wishes]) => {
        follow(name, from, wishes, (mutation, before, after) => {
          const undo = inverse(form, mutation, before)
          expectEqual(undo ? apply(after, undo, { form }).value : after, before)
        })
      }),
      RUNS,
    )
  })

  it('is the same after two mutations as after their fold', () => {
    fc.assert(
      fc.property(edited, ([from, wishes]) => {
        let last: { mutation: Mutation; before: Json } | undefined
        follow(name, from, wishes, (mutation, before, after) => {
          const one = last && fold(last.mutation, mutation)
          if (last && one) expectEqual(one === 'nothing' ? last.before : apply(last.before, one, { form }).value, after)
          last = { mutation, before }
        })
      }),
      RUNS,
    )
  })

  it('keeps edits to different places, in whatever order they arrive', () => {
    fc.assert(
      fc.property(
        value,
        fc.array(anyMutation, { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        (from, wishes, order) => {
          const mutations = wishes
            .flatMap((wish) => mutationOf(form, from, wish) ?? [])
            .filter(
              (mutation, i, all) =>
                mutation.do === 'set' && all.findIndex((other) => String(other.at) === String(mutation.at)) === i,
            )
          const shuffled = mutations
            .map((mutation, i) => ({ mutation, by: order[i] ?? i }))
            .toSorted((a, b) => a.by - b.by)
          const all = (some: Mutation[]) =>
            some.reduce((before, mutation) => apply(before, mutation, { form }).value, from)
          const end = all(mutations)
          expectEqual(all(shuffled.map(({ mutation }) => mutation)), end)
          for (const mutation of mutations)
            if (mutation.do === 'set') expect(findAt(end, mutation.at)).toEqual(mutation.to)
        },
      ),
      RUNS,
    )
  })
})

/** A server that remembers removed entries, with clients that receive only effects. */
class Model {
  readonly removed = new Map<string, Tombstone>()
  readonly findRemoved = (at: Path) => this.removed.get(at.join('/'))
  followed: Json

  constructor(
    readonly name: SectionName,
    public value: Json,
  ) {
    this.followed = value
  }

  /** Returns the mutations that were applied. */
  receive(received: Mutation): Mutation[] {
    return expandInsert(forms[this.name], this.value, received).filter((mutation) => {
      const { value, outcome, effect, before } = apply(this.value, mutation, {
        form: forms[this.name],
        findTombstone: this.findRemoved,
        mergeText,
      })
      if (effect && 'gone' in effect && before)
        this.removed.set(effect.at.join('/'), { entry: before.is, after: before.after })
      if (effect) this.followed = applyEffect(this.followed, effect)
      this.value = value
      return outcome === 'applied' || outcome === 'merged'
    })
  }
}

describe.each(sectionNames)('%s, edited by people who have not seen each other’s changes', (name) => {
  const form = forms[name]

  it('stays valid, is the same for clients that receive effects, and keeps edits that nobody else touched', () => {
    fc.assert(
      fc.property(
        anyValueOf[name] as fc.Arbitrary<Json>,
        fc.array(fc.tuple(anyMutation, fc.nat(6)), { maxLength: 25 }),
        (start, steps) => {
          const server = new Model(name, start)
          const versions = [start]
          const typed = new Map<string, { mutation: Mutation & { do: 'set' }; times: number }>()
          for (const [wish, age] of steps) {
            // The author saw an older version.
            const seen = versions.at(-1 - (age % versions.length))
            const mutation = mutationOf(form, seen, wish, newEntryOf(name))
            if (!mutation) continue
            for (const applied of server.receive(mutation)) {
              const place = applied.at.join('/')
              if (applied.do === 'set')
                typed.set(place, { mutation: applied, times: (typed.get(place)?.times ?? 0) + 1 })
            }
            versions.push(server.value)
          }
          expect(server.followed).toEqual(server.value)
          expect(form.schema.safeParse(server.value).error).toBeUndefined()
          for (const { mutation, times } of typed.values()) {
            const is = findAt(server.value, mutation.at)
            if (times !== 1 || is === undefined || !wasNeverRemoved(server, mutation.at)) continue
            // Somebody else inserted the same entry, so a long text has what both of them typed.
            if (isMergedByInsert(form, mutation.at)) expect(is).toContain(mutation.to)
            else expect(is).toEqual(mutation.to)
          }
        },
      ),
      RUNS,
    )
  })
})

/** Whether a path leads to a long text of an entry that two people may insert under the same id. */
function isMergedByInsert(form: Form, at: Path): boolean {
  const field = formAt(form, at)
  return field?.is === 'leaf' && field.content === 'text' && at.some((_, depth) => ruleAt(form, at.slice(0, depth)))
}

function wasNeverRemoved({ removed }: Model, at: Path): boolean {
  return at.every((_, depth) => !removed.has(at.slice(0, depth + 1).join('/')))
}
