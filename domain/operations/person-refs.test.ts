import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { idFromPerson, nameOfPersonRef, personId, personRef } from '../plan/person-ref.ts'
import { freeText } from '../text.ts'
import { effectOf } from './applied-mutation.ts'
import { apply } from './apply.ts'
import { diff } from './diff.ts'
import { applyEffect } from './effects.ts'
import { formOf } from './form.ts'
import type { Json } from './json.ts'
import type { Mutation } from './operation.ts'
import { hasOwnId, hasPersonRefs, listPersonRefs, mapPersonRefs, mapPersonRefsIn, type RefMap } from './person-refs.ts'

interface Claim {
  id: string
  item: string
  person: string
  note: string
}
const claimId = ({ item, person }: Pick<Claim, 'item' | 'person'>) => derivedId(`claims/${item}/${person}`)

/** A section with every kind of reference: in fields, as ids, in derived ids, within lists and days. */
const schema = z.strictObject({
  driver: personRef,
  purchases: itemList(z.strictObject({ id, what: freeText(20), person: personRef })),
  riders: itemList(
    z.strictObject({ id: personId, car: freeText(20), bags: itemList(z.strictObject({ id, of: personRef })) }),
  ),
  claims: itemList(z.strictObject({ id: idFromPerson(claimId), item: id, person: personRef, note: freeText(20) })),
  days: z.record(z.string().check(z.regex(/^\d$/)), z.strictObject({ cook: personRef })),
})
type Value = z.infer<typeof schema>
const form = formOf(schema)

const uuid = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`
const people = [1, 2, 3, 4].map(uuid)
const items = [11, 12].map(uuid)
const anyone = fc.constantFrom(...people)
const anyoneOrNobody = fc.constantFrom('', ...people)
const text = fc.constantFrom('', 'red', 'blue')
const entries = <Entry extends { id: string }>(entry: fc.Arbitrary<Entry>) =>
  fc.uniqueArray(entry, { selector: (one) => one.id, maxLength: 4 })

const anyValue: fc.Arbitrary<Value> = fc.record({
  driver: anyoneOrNobody,
  purchases: entries(fc.record({ id: fc.uuid({ version: 4 }), what: text, person: anyoneOrNobody })),
  riders: entries(
    fc.record({ id: anyone, car: text, bags: entries(fc.record({ id: fc.uuid({ version: 4 }), of: anyone })) }),
  ),
  claims: entries(
    fc
      .record({ item: fc.constantFrom(...items), person: anyone, note: text })
      .map((claim) => ({ ...claim, id: claimId(claim) })),
  ),
  days: fc.dictionary(fc.constantFrom('1', '2'), fc.record({ cook: anyoneOrNobody }), { noNullPrototype: true }),
})

const [ana = '', ben = ''] = people
const merged: RefMap = { person: (one) => (one === ben ? ana : one) }
/** Each person gets another id. */
const renamed: RefMap = { person: (one) => derivedId(`renamed/${one}`) }
const empty: Value = { driver: '', purchases: [], riders: [], claims: [], days: {} }

describe('references to people', () => {
  it('are found wherever the schema says so, and nowhere else', () => {
    const value: Value = {
      driver: ana,
      purchases: [{ id: uuid(20), what: 'milk', person: '' }],
      riders: [{ id: ben, car: '', bags: [{ id: uuid(21), of: uuid(3) }] }],
      claims: [{ id: claimId({ item: uuid(11), person: uuid(4) }), item: uuid(11), person: uuid(4), note: '' }],
      days: { 1: { cook: uuid(5) } },
    }
    expect([...listPersonRefs(form, value)].toSorted()).toEqual([ana, ben, uuid(3), uuid(4), uuid(5)])
    expect(hasPersonRefs(formOf(itemList(z.strictObject({ id, name: freeText(10) }))))).toBe(false)
  })

  it('are all replaced, and the value stays valid', () => {
    fc.assert(
      fc.property(anyValue, fc.constantFrom(merged, renamed), (value, map) => {
        const mapped = mapPersonRefs(form, value, map)
        expect(schema.safeParse(mapped).success).toBe(true)
        const expected = [...listPersonRefs(form, value)].map(map.person)
        expect(new Set(listPersonRefs(form, mapped))).toEqual(new Set(expected))
        for (const claim of mapped.claims) if (map === renamed) expect(claim.id).toBe(claimId(claim))
      }),
    )
  })

  it('leave a value alone that does not name the person', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const others = mapPersonRefs(form, value, merged)
        expect(mapPersonRefs(form, others, merged)).toBe(others)
      }),
    )
  })

  it('lose no purchase and no claim when two people are merged', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const { purchases, claims } = mapPersonRefs(form, value, merged)
        expect(purchases.map(({ id: one, what }) => [one, what])).toEqual(
          value.purchases.map(({ id: one, what }) => [one, what]),
        )
        expect(claims.map(({ item, note }) => [item, note])).toEqual(value.claims.map(({ item, note }) => [item, note]))
      }),
    )
  })

  it('give one seat to two people who are merged: the one who stays, with what only the other had', () => {
    const bag = (n: number, of: string) => ({ id: uuid(n), of })
    const riders = [
      { id: ben, car: 'red', bags: [bag(30, ben)] },
      { id: ana, car: '', bags: [bag(31, ana)] },
    ]
    expect(mapPersonRefs(form, { ...empty, riders }, merged).riders).toEqual([
      { id: ana, car: 'red', bags: [bag(31, ana), bag(30, ana)] },
    ])
    const alone = mapPersonRefs(form, { ...empty, riders: riders.slice(0, 1) }, merged).riders
    expect(alone).toEqual([{ id: ana, car: 'red', bags: [bag(30, ana)] }])
  })

  it('take derived ids along, unless the id is in use', () => {
    const claim = (person: string): Claim => ({
      id: claimId({ item: uuid(11), person }),
      item: uuid(11),
      person,
      note: '',
    })
    const derived: string[][] = []
    const map = { ...merged, onDerived: (...ids: string[]) => void derived.push(ids) }
    expect(mapPersonRefs(form, { ...empty, claims: [claim(ben)] }, map).claims).toEqual([claim(ana)])
    expect(derived).toEqual([[claim(ben).id, claim(ana).id]])
    const both = mapPersonRefs(form, { ...empty, claims: [claim(ana), claim(ben)] }, map).claims
    expect(both).toEqual([claim(ana), { ...claim(ben), person: ana }])
    expect(derived).toHaveLength(1)
    const asTheyAre = mapPersonRefs(form, { ...empty, claims: [claim(ben)] }, { ...map, keepsDerived: true }).claims
    expect(asTheyAre).toEqual([{ ...claim(ben), person: ana }])
  })

  it('lead to the same value in mutations and in effects', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (from, to) => {
        const entryIds = new Map(
          [...from.claims, ...to.claims].map((claim) => [
            claim.id,
            mapPersonRefs(form, { ...empty, claims: [claim] }, renamed).claims[0]?.id ?? '',
          ]),
        )
        const map: RefMap = { ...renamed, entry: (entryId) => entryIds.get(entryId) ?? entryId }
        let [mutated, affected]: [unknown, unknown] = [mapPersonRefs(form, from, map), mapPersonRefs(form, from, map)]
        for (const mutation of diff(form, from, to)) {
          mutated = apply(mutated, mapPersonRefsIn(form, mutation, map), { form }).value
          affected = applyEffect(affected, mapPersonRefsIn(form, effectOf(mutation), map))
        }
        expect(mutated).toEqual(mapPersonRefs(form, to, map))
        expect(affected).toEqual(mapPersonRefs(form, to, map))
      }),
    )
  })
})

describe('the name of a reference', () => {
  const parties = [
    {
      persons: [
        { id: ana, name: ' Ana ' },
        { id: ben, name: '' },
      ],
    },
  ]
  it('is the person’s, and says who is gone', () => {
    expect(['', ana, ben, uuid(9)].map((one) => nameOfPersonRef(parties, one))).toEqual([
      '',
      'Ana',
      'No name',
      'Former member',
    ])
  })
})

describe('an id that is derived from fields', () => {
  const insert = (entry: Json, at = claimId({ item: items[0] ?? '', person: ana })) =>
    ({ do: 'insert', at: ['claims', at], after: '', entry }) as Mutation
  const claim = { item: items[0] ?? '', person: ana, note: '' }

  it('is its own only if the fields say it', () => {
    const id = claimId({ item: claim.item, person: ana })
    expect(hasOwnId(form, insert({ ...claim, id }))).toBe(true)
    expect(hasOwnId(form, insert({ ...claim, id, person: ben }))).toBe(false)
  })

  it('is not its own if a field is an object, whatever its properties are called', () => {
    const person = JSON.parse('{ "__proto__": null, "toString": null, "valueOf": null }') as Json
    expect(hasOwnId(form, insert({ ...claim, person }))).toBe(false)
    expect(hasOwnId(form, insert({ ...claim, item: person }))).toBe(false)
    expect(hasOwnId(form, insert(null))).toBe(false)
    // Ben becomes Ana, so the entry's id is derived again.
    const renamed = mapPersonRefsIn(form, insert({ ...claim, person: ben, item: person }), merged)
    expect(renamed).toMatchObject({ entry: { person: ana } })
  })
})
