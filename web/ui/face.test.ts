import { describe, expect, it } from 'vitest'
import { groundsOf, initialsOf } from './face.tsx'
import { contrast } from './testing/contrast.ts'

/** The text colours on a face: `--on-action` of colours.css, by day and by night, for road and air. */
const inks = {
  day: ['oklch(0.985 0.016 95)', 'oklch(0.985 0.008 240)'],
  night: ['oklch(0.2 0.03 150)', 'oklch(0.2 0.04 256)'],
}

describe('the face of a person', () => {
  it('has a contrast of at least 4.5:1 by day and by night, for every colour', () => {
    for (let n = 0; n < 2000; n++) {
      const grounds = groundsOf(`0197f1d2-7a10-7c3e-9b1a-${n.toString(16).padStart(12, '0')}`)
      for (const mood of ['day', 'night'] as const) {
        for (const ink of inks[mood])
          expect(contrast(ink, grounds[mood]), `${ink} on ${grounds[mood]}`).toBeGreaterThan(4.5)
      }
    }
  })

  it('is always the same for one id, and differs for most others', () => {
    const ids = Array.from({ length: 60 }, (_, n) => `0197f1d2-7a10-7c3e-9b1a-0000000000${n + 10}`)
    expect(groundsOf('one')).toEqual(groundsOf('one'))
    expect(new Set(ids.map((id) => groundsOf(id).day)).size).toBeGreaterThan(10)
  })

  it.each([
    ['Robin Tester', 'RT'],
    ['robin', 'R'],
    ['  Anna   Maria van der Berg ', 'AB'],
    ['Élodie Ümit', 'ÉÜ'],
    ['🦊 Kim', '🦊K'],
    ['', '?'],
  ])('has the initials of %j: %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
