import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { forms } from '../plan/forms.ts'
import { type SectionName, sectionNames } from '../plan/index.ts'
import { anyMutation, mutationOf } from '../testing/any-mutation.ts'
import { anyValueOf } from '../testing/arbitraries.ts'
import { apply } from './apply.ts'
import { CHECKSUM_INTERVAL, checksum, hasChecksum } from './checksum.ts'
import { formOf } from './form.ts'
import { equal, isObject, type Json } from './json.ts'

/** The same value, with the fields of all its objects in reverse order. */
function reordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(reordered)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, is]): [string, Json] => [name, reordered(is)])
  return Object.fromEntries(entries.reverse())
}

/** The same value, with two neighbours swapped in the nth list that has two. Undefined if no list has two. */
function swapped(value: Json, nth: number): Json {
  const lists: Json[][] = []
  const copy = structuredClone(value)
  collect(copy)
  const list = lists[nth % Math.max(1, lists.length)]
  if (!list) return undefined
  list.unshift(...list.splice(0, 2).reverse())
  return copy

  function collect(here: Json): void {
    if (Array.isArray(here) && here.length >= 2) lists.push(here)
    if (typeof here === 'object' && here !== null) for (const child of Object.values(here)) collect(child)
  }
}

describe.each(sectionNames)('the checksum of %s', (name: SectionName) => {
  const form = forms[name]
  const value = anyValueOf[name] as fc.Arbitrary<Json>

  it('is a 32-bit number that is the same for equal values, whatever the order of their fields', () => {
    fc.assert(
      fc.property(value, (is) => {
        const sum = checksum(form, is)
        expect(Number.isInteger(sum) && sum >= 0 && sum < 2 ** 32).toBe(true)
        expect(checksum(form, reordered(is))).toBe(sum)
        expect(checksum(form, JSON.parse(JSON.stringify(is)))).toBe(sum)
      }),
    )
  })

  it('changes with every mutation that changes something', () => {
    fc.assert(
      fc.property(value, fc.array(anyMutation, { minLength: 1, maxLength: 8 }), (is, wishes) => {
        for (const wish of wishes) {
          const mutation = mutationOf(form, is, wish)
          if (!mutation) continue
          const after = apply(is, mutation, { form }).value
          if (!equal(is, after)) expect(checksum(form, after)).not.toBe(checksum(form, is))
        }
      }),
    )
  })

  it('changes when two neighbours swap places', () => {
    fc.assert(
      fc.property(value, fc.nat(50), (is, nth) => {
        const other = swapped(is, nth)
        if (other !== undefined && !equal(is, other)) expect(checksum(form, other)).not.toBe(checksum(form, is))
      }),
    )
  })
})

it('distinguishes values of different kinds, and treats an undefined field as missing', () => {
  const form = formOf(z.strictObject({ a: z.unknown(), b: z.optional(z.string()) }))
  const values = [
    undefined,
    null,
    false,
    true,
    0,
    1,
    '',
    '0',
    '1',
    [],
    [''],
    ['', ''],
    ['ab'],
    ['a', 'b'],
    {},
    { a: '' },
    { b: '' },
  ]
  const sums = values.map((a) => checksum(form, { a }))
  expect(new Set(sums).size).toBe(values.length)
  expect(checksum(form, { a: 1 })).toBe(checksum(form, { b: undefined, a: 1 }))
  expect(checksum(form, { a: 1, b: '' })).not.toBe(checksum(form, { a: 1 }))
})

it('never changes for a given value, since devices of all versions compare it', () => {
  const list = [{ id: '00000000-0000-4000-8000-000000000001', text: 'Bring Müsli 🥣' }]
  expect(checksum(forms.notes, list)).toBe(2156955846)
})

it('is sent with every 32nd version, and proportionally less often for long values', () => {
  const versions = Array.from({ length: 32 * CHECKSUM_INTERVAL }, (_, n) => n + 1)
  const count = (size: number) => versions.filter((version) => hasChecksum(version, size)).length
  expect([2, 64 * 1024, 65 * 1024, 512 * 1024].map(count)).toEqual([32, 32, 16, 4])
})
