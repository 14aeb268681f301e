import { describe, expect, it } from 'vitest'
import type { Act, Mutation } from './acts.ts'
import { explainPrivate } from './explain-private.ts'

let orders = 0
const act = (field: string, mutation: Mutation, tab = 0): Act => ({
  by: 1,
  tab,
  order: ++orders,
  section: 'private',
  path: ['ann', 'persons', 'ann', field],
  at: orders,
  ...mutation,
})
const write = (field: string, value: string, tab?: number) => act(field, { kind: 'write', value }, tab)
const tick = (value: boolean) => act('in_emergency', { kind: 'tick', value, isOwn: true })
const stored = (fields: object) => [
  { id: 'ann', persons: [{ id: 'ann', phone: '', medical: '', in_emergency: false, ...fields }] },
]

describe('explainPrivate', () => {
  it('accepts the last value written to each field', () => {
    const acts = [write('phone', '1'), write('phone', '2'), write('medical', 'Bees'), tick(true), tick(false)]
    expect(explainPrivate(acts, stored({ phone: '2', medical: 'Bees' }))).toEqual([])
  })

  it('accepts the last value of either tab, or both merged in one text', () => {
    const acts = [write('phone', '1'), write('phone', '2', 1), write('medical', 'Bees'), write('medical', 'Wasps', 1)]
    expect(explainPrivate(acts, stored({ phone: '1', medical: 'Bees\nWasps' }))).toEqual([])
  })

  it('reports a record, field or tick with another value', () => {
    const acts = [write('phone', '1'), write('phone', '2'), tick(true)]
    expect(explainPrivate(acts, stored({ phone: '1' }))).toEqual([
      expect.stringContaining('phone: "2" never arrived, there is "1"'),
      expect.stringContaining('in_emergency: true never arrived, there is false'),
    ])
    expect(explainPrivate(acts, [])).toHaveLength(2)
  })

  it('reports an older text merged with the newer one of the same tab', () => {
    const acts = [write('medical', 'Bees'), write('medical', 'Wasps')]
    expect(explainPrivate(acts, stored({ medical: 'Bees\nWasps' }))).toHaveLength(1)
  })

  it('ignores edits in other sections', () => {
    expect(explainPrivate([{ ...write('phone', '1'), section: 'notes' }], [])).toEqual([])
  })
})
