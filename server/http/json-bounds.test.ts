import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBounded } from './json-bounds.ts'

describe('the limits of a JSON text', () => {
  const list = (count: number, value: string) => `[${Array.from({ length: count }, () => value).join()}]`

  it('allow what the app sends, including a full list of the plan', () => {
    const item = JSON.stringify({ id: crypto.randomUUID(), name: '', checked: false })
    expect(isBounded(list(10_000, item))).toBe(true)
    expect(isBounded('')).toBe(true)
    expect(isBounded('"')).toBe(true)
  })

  it('refuse more depth or more values than a plan ever has', () => {
    for (const value of ['1', '{}', '[]', '""', '{"a":1}']) expect(isBounded(list(100_000, value)), value).toBe(false)
    expect(isBounded('['.repeat(100))).toBe(false)
    expect(isBounded('{"a":'.repeat(100))).toBe(false)
    expect(isBounded(`${list(100_000, '1')}"`)).toBe(false)
  })

  it('ignore the content of strings, whatever is escaped there', () => {
    const text = fc
      .array(fc.constantFrom('"', '\\', ',', '[', '{', ']', 'a', '\n'), { maxLength: 40 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const inside = texts.map((one) => one + '[{,'.repeat(40_000))
        expect(isBounded(JSON.stringify(inside))).toBe(true)
        expect(isBounded(`[${JSON.stringify(texts)},${'['.repeat(100)}`)).toBe(false)
      }),
      { numRuns: 50 },
    )
  })
})
