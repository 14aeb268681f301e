import { describe, expect, it } from 'vitest'
import { parseCount } from './parse-count.ts'

describe('a typed number', () => {
  const limits = { min: 1, max: 60 }

  it('is read within its limits', () => {
    expect(parseCount('1', limits)).toBe(1)
    expect(parseCount(' 060 ', limits)).toBe(60)
  })

  it('is refused outside of them, and unless it is written in digits only', () => {
    for (const text of ['', ' ', '0', '61', '-3', '2.5', '1e1', '0x1', '1 2', 'two'])
      expect(parseCount(text, limits)).toBeUndefined()
  })
})
