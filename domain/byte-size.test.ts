import { describe, expect, it } from 'vitest'
import { formatByteSize } from './byte-size.ts'

describe('a size in bytes', () => {
  it.each([
    [0, '0 kB'],
    [1, '1 kB'],
    [14_000, '14 kB'],
    [14_001, '15 kB'],
    [999_000, '999 kB'],
    [999_001, '1 MB'],
    [12_300_000, '12.3 MB'],
    [999_900_000, '999.9 MB'],
    [999_900_001, '1 GB'],
    [1_234_000_000_000, '1,234 GB'],
  ])('%d is shown as %s', (bytes, text) => {
    expect(formatByteSize(bytes)).toBe(text)
  })
})
