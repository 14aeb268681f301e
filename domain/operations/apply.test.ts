import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { forms } from '../plan/forms.ts'
import { apply, MAX_ENTRIES } from './apply.ts'
import type { Mutation } from './operation.ts'

const items = (count: number) => Array.from({ length: count }, () => ({ id: randomUUID(), name: '', checked: false }))
const group = (count: number) => ({ id: randomUUID(), category: 'Kitchen', items: items(count) })
const insert = (at: string[], entry: { id: string }): Mutation => ({
  do: 'insert',
  at: [...at, entry.id],
  entry,
  after: null,
})
const form = forms.checklist

describe('a list with the maximum number of entries', () => {
  const full = group(MAX_ENTRIES)

  it('can be inserted whole, and takes no more entries', () => {
    const inserted = apply([], insert([], full), { form })
    expect(inserted.outcome).toBe('applied')
    const [more] = items(1)
    if (!more) throw new Error('No item')
    const unchanged = apply(inserted.value, insert([full.id, 'items'], more), { form })
    expect(unchanged).toEqual({ value: inserted.value, outcome: 'too_many_entries' })
  })

  it('is refused with one entry more, also inside an inserted group', () => {
    expect(apply([], insert([], group(MAX_ENTRIES + 1)), { form })).toEqual({ value: [], outcome: 'too_many_entries' })
  })
})

describe('the currency of the costs, which the first person chooses for everyone', () => {
  const inEuros = { currency: 'EUR', expenses: [], payments: [] }
  const setCurrency = (was: string, to: string) =>
    apply(inEuros, { do: 'set', at: ['currency'], was, to }, { form: forms.costs })

  it('stays if somebody else chose another one at the same moment, also when they undo that', () => {
    expect(setCurrency('', 'JPY')).toEqual({ value: inEuros, outcome: 'superseded' })
    expect(setCurrency('JPY', '')).toEqual({ value: inEuros, outcome: 'superseded' })
  })

  it('changes if somebody who sees one chooses another, or undoes their own choice', () => {
    expect(setCurrency('EUR', 'JPY').value).toEqual({ ...inEuros, currency: 'JPY' })
    expect(setCurrency('USD', 'JPY').value).toEqual({ ...inEuros, currency: 'JPY' })
    expect(setCurrency('EUR', '').value).toEqual({ ...inEuros, currency: '' })
  })
})
