import { describe, expect, it } from 'vitest'
import { newChecklistItem } from '../plan/checklist.ts'
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
})
