import { geoAzimuthalEquidistant, geoCentroid, geoGraticule10, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-110m.json'
import { type Position, parsePositionText } from '#domain/places/position.ts'
import type { Place } from '#domain/plan/places.ts'
import * as m from '#messages'
import { listSome } from '#web/trip-core/list-some.ts'
import { placeName } from '#web/trip-core/places/place-kinds.ts'
import { distanceText } from './place-words.ts'

/*
 * Where the trip's places lie, without a map: their distances are right, and a small globe says in which land.
 * The outline of the land is coarse (Natural Earth, 1:110 million), so it is drawn only where it is right at the scale.
 */

const WIDTH = 480
const HEIGHT = 300
const MARGIN = 44
/** Of the globe. */
const RADIUS = 46
const EARTH_RADIUS_M = 6_371_009
/** A single place is shown with this much around it. */
const LEAST_METRES = 4000
/** From here on the outline is right by a few pixels. */
const COARSE_METRES = 800_000

const topology = atlas as unknown as Topology<{ land: GeometryCollection; countries: GeometryCollection }>
const land = feature(topology, topology.objects.land)
const borders = mesh(topology, topology.objects.countries, (one, other) => one !== other)

/** More are no longer a picture. */
const MAX_PINS = 100

interface Pin {
  id: string
  name: string
  isDestination: boolean
  position: Position
}

interface PlaceDrawingProps {
  places: readonly Place[]
  /** The id of the destination's place; '' for none. */
  destinationId: string
}

export function PlaceDrawing({ places, destinationId }: PlaceDrawingProps) {
  const pins = places.flatMap((place): Pin[] => {
    const position = parsePositionText(place.position)
    return position
      ? [{ id: place.id, name: placeName(place), isDestination: place.id === destinationId, position }]
      : []
  })
  if (pins.length === 0) return null
  // The destination is among them, wherever it is in the list.
  const shown = pins
    .toSorted((one, other) => Number(other.isDestination) - Number(one.isDestination))
    .slice(0, MAX_PINS)
  return <Drawing pins={shown} />
}

const pointOf = ({ lat, lon }: Position): [number, number] => [lon, lat]

function Drawing({ pins }: { pins: readonly Pin[] }) {
  const [lon, lat] = geoCentroid({ type: 'MultiPoint', coordinates: pins.map(({ position }) => pointOf(position)) })
  const rotation: [number, number] = [-(Number.isNaN(lon) ? 0 : lon), -(Number.isNaN(lat) ? 0 : lat)]
  const flat = geoAzimuthalEquidistant().rotate(rotation).translate([0, 0]).scale(EARTH_RADIUS_M)
  const metres = pins.map(({ position }): [number, number] => flat(pointOf(position)) ?? [0, 0])
  const xs = metres.map(([x]) => x)
  const ys = metres.map(([, y]) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const perPixel = Math.max(
    (right - left) / (WIDTH - 2 * MARGIN),
    (bottom - top) / (HEIGHT - 2 * MARGIN),
    LEAST_METRES / HEIGHT,
  )
  const middle: [number, number] = [
    WIDTH / 2 - (left + right) / 2 / perPixel,
    HEIGHT / 2 - (top + bottom) / 2 / perPixel,
  ]
  const projection = geoAzimuthalEquidistant()
    .rotate(rotation)
    .translate(middle)
    .scale(EARTH_RADIUS_M / perPixel)
    .clipExtent([
      [0, 0],
      [WIDTH, HEIGHT],
    ])
  const path = geoPath(projection)
  const drawn = pins.map((pin) => ({ ...pin, at: projection(pointOf(pin.position)) ?? middle }))
  const isFar = perPixel * WIDTH >= COARSE_METRES
  const corner = cornerFor(drawn.map(({ at }) => at))
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${m.places_drawing()}: ${listSome(pins.map(({ name }) => name))}`}
      className="w-full rounded-md border border-line bg-page"
    >
      {isFar && (
        <>
          <path d={path(land) ?? ''} className="fill-good-soft" />
          <path d={path(borders) ?? ''} className="fill-none stroke-line" />
        </>
      )}
      <Globe rotation={rotation} corner={corner} />
      <ScaleBar perPixel={perPixel} isRight={corner.x < WIDTH / 2} />
      {drawn.map(({ id, at: [x, y], isDestination }) => (
        <circle
          key={id}
          cx={x}
          cy={y}
          r={isDestination ? 8 : 6}
          className={`stroke-surface stroke-2 ${isDestination ? 'fill-accent' : 'fill-action'}`}
        />
      ))}
      {listLabels(drawn).map(({ id, name, x, y, anchor }) => (
        <text
          key={id}
          x={x}
          y={y}
          textAnchor={anchor}
          className="fill-text stroke-page text-[14px] font-semibold [paint-order:stroke] [stroke-width:4px]"
        >
          {name}
        </text>
      ))}
    </svg>
  )
}

interface Corner {
  x: number
  y: number
}

const corners: readonly Corner[] = [
  { x: WIDTH - RADIUS - 8, y: HEIGHT - RADIUS - 8 },
  { x: RADIUS + 8, y: HEIGHT - RADIUS - 8 },
  { x: WIDTH - RADIUS - 8, y: RADIUS + 8 },
  { x: RADIUS + 8, y: RADIUS + 8 },
]

/** The corner that is farthest from every pin. */
function cornerFor(points: readonly [number, number][]): Corner {
  const room = ({ x, y }: Corner) => Math.min(...points.map(([px, py]) => Math.hypot(px - x, py - y)))
  return corners.reduce((best, corner) => (room(corner) > room(best) + 1 ? corner : best))
}

/** The half of the earth around the places, with a dot where they are. */
function Globe({ rotation, corner }: { rotation: [number, number]; corner: Corner }) {
  const projection = geoAzimuthalEquidistant()
    .rotate(rotation)
    .translate([corner.x, corner.y])
    .scale(RADIUS / 0.45)
    .clipAngle((0.45 * 180) / Math.PI)
  const path = geoPath(projection)
  return (
    <g>
      <circle cx={corner.x} cy={corner.y} r={RADIUS} className="fill-inlay stroke-line" />
      <path d={path(geoGraticule10()) ?? ''} className="fill-none stroke-line/50" />
      <path d={path(land) ?? ''} className="fill-good-soft stroke-muted/50" />
      <path d={path(borders) ?? ''} className="fill-none stroke-muted/50" />
      <circle cx={corner.x} cy={corner.y} r={4} className="fill-accent stroke-surface" />
    </g>
  )
}

/** A round length: 1, 2 or 5 of a power of ten. */
function roundLength(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres))
  return ([5, 2, 1].find((step) => step * power <= metres) ?? 1) * power
}

function ScaleBar({ perPixel, isRight }: { perPixel: number; isRight: boolean }) {
  const length = roundLength(perPixel * 110)
  const pixels = length / perPixel
  const x = isRight ? WIDTH - 12 - pixels : 12
  return (
    <g>
      <path d={`M${x} ${HEIGHT - 18}v6h${pixels}v-6`} className="fill-none stroke-muted stroke-2" />
      <text
        x={x + pixels / 2}
        y={HEIGHT - 20}
        textAnchor="middle"
        className="fill-muted stroke-page text-[12px] [paint-order:stroke] [stroke-width:3px]"
      >
        {distanceText(length)}
      </text>
    </g>
  )
}

const LABEL_HEIGHT = 16
const LETTER_WIDTH = 7.4
const MAX_LABEL = 24

/** Names beside their pins, as far as they cover no other; the list below the drawing has them all. */
function listLabels(pins: readonly (Pin & { at: [number, number] })[]) {
  const taken: { left: number; right: number; top: number; bottom: number }[] = pins.map(({ at: [x, y] }) => ({
    left: x - 7,
    right: x + 7,
    top: y - 7,
    bottom: y + 7,
  }))
  return pins.flatMap(({ id, name: whole, at: [x, y] }) => {
    const name = whole.length > MAX_LABEL ? `${whole.slice(0, MAX_LABEL - 1)}…` : whole
    const width = name.length * LETTER_WIDTH
    const places = [
      { x: x + 12, left: x + 12, anchor: 'start' as const },
      { x: x - 12, left: x - 12 - width, anchor: 'end' as const },
    ]
    const free = places.find(({ left }) => {
      const box = { left, right: left + width, top: y - LABEL_HEIGHT / 2, bottom: y + LABEL_HEIGHT / 2 }
      if (box.left < 4 || box.right > WIDTH - 4) return false
      const covers = taken.some(
        (other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
      )
      if (!covers) taken.push(box)
      return !covers
    })
    return free ? [{ id, name, x: free.x, y: y + 5, anchor: free.anchor }] : []
  })
}
