import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_MONEY, MAX_WEIGHT } from '../plan/costs.ts'
import { distribute, type Part } from './distribute.ts'
import { sumOf } from './testing/any-costs.ts'

const parts = (...weights: number[]): Part[] => weights.map((weight, index) => ({ key: `p${index}`, weight }))

describe('an amount that is divided', () => {
  it.each([
    [900, [1, 1, 1], [300, 300, 300]],
    [100, [2, 1, 1], [50, 25, 25]],
    // 33.33, 66.67: the larger remainder gets the cent.
    [100, [1, 2], [33, 67]],
    [100, [1000, 500, 0], [67, 33, 0]],
    [0, [1, 1], [0, 0]],
    [100, [0, 0], [0, 0]],
    [100, [], []],
    [1, [0, 1], [0, 1]],
  ])('%i by %j', (total, weights, amounts) => {
    expect(distribute(total, parts(...weights), 'x')).toEqual(amounts)
  })

  it('gives the cents that are left to other people each time', () => {
    const times = [0, 0, 0]
    for (let expense = 0; expense < 3000; expense++)
      distribute(100, parts(1, 1, 1), `expense ${expense}`).forEach((amount, index) => {
        times[index] = (times[index] ?? 0) + (amount - 33)
      })
    expect(sumOf(times)).toBe(3000)
    for (const count of times) expect(Math.abs(count - 1000)).toBeLessThan(100)
  })
})

const anyWeight = fc.oneof(fc.nat(5), fc.nat(MAX_WEIGHT), fc.nat(MAX_MONEY))
const anyParts = fc
  .uniqueArray(fc.tuple(fc.nat(1000).map(String), anyWeight), { selector: ([key]) => key, minLength: 1, maxLength: 12 })
  .map((all) => all.map(([key, weight]): Part => ({ key, weight })))
  .filter((all) => all.some(({ weight }) => weight > 0))
const anyTotal = fc.oneof(fc.nat(100), fc.nat(MAX_MONEY), fc.nat(10 * MAX_MONEY))

describe('any division', () => {
  it('adds up, and is less than one unit off for everybody', () => {
    fc.assert(
      fc.property(anyTotal, anyParts, fc.string(), (total, all, of) => {
        const amounts = distribute(total, all, of)
        expect(sumOf(amounts)).toBe(total)
        const weights = all.reduce((sum, { weight }) => sum + BigInt(weight), 0n)
        all.forEach(({ weight }, index) => {
          // amount - total * weight / weights, as a fraction with the divisor `weights`.
          const off = BigInt(amounts[index] ?? -1) * weights - BigInt(total) * BigInt(weight)
          expect(off > -weights && off < weights).toBe(true)
          if (weight === 0) expect(amounts[index]).toBe(0)
        })
      }),
      { numRuns: 500 },
    )
  })

  it('does not depend on the order of the parts', () => {
    fc.assert(
      fc.property(anyTotal, anyParts, fc.string(), (total, all, of) => {
        const byKey = (some: Part[]) => {
          const amounts = distribute(total, some, of)
          return new Map(some.map(({ key }, index) => [key, amounts[index]]))
        }
        const sorted = (amounts: ReturnType<typeof byKey>) => [...amounts].toSorted()
        expect(sorted(byKey(all.toReversed()))).toEqual(sorted(byKey(all)))
      }),
      { numRuns: 300 },
    )
  })
})
