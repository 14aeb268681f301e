import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextUrgentAt, nextUrgentMailAt, URGENT_MAILS_A_DAY, URGENT_PAUSE_MS, withUrgentMail } from './send-limits.ts'

const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000

/** When something urgent happens, in milliseconds: within seconds, or after hours. */
const times = fc
  .array(fc.oneof(fc.nat(30_000), fc.nat(20 * MINUTE_MS), fc.nat(DAY_MS)), { maxLength: 100 })
  .map((pauses) => {
    let time = Date.UTC(2031, 6, 1)
    return pauses.map((pause) => {
      time += pause
      return time
    })
  })

const isSpaced = (sent: readonly number[], pause: number, count = 1) =>
  sent.every((at, index) => index < count || at - (sent[index - count] ?? 0) >= pause)

it('what is urgent is pushed at once, but once in ten minutes, and never later than that', () => {
  fc.assert(
    fc.property(times, (all) => {
      const sent: number[] = []
      for (const time of all) {
        const last = sent.at(-1)
        const at = nextUrgentAt(last === undefined ? null : new Date(last).toISOString(), new Date(time)).getTime()
        expect(at).toBeGreaterThanOrEqual(time)
        expect(at).toBeLessThanOrEqual(time + URGENT_PAUSE_MS)
        if (last === undefined || last <= time - URGENT_PAUSE_MS) expect(at).toBe(time)
        if (at !== last) sent.push(at)
      }
      expect(isSpaced(sent, URGENT_PAUSE_MS)).toBe(true)
    }),
  )
})

it('of urgent mails, ten are sent a day, and each has what came before it', () => {
  fc.assert(
    fc.property(times, (all) => {
      const sent: number[] = []
      let stored: string[] = []
      for (const time of all) {
        const at = nextUrgentMailAt(stored, new Date(time))
        expect(at.getTime()).toBeGreaterThanOrEqual(time)
        if (sent.every((other) => other <= time - DAY_MS)) expect(at.getTime()).toBe(time)
        stored = withUrgentMail(stored, at.toISOString())
        if (at.getTime() !== sent.at(-1)) sent.push(at.getTime())
      }
      expect(stored.length).toBeLessThanOrEqual(URGENT_MAILS_A_DAY)
      expect(isSpaced(sent, URGENT_PAUSE_MS)).toBe(true)
      expect(isSpaced(sent, DAY_MS, URGENT_MAILS_A_DAY)).toBe(true)
    }),
  )
})

it('a time stored while the clock was years ahead holds nothing back for long', () => {
  const now = new Date('2031-07-01T12:00:00.000Z')
  const ahead = '2099-07-01T12:00:00.000Z'
  expect(nextUrgentAt(ahead, now).getTime()).toBe(now.getTime() + URGENT_PAUSE_MS)
  const full = Array.from({ length: URGENT_MAILS_A_DAY }, () => ahead)
  expect(nextUrgentMailAt(full, now).getTime()).toBeLessThanOrEqual(now.getTime() + DAY_MS)
})
