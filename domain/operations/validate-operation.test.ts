import { describe, expect, it } from 'vitest'
import { forms } from '../plan/forms.ts'
import type { Mutation } from './operation.ts'
import { validateOperation } from './validate-operation.ts'

const id = '11111111-1111-4111-8111-111111111111'
const item = { id, name: 'Pegs', checked: false }
const insert = (items: unknown): Mutation => ({
  do: 'insert',
  at: [id],
  entry: { id, category: '', items },
  after: null,
})
const faultOf = (items: unknown) => validateOperation(forms.checklist, insert(items))

describe('what is wrong with an operation', () => {
  it('is the first of it: nothing behind that is looked at', () => {
    const unread = Object.defineProperty({ id, name: '' }, 'checked', {
      enumerable: true,
      get: () => {
        throw new Error('was looked at')
      },
    })
    for (const wrong of [1, null, [], {}, 'Pegs', { ...item, name: 1 }, { ...item, more: 1 }, { id, name: '' }])
      expect(faultOf([wrong, unread]), JSON.stringify(wrong)).toMatch(/^entry\.items\.0/)
    expect(() => faultOf([item, unread])).toThrow('was looked at')
  })

  it('is also how its pieces go together', () => {
    expect(faultOf([item])).toBeUndefined()
    expect(faultOf([item, item])).toContain('Two items have the same id')
    expect(faultOf({ 0: item })).toContain('entry.items')
  })
})
