import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { forEachGivingWay, giveWay, nextTurn } from './turn-of-event-loop.ts'

/** Blocks the event loop. */
function hold(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

describe('long work', () => {
  it('gives way to whatever else there is to do', async () => {
    let turns = 0
    let isDone = false
    const others = (async () => {
      while (!isDone) {
        await setImmediate()
        turns += 1
      }
    })()
    await forEachGivingWay(Array.from({ length: 20 }), () => hold(10))
    isDone = true
    await others
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  it('goes on one piece per turn, in order of arrival', async () => {
    const pieces: { name: string; turn: number }[] = []
    let turn = 0
    let isDone = false
    const turns = (async () => {
      for (; !isDone; turn++) await setImmediate()
    })()
    const work = async (name: string) => {
      for (let piece = 0; piece < 3; piece++) {
        await giveWay()
        pieces.push({ name, turn })
        hold(40)
      }
    }
    await Promise.all([work('a'), work('b'), work('c')])
    isDone = true
    await turns
    expect(pieces.map(({ name }) => name).join('')).toBe('abcabcabc')
    // Three, if all of them went on in each turn.
    expect(new Set(pieces.map((piece) => piece.turn)).size).toBeGreaterThan(5)
  })

  it('does not wait if it was short', async () => {
    await setImmediate()
    let hasRun = false
    void setImmediate().then(() => {
      hasRun = true
    })
    for (let piece = 0; piece < 1000; piece++) await giveWay()
    expect(hasRun).toBe(false)
  })
})

it('of all background work that waits for a turn, one piece goes on in each, in order of arrival', async () => {
  const pieces: { name: string; turn: number }[] = []
  let [turn, isDone] = [0, false]
  const turns = (async () => {
    for (; !isDone; turn++) await setImmediate()
  })()
  const work = async (name: string) => {
    for (let piece = 0; piece < 3; piece++) {
      await nextTurn()
      pieces.push({ name, turn })
    }
  }
  await Promise.all([work('a'), work('b'), work('c')])
  isDone = true
  await turns
  expect(pieces.map(({ name }) => name).join('')).toBe('abcabcabc')
  // Three, if all of them went on in each turn.
  expect(new Set(pieces.map((piece) => piece.turn)).size).toBeGreaterThan(7)
})
