import { describe, expect, it } from 'vitest'
import { groundsOf, initialsOf } from './face.tsx'

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

/** The contrast ratio of two colours, as WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [, l = 0, c = 0, h = 0] = (/oklch\((\S+) (\S+) (\S+)\)/.exec(colour) ?? []).map(Number)
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  const red = clip(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short)
  const green = clip(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short)
  const blue = clip(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
