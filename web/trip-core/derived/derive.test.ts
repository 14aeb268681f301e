import { describe, expect, it } from 'vitest'
import type { Trip } from '#domain/trip.ts'
import { derive, deriveLoaded } from './derive.ts'
import { type PlanValues, type PlanView, section } from './plan-view.ts'

const viewOf = (values: PlanValues): PlanView => ({ trip: {} as Trip, user: undefined, values, planners: undefined })

describe('a derived value', () => {
  it('is computed once as long as its inputs are the same objects, and then from them and what it was', () => {
    const calls: (number | undefined)[] = []
    const count = derive([section('notes')], ([notes = []], before: number | undefined) => {
      calls.push(before)
      return notes.length
    })
    const notes = [{ id: 'a', text: 'Bring wood' }]
    expect([count(viewOf({ notes })), count(viewOf({ notes, tickets: [] }))]).toEqual([1, 1])
    expect(calls).toEqual([undefined])
    expect(count(viewOf({ notes: [...notes, ...notes] }))).toBe(2)
    expect(calls).toEqual([undefined, 1])
  })

  it('is kept for two screens that read it with other inputs in turn', () => {
    let calls = 0
    const list = derive([section('notes')], ([notes]) => {
      calls += 1
      return { notes }
    })
    const [one, other] = [viewOf({ notes: [] }), viewOf({ notes: [] })]
    const [first, second] = [list(one), list(other)]
    expect(first).not.toBe(second)
    expect([list(one), list(other), list(one)]).toEqual([first, second, first])
    expect(list(one)).toBe(first)
    expect(calls).toBe(2)
  })

  it('that needs all of its inputs is undefined until they are loaded', () => {
    const both = deriveLoaded([section('notes'), section('tickets')], ([notes, tickets]) => [notes, tickets])
    expect(both(viewOf({ notes: [] }))).toBeUndefined()
    expect(both(viewOf({ notes: [], tickets: [] }))).toEqual([[], []])
  })
})
