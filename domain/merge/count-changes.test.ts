import { describe, expect, it } from 'vitest'
import { countChanges } from './count-changes.ts'

describe('the number of changes', () => {
  const item = (id: string, text = '', checked = false) => ({ id, text, checked })
  it.each<[number, string, unknown, unknown]>([
    [0, 'nothing', { a: [item('x')] }, { a: [item('x')] }],
    [1, 'a field', { a: 'x', b: '' }, { a: 'y', b: '' }],
    [2, 'two fields, one of them deep', { a: 'x', b: { c: 1 } }, { a: 'y', b: { c: 2 } }],
    [2, 'a tick and a text of one entry', [item('x'), item('y')], [item('x', 'new', true), item('y')]],
    [3, 'one added, one removed, one edited', [item('x'), item('y')], [item('y', 'new'), item('z')]],
    [1, 'another order', [item('x'), item('y')], [item('y'), item('x')]],
    [1, 'an added text', ['eggs'], ['eggs', 'flour']],
    [1, 'a whole day, however much it holds', { 1: { a: 1 } }, { 1: { a: 1 }, 2: { a: 1, b: 2 } }],
  ])('is %i for %s', (count, _what, base, mine) => {
    expect(countChanges(base, mine)).toBe(count)
  })
})
