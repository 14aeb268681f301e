import { expect, it } from 'vitest'
import { canChoose } from './place-view.ts'

it('lets people place others of their family, also where all places are taken', () => {
  const family = new Set(['ana', 'kim'])
  const view = { me: 'ana', people: ['ana', 'ben', 'kim'], canPlace: (id: string) => family.has(id), isOver: false }
  const full = { inside: ['ben'], waiting: [], notComing: [], away: [], stranded: [], free: 0, isClosed: false }
  expect(canChoose(full, view)).toBe(true)
  expect(canChoose(full, { ...view, people: ['ana', 'ben'] })).toBe(false)
  // A car that nobody drives takes nobody else.
  expect(canChoose({ ...full, inside: [], stranded: ['ben'], isClosed: true }, view)).toBe(false)
  // After the trip, there is no button for oneself.
  expect(canChoose(full, { ...view, people: ['ana', 'ben'], isOver: true })).toBe(true)
})
