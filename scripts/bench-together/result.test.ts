import { expect, it } from 'vitest'
import { listRepeated } from './result.ts'

it.each([
  [
    'a mark in two fields',
    [
      { id: 'a', text: 'one «1.1»' },
      { id: 'b', text: 'two «1.1»' },
    ],
    ['«1.1»'],
  ],
  ['a line twice in a field', [{ id: 'a', text: 'one «1.1»\none «1.1»' }], ['one «1.1»']],
  ['a mark twice in a line', [{ id: 'a', text: 'one «1.1» «1.1»' }], ['«1.1»']],
  ['a mark in two lines that stayed whole', [{ id: 'a', text: 'one «1.1» «2.1»\none «1.1» «3.1»' }], []],
])('finds what is in the plan twice: %s', (_, value, repeated) => {
  expect(listRepeated(value)).toEqual(repeated)
})
