import { expect, it } from 'vitest'
import { findWideComments } from './comment-width.mjs'

it('finds comments of more than 120 characters, and no code', () => {
  const wide = 'x'.repeat(118)
  expect(findWideComments([`// ${wide}`, `const a = '${wide}'`, ' * short', ` * ${wide}`].join('\n'))).toEqual([1, 4])
})
