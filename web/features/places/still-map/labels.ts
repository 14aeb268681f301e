import type { PlaceKind } from '#domain/plan/places.ts'
import type { Town } from './ground.ts'

/** A place in the picture. */
export interface Spot {
  id: string
  name: string
  kind: PlaceKind
  isDestination: boolean
  x: number
  y: number
}

export interface Label {
  id: string
  text: string
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
}

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const NAME_SIZE = 13
export const TOWN_SIZE = 11
/** At both ends of a name. */
const GAP = 3
/** Of a pin above its point, and of a dot. */
const PIN = { width: 28, height: 31 }
const DOT = 6
/** Of a letter, in parts of the text's size. */
const LETTER = 0.56
/** Of a name; fewer where there is less room. */
const LETTERS = [24, 14]

/**
 * What is written where, so that nothing covers anything else: the destination's pin, then the others, as dots where
 * there is no room for a pin, then their names and those of towns, the largest first.
 */
export function layOut(
  spots: readonly Spot[],
  towns: readonly Town[],
  { width, height, reserved }: { width: number; height: number; reserved: readonly Box[] },
) {
  const taken: Box[] = []
  const covers = (box: Box) =>
    taken.some(
      (other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
    )
  const isInside = ({ left, top, right, bottom }: Box) =>
    left >= 4 && top >= 4 && right <= width - 4 && bottom <= height - 4
  const inOrder = spots.toSorted((one, other) => Number(other.isDestination) - Number(one.isDestination))
  const pins = new Set<Spot>()
  for (const spot of inOrder) {
    const { x, y } = spot
    const pin = { left: x - PIN.width / 2, top: y - PIN.height, right: x + PIN.width / 2, bottom: y }
    const isPin = pin.top >= 0 && !covers(pin)
    if (isPin) pins.add(spot)
    taken.push(isPin ? pin : { left: x - DOT, top: y - DOT, right: x + DOT, bottom: y + DOT })
  }
  taken.push(...reserved)
  const labels: Label[] = []
  function write(id: string, text: string, size: number, places: readonly Omit<Label, 'id' | 'text'>[]): boolean {
    const long = widthOf(text, size)
    for (const { x, y, anchor } of places) {
      const left = x - { start: 0, middle: long / 2, end: long }[anchor]
      const box = { left: left - GAP, top: y - size, right: left + long + GAP, bottom: y + size * 0.3 }
      if (!isInside(box) || covers(box)) continue
      taken.push(box)
      labels.push({ id, text, x, y, anchor })
      return true
    }
    return false
  }
  for (const spot of inOrder) {
    const { id, name, x, y } = spot
    const [aside, middle] = pins.has(spot) ? [18, y - 12] : [11, y + 4]
    LETTERS.some((letters) =>
      write(id, shorten(name, letters), NAME_SIZE, [
        { x: x + aside, y: middle, anchor: 'start' },
        { x: x - aside, y: middle, anchor: 'end' },
        { x, y: y + NAME_SIZE + 4, anchor: 'middle' },
      ]),
    )
  }
  const names = labels.splice(0)
  for (const [index, { name, x, y }] of towns.toSorted((one, other) => other.size - one.size).entries())
    write(`${index}`, name, TOWN_SIZE, [{ x, y: y + 4, anchor: 'middle' }])
  return {
    // The destination is above all others.
    pins: inOrder.filter((spot) => pins.has(spot)).toReversed(),
    dots: inOrder.filter((spot) => !pins.has(spot)),
    names,
    towns: labels,
  }
}

const shorten = (name: string, letters: number) =>
  name.length > letters ? `${name.slice(0, letters - 1).trimEnd()}…` : name

/** About how wide a text is: Chinese, Japanese and Korean have square letters. */
export const widthOf = (text: string, size: number) =>
  [...text].reduce((width, letter) => width + (letter > '\u2e7f' ? 1 : LETTER) * size, 0)
