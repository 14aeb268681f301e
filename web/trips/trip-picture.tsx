import type { CSSProperties } from 'react'
import type { TripCard } from '#domain/trip.ts'
import { numberOf } from '#web/ui/face.tsx'
import { TripDrawing } from '#web/ui/trip-drawing.tsx'

/** Land: moss, lichen, sand, clay, heather, dusk, spruce; and sky. More hues would look the same. */
const HUES = { car_trip: [142, 112, 82, 45, 350, 290, 180], air_travel: [245, 215, 285, 330, 40, 85] }
/** How far the drawing is moved up, in percent of the card picture's height: each shows another part of it. */
const PLACES = [10, 70, 130]

/** A trip's own picture: a part of its type's drawing in a colour, both derived from its id. */
export function TripPicture({ trip: { id, type } }: { trip: Pick<TripCard, 'id' | 'type'> }) {
  let rest = numberOf(id)
  const pick = <Item,>(items: readonly Item[]): Item => {
    const item = items[rest % items.length] as Item
    rest = Math.floor(rest / items.length)
    return item
  }
  const hue = pick(HUES[type])
  const style = { top: `-${pick(PLACES)}%`, transform: `scaleX(${pick([1, -1])})`, ...groundOf(hue) }
  return (
    <div style={style as CSSProperties} className="absolute inset-x-0 h-[250%]">
      <TripDrawing type={type} view="page" className="size-full" />
    </div>
  )
}

/** A drawing's colours in one hue, by day and by night. */
function groundOf(hue: number) {
  const colour = (day: string, night: string) => `light-dark(oklch(${day} ${hue}), oklch(${night} ${hue}))`
  return {
    '--sky': colour('0.93 0.03', '0.26 0.03'),
    '--low': colour('0.87 0.06', '0.29 0.045'),
    '--high': colour('0.92 0.04', '0.35 0.04'),
    '--contour': colour('0.68 0.07', '0.48 0.05'),
  }
}
