/*
 * The shapes of a trip's picture as SVG paths, on a sheet of 400 by 128. `random` returns a number between two others.
 */
type Random = (from?: number, to?: number) => number

export const WIDTH = 400
export const HEIGHT = 128

const at = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`

/** Closes the line of a horizon to an area down to the lower edge. */
const toGround = (line: string) => `${line}V${HEIGHT}H-20z`

/** Mountains, and the snow on their tops. */
export function peaks(base: number, height: number, random: Random): { rock: string; snow: string } {
  let rock = `M-20 ${base}`
  let snow = ''
  let x = random(-40, 0)
  while (x < WIDTH) {
    const half = random(38, 66)
    const top = base - height * random(0.5, 1)
    const [left, right] = [half * random(0.75, 1), half * random(0.75, 1)]
    rock += `L${at(x, base - random(0, 8))}L${at(x + left, top)}`
    const cap = (base - top) * 0.32
    const slope = cap / (base - top)
    snow += `M${at(x + left, top)}L${at(x + left + right * slope, top + cap)}l${at(-right * slope * 0.6, -5)}l${at(-right * slope * 0.4, 5)}l${at(-left * slope * 0.5, -4)}L${at(x + left - left * slope, top + cap)}z`
    x += left + right
    rock += `L${at(x, base - random(0, 8))}`
    x -= random(4, 18)
  }
  return { rock: toGround(`${rock}L${WIDTH + 60} ${base}`), snow }
}

export function hills(base: number, height: number, random: Random): string {
  let line = `M-20 ${base}`
  let x = -20
  while (x < WIDTH + 20) {
    const width = random(80, 150)
    line += `q${at(width / 2, -2 * height * random(0.4, 1))} ${at(width, 0)}`
    x += width
  }
  return toGround(line)
}

/** Table mountains. */
export function mesas(base: number, height: number, random: Random): string {
  let line = `M-20 ${base}`
  let x = random(-20, 30)
  while (x < WIDTH) {
    const [top, width] = [base - height * random(0.4, 1), random(34, 80)]
    line += `L${at(x, base)}L${at(x + 7, base - 12)}L${at(x + 9, top)}h${Math.round(width)}L${at(x + width + 16, base - 10)}L${at(x + width + 26, base)}`
    x += width + random(30, 80)
  }
  return toGround(`${line}H${WIDTH + 20}`)
}

/** Houses and towers. */
export function skyline(base: number, height: number, random: Random): string {
  let line = `M-20 ${base}`
  let x = -20
  while (x < WIDTH + 20) {
    const width = random(12, 30)
    const top = base - height * random(0.25, 1)
    line += `V${Math.round(top)}`
    const roof = random()
    if (roof < 0.25) line += `l${at(width / 2, -9)}l${at(width / 2, 9)}`
    else if (roof < 0.4) line += `h${Math.round(width / 2 - 1)}v-14h2v14h${Math.round(width / 2 - 1)}`
    else line += `h${Math.round(width)}`
    x += width
    if (random() < 0.35) {
      const gap = random(4, 12)
      line += `V${base}h${Math.round(gap)}`
      x += gap
    }
  }
  return toGround(line)
}

/** Firs in rows along a line, each a little higher or lower. */
export function firs(count: number, base: number, size: number, random: Random, from = 0, to = WIDTH): string {
  return spread(count, from, to, random)
    .map((x) => {
      const h = size * random(0.7, 1.2)
      const w = h * 0.27
      const y = base + random(-3, 5)
      return `M${at(x, y - h)}l${at(w * 0.7, h * 0.5)}h${Math.round(-w * 0.3)}l${at(w * 0.6, h * 0.5)}h${Math.round(-2 * w)}l${at(w * 0.6, -h * 0.5)}h${Math.round(-w * 0.3)}z`
    })
    .join('')
}

export function roundTrees(count: number, base: number, size: number, random: Random, from = 0, to = WIDTH): string {
  return spread(count, from, to, random)
    .map((x) => {
      const r = (size / 2) * random(0.7, 1.1)
      const y = base + random(-2, 5)
      return `M${at(x - 1, y)}v${Math.round(-r)}a${at(r, r)} 0 1 1 2 0v${Math.round(r)}z`
    })
    .join('')
}

export function cactuses(count: number, base: number, random: Random): string {
  return spread(count, 20, WIDTH - 20, random)
    .map((x) => `M${at(x, base + random(0, 6))}v-28M${at(x, base - 8)}h-7v-9M${at(x, base - 12)}h7v-8`)
    .join('')
}

/** A bank of clouds down to the lower edge. */
export function cloudBank(base: number, size: number, random: Random): string {
  let line = `M-30 ${base}`
  let x = -30
  while (x < WIDTH + 20) {
    const width = size * random(0.7, 1.5)
    line += `q${at(width * 0.1, -width * 0.55)} ${at(width * 0.5, -width * 0.5)}t${at(width * 0.5, width * 0.5)}`
    x += width
  }
  return toGround(line)
}

export function clouds(count: number, top: number, bottom: number, random: Random): string {
  return spread(count, 20, WIDTH - 60, random)
    .map((x) => {
      const w = random(26, 54)
      return `M${at(x, random(top, bottom))}h${Math.round(w)}a${at(w * 0.16, w * 0.16)} 0 0 0 ${at(-w * 0.22, -w * 0.16)}a${at(w * 0.24, w * 0.24)} 0 0 0 ${at(-w * 0.46, 0)}a${at(w * 0.16, w * 0.16)} 0 0 0 ${at(-w * 0.32, w * 0.16)}z`
    })
    .join('')
}

/** Stars, or snow that falls. */
export function dots(count: number, top: number, bottom: number, random: Random): string {
  return Array.from({ length: count }, () => `M${at(random(0, WIDTH), random(top, bottom))}h.01`).join('')
}

/** Waves on water. */
export function waves(count: number, top: number, bottom: number, random: Random): string {
  return Array.from({ length: count }, () => {
    const w = random(8, 24)
    return `M${at(random(0, WIDTH), random(top, bottom))}h${Math.round(w)}`
  }).join('')
}

/** Places from left to right: at about equal distances, or they would look like one heap. */
function spread(count: number, from: number, to: number, random: Random): number[] {
  const step = (to - from) / count
  return Array.from({ length: count }, (_, index) => from + step * (index + random(0.1, 0.9)))
}
