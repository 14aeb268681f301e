import { describe, expect, it } from 'vitest'
import { newChecklistItem } from '../plan/checklist.ts'
import { newExpense, newPayment } from '../plan/costs.ts'
import { forms } from '../plan/forms.ts'
import type { Mutation } from './operation.ts'
import { validateOperation } from './validate-operation.ts'

const id = '11111111-1111-4111-8111-111111111111'
const item = { ...newChecklistItem(id), name: 'Pegs' }
const insert = (items: unknown): Mutation => ({
  do: 'insert',
  at: [id],
  entry: { id, category: '', items },
  after: null,
})
const validate = (items: unknown) => validateOperation(forms.checklist, insert(items))

describe('validating an operation', () => {
  it('stops at the first problem, and reads nothing after it', () => {
    const unreadable = Object.defineProperty({ id, name: '' }, 'checked', {
      enumerable: true,
      get: () => {
        throw new Error('was looked at')
      },
    })
    for (const wrong of [1, null, [], {}, 'Pegs', { ...item, name: 1 }, { ...item, more: 1 }, { id, name: '' }])
      expect(validate([wrong, unreadable]), JSON.stringify(wrong)).toMatch(/^entry\.items\.0/)
    expect(() => validate([item, unreadable])).toThrow('was looked at')
  })

  it('also checks rules across entries, such as unique ids', () => {
    expect(validate([item])).toBeUndefined()
    expect(validate([item, item])).toContain('Two items have the same id')
    expect(validate({ 0: item })).toContain('entry.items')
  })

  it('refuses what the app never stores, but restores what was stored once', () => {
    const expense = newExpense(id, 'USD', id)
    const payment = newPayment(id, { from: id, to: id, amount: 5, currency: 'USD' }, id)
    const check = (mutation: Mutation) => validateOperation(forms.costs, mutation)
    for (const rate of ['0', '0.00', '0 EUR', '0000.000 EUR']) {
      expect(check({ do: 'set', at: ['expenses', id, 'rate'], was: '', to: rate }), rate).toBe('to: Is refused')
      expect(check({ do: 'set', at: ['payments', id, 'rate'], was: '', to: rate }), rate).toBe('to: Is refused')
      const worthless = { ...expense, rate }
      expect(check({ do: 'insert', at: ['expenses', id], entry: worthless, after: null })).toBe(
        'entry.rate: Is refused',
      )
      expect(check({ do: 'restore', at: ['expenses', id], was: worthless, after: null })).toBeUndefined()
      expect(check({ do: 'remove', at: ['expenses', id], was: worthless, after: null })).toBeUndefined()
    }
    for (const rate of ['', '0.0062', '10', '0.5 EUR', '0000001 EUR'])
      expect(check({ do: 'set', at: ['expenses', id, 'rate'], was: '', to: rate }), rate).toBeUndefined()
    expect(check({ do: 'insert', at: ['payments', id], entry: payment, after: null })).toBeUndefined()
    expect(check({ do: 'insert', at: ['payments', id], entry: { ...payment, amount: 0 }, after: null })).toBe(
      'entry.amount: Is refused',
    )
    expect(check({ do: 'set', at: ['payments', id, 'amount'], was: 5, to: 0 })).toBe('to: Is refused')
  })
})
