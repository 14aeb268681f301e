import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settle } from './settle.ts'
import { orderBy, sumOf } from './testing/any-costs.ts'

type Balances = [id: string, balance: number][]
const settled = (...balances: Balances) => settle(balances.map(([id, balance]) => ({ id, balance })))

describe('settling up', () => {
  it('needs nothing if nobody owes anything', () => {
    expect(settled()).toEqual([])
    expect(settled(['a', 0], ['b', 0])).toEqual([])
  })

  it('goes from the largest debt to the largest credit', () => {
    expect(settled(['a', 500], ['b', 100], ['c', -400], ['d', -200])).toEqual([
      { from: 'c', to: 'a', amount: 400 },
      { from: 'd', to: 'a', amount: 100 },
      { from: 'd', to: 'b', amount: 100 },
    ])
  })

  it('first lets two people settle everything between them', () => {
    expect(settled(['a', 500], ['b', 300], ['c', -300], ['d', -500])).toEqual([
      { from: 'd', to: 'a', amount: 500 },
      { from: 'c', to: 'b', amount: 300 },
    ])
    expect(settled(['a', 300], ['b', 300], ['c', -300], ['d', -200], ['e', -100])).toEqual([
      { from: 'c', to: 'a', amount: 300 },
      { from: 'd', to: 'b', amount: 200 },
      { from: 'e', to: 'b', amount: 100 },
    ])
  })

  it('of 5,000 people needs no more transfers than people', () => {
    const balances = Array.from({ length: 5000 }, (_, index): Balances[number] => [String(index), index * index + 1])
    const all: Balances = [...balances, ['last', -sumOf(balances.map(([, balance]) => balance))]]
    expect(settled(...all)).toHaveLength(5000)
    const chain = balances.map(([id, balance], index): Balances[number] => [id, index % 2 ? balance : -balance])
    expect(settled(...chain, ['last', -sumOf(chain.map(([, balance]) => balance))]).length).toBeLessThanOrEqual(5000)
  })
})

const anyBalances = fc
  .array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -1e14, max: 1e14 })), { maxLength: 20 })
  .map((amounts) =>
    [...amounts, -sumOf(amounts)].map((balance, index): Balances[number] => [String.fromCharCode(97 + index), balance]),
  )

describe('any settlement', () => {
  it('brings everyone to zero, with less transfers than people and in one direction each', () => {
    fc.assert(
      fc.property(anyBalances, (balances) => {
        const open = new Map(balances)
        const transfers = settled(...balances)
        const before = new Map(balances)
        for (const { from, to, amount } of transfers) {
          expect(amount).toBeGreaterThan(0)
          expect(before.get(from)).toBeLessThan(0)
          expect(before.get(to)).toBeGreaterThan(0)
          open.set(from, (open.get(from) ?? 0) + amount)
          open.set(to, (open.get(to) ?? 0) - amount)
        }
        expect([...open.values()].filter((balance) => balance !== 0)).toEqual([])
        const people = balances.filter(([, balance]) => balance !== 0).length
        expect(transfers.length).toBeLessThanOrEqual(Math.max(0, people - 1))
      }),
      { numRuns: 500 },
    )
  })

  it('does not depend on the order of people', () => {
    fc.assert(
      fc.property(anyBalances, fc.nat(), (balances, seed) => {
        const order = orderBy(seed)(balances.length)
        expect(settled(...order.map((index) => balances[index] as Balances[number]))).toEqual(settled(...balances))
      }),
      { numRuns: 300 },
    )
  })
})
