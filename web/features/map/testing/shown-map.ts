import { expect } from 'vitest'
import { page } from 'vitest/browser'

/* What is drawn on the map of a trip, in tests of screens. */

// What is drawn stays in the canvas, so that a test can read it.
const { getContext } = HTMLCanvasElement.prototype
HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: object) {
  const isMap = kind.startsWith('webgl')
  return Reflect.apply(getContext, this, [kind, isMap ? { ...options, preserveDrawingBuffer: true } : options])
} as typeof getContext

export const map = page.getByRole('region', { name: 'Map of the trip’s places' })
export const pin = (name: string) => page.getByTitle(name, { exact: true })
export const row = (name: string) => page.getByRole('button', { name: `${name}: open` })

/** Which part of the map has a colour, from 0 to 1: one of the theme's, or red, green and blue. */
export function shareOf(colour: string | readonly number[]): number {
  const drawn = document.querySelector<HTMLCanvasElement>('[data-drawn=true] canvas')
  if (!drawn) return 0
  const canvas = document.createElement('canvas')
  canvas.width = drawn.width
  canvas.height = drawn.height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return 0
  const wanted = typeof colour === 'string' ? partsOf(colour, context) : colour
  context.drawImage(drawn, 0, 0)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  let count = 0
  for (let at = 0; at < data.length; at += 4)
    if ([0, 1, 2].every((part) => Math.abs((data[at + part] ?? 0) - (wanted[part] ?? 0)) < 8)) count += 1
  return count / (data.length / 4)
}

/** Red, green and blue of one of the theme's colours. */
function partsOf(role: string, context: CanvasRenderingContext2D): number[] {
  const probe = document.body.appendChild(document.createElement('span'))
  probe.style.color = `var(${role})`
  context.fillStyle = getComputedStyle(probe).color
  probe.remove()
  context.fillRect(0, 0, 1, 1)
  return [...context.getImageData(0, 0, 1, 1).data]
}

/** Waits until a part of the map has a colour. */
export const expectShare = (colour: string | readonly number[], least: number): Promise<void> =>
  expect.poll(() => shareOf(colour)).toBeGreaterThan(least)

export async function expectLandDrawn(): Promise<void> {
  await expectShare('--good-soft', 0.3)
  await expectShare('--water', 0.002)
}

/** Clicks a point of the map, from the top left in pixels. */
export const clickMap = (x: number, y: number): Promise<void> => map.click({ position: { x, y } })

/** What the scale says, such as '20 km'. */
export const scale = (): string => document.querySelector('.maplibregl-ctrl-scale')?.textContent ?? ''
