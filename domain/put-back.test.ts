import { expect, it } from 'vitest'
import { putBack } from './put-back.ts'

it('puts an item back where it was, and not a second time where somebody else has brought it back', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id })) as [{ id: string }, { id: string }, { id: string }]
  expect(putBack([a, c], b, 1)).toEqual([a, b, c])
  expect(putBack([a], b, 7)).toEqual([a, b])
  const back = [b, a, c]
  expect(putBack(back, { id: 'b' }, 1)).toBe(back)
})
