import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from './testing/contrast.ts'

const css = readFileSync(new URL('colours.css', import.meta.url), 'utf8')
const themes = [
  ['road', css.slice(0, css.indexOf('[data-trip="air_travel"] {'))],
  ['air', css.slice(css.indexOf('[data-trip="air_travel"] {'), css.indexOf('--flight'))],
] as const

const roleOf = (theme: string, role: string) => {
  const [, day = '', night = ''] =
    new RegExp(`--${role}: light-dark\\((oklch\\([^)]+\\)), (oklch\\([^)]+\\))\\)`).exec(theme) ?? []
  return { day, night }
}

const grounds = ['page', 'surface', 'inlay', 'raised']
const texts = ['text', 'muted', 'action', 'accent', 'good', 'warn', 'danger']

describe.each(themes)('the colours of the %s', (_, theme) => {
  it.each(grounds)('have a contrast of 4.5:1 on %s, and text 7:1', (ground) => {
    for (const text of texts) {
      for (const mood of ['day', 'night'] as const) {
        const ratio = contrast(roleOf(theme, text)[mood], roleOf(theme, ground)[mood])
        expect(ratio, `${text} on ${ground} by ${mood}`).toBeGreaterThan(text === 'text' ? 7 : 4.5)
      }
    }
  })
})
