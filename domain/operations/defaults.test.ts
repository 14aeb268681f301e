import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { id, itemList } from '../id.ts'
import { withDefaults, withDefaultsInside } from './defaults.ts'
import { formOf } from './form.ts'
import type { Mutation } from './operation.ts'
import { validateOperation } from './validate-operation.ts'

const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const item = z.strictObject({ id, name: z.string(), needed: z._default(z.int(), 1) })
const group = z.strictObject({ id, items: itemList(item), title: z._default(z.string(), '') })
const form = formOf(itemList(group))
const ofDays = formOf(z.record(z.string(), z.strictObject({ name: z.string(), icon: z._default(z.string(), 'Sun') })))

const old = [{ id: one, items: [{ id: two, name: 'Tent' }] }]
const complete = [{ id: one, items: [{ id: two, name: 'Tent', needed: 1 }], title: '' }]

describe('a value of an older version', () => {
  it('gets the defaults of the fields that it lacks, at any depth', () => {
    expect(withDefaults(form, old as unknown)).toEqual(complete)
    expect(withDefaults(ofDays, { 1: { name: 'Arrival' } } as unknown)).toEqual({ 1: { name: 'Arrival', icon: 'Sun' } })
    expect(formOf(group).is).toBe('fields')
  })

  it('keeps what it has, and the objects that lack nothing', () => {
    const mixed: unknown[] = [
      { ...complete[0], items: [{ id: two, name: 'Tent', needed: 7 }] },
      { ...old[0], id: two },
    ]
    const completed = withDefaults(form, mixed)
    expect(completed[0]).toBe(mixed[0])
    expect(completed[1]).toEqual({ ...complete[0], id: two })
    expect(withDefaults(form, complete as unknown)).toBe(complete)
  })

  it('is returned as it is if it has another form', () => {
    for (const value of [null, 7, 'text', { id: one }, [null, 3]]) expect(withDefaults(form, value)).toEqual(value)
  })
})

describe('an operation of an older version', () => {
  it.each([
    ['insert', 'entry', [one], old[0], complete[0]],
    ['remove', 'was', [one, 'items', two], old[0]?.items[0], complete[0]?.items[0]],
    ['restore', 'was', [one], old[0], complete[0]],
  ])('of the kind %s gets a complete entry', (kind, name, at, entry, completed) => {
    const mutation = { do: kind, at, [name]: entry } as unknown as Mutation
    expect(validateOperation(form, mutation)).toMatch(/^(entry|was)\./)
    expect(withDefaultsInside(form, mutation)).toEqual({ ...mutation, [name]: completed })
    expect(validateOperation(form, withDefaultsInside(form, mutation))).toBeUndefined()
  })

  it('stays as it is if it puts no entry, or at no place', () => {
    const set = { do: 'set', at: [one, 'title'], was: '', to: 'Food' } as const
    const nowhere = { do: 'insert', at: [one, 'nothing', two], entry: { id: two } } as const
    for (const mutation of [set, nowhere]) expect(withDefaultsInside(form, mutation)).toBe(mutation)
  })
})
