import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChecklistGroup } from '#domain/plan/checklist.ts'
import type { OpenPlan } from '../sync/open-plan.ts'
import { PlanClient } from '../sync/plan-client.ts'
import { SimulatedServer } from '../testing/simulated-server.ts'
import { once, takeBackIfRefused } from './take-back.ts'

const TRIP_ID = '00000000-0000-4000-8000-000000000001'
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let server: SimulatedServer
let client: PlanClient
let plan: OpenPlan

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  server = new SimulatedServer()
  client = new PlanClient({ transport: server })
  await client.open(TRIP_ID)
  plan = client.findPlan(TRIP_ID) as OpenPlan
})

afterEach(() => {
  client.forget()
  vi.useRealTimers()
})

/** Ticks these items of the first list, and no others. Returns what undoes it. */
function tick(...indexes: number[]): () => void {
  const undo = plan
    .find('checklist')
    ?.edit(
      ([first, ...others]) =>
        first
          ? [
              { ...first, items: first.items.map((item, at) => ({ ...item, checked: indexes.includes(at) })) },
              ...others,
            ]
          : [],
      'at-once',
    )
  return undo ?? (() => {})
}

/** Ticks the first items of the checklist in one edit, and reports the outcome. */
function tickItems(...indexes: number[]) {
  const redo = once(tick(...indexes))
  const own = new Set(plan.listPending('checklist').map(({ id }) => id))
  const onEnd = vi.fn()
  const refused = takeBackIfRefused(plan, { section: 'checklist', own, redo })
  void refused.then(onEnd)
  return { refused, onEnd, redo }
}
const ticksIn = (groups: ChecklistGroup[] | undefined) => groups?.[0]?.items.filter(({ checked }) => checked).length
const ticks = () => ticksIn(plan.find('checklist')?.getSnapshot().value)
const storedTicks = () => ticksIn(server.sections.checklist.value as ChecklistGroup[])

describe('an edit that counts as a whole', () => {
  it('is accepted once the server has it, also at a later try', async () => {
    server.fates = ['lost', 'internal_error', 'answer lost']
    const { onEnd } = tickItems(0, 1)
    await pass(500)
    expect(onEnd).not.toHaveBeenCalled()
    await pass(30_000)
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(undefined)
    expect([ticks(), storedTicks()]).toEqual([2, 2])
  })

  it('is taken back if a part of it is refused, also at a later try, and its author is told why', async () => {
    server.fates = ['lost']
    const { onEnd, refused } = tickItems(0, 1)
    await pass(500)
    expect(onEnd).not.toHaveBeenCalled()
    expect(ticks()).toBe(2)
    server.editAsOther('checklist', ([first, ...others]) =>
      first ? [{ ...first, items: first.items.slice(1) }, ...others] : [],
    )
    await pass(30_000)
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason: expect.stringMatching(/removed/) }))
    expect([ticks(), storedTicks()]).toEqual([0, 0])
    // The header shows it, unless it was told elsewhere.
    expect(plan.getState().refused).toHaveLength(1)
    ;(await refused)?.dismiss()
    expect(plan.getState().refused).toEqual([])
  })

  it('is not taken back once more if its author has done that meanwhile, and edited on', async () => {
    server.fates = ['lost']
    const { onEnd, redo } = tickItems(0, 1)
    await pass(500)
    redo()
    tick(1)
    server.editAsOther('checklist', ([first, ...others]) =>
      first ? [{ ...first, items: first.items.slice(1) }, ...others] : [],
    )
    await pass(30_000)
    expect(onEnd).toHaveBeenCalledOnce()
    expect([ticks(), storedTicks()]).toEqual([1, 1])
  })

  it('is not taken back if the trip is gone: it is sent when the trip is back', async () => {
    server.fates = ['lost', 'trip_not_found']
    const { onEnd } = tickItems(0, 1)
    await pass(30_000)
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(undefined)
    expect([ticks(), storedTicks()]).toEqual([2, 2])
  })
})
