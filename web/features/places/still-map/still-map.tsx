import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { distanceBetween, type Position, parsePositionText } from '#domain/places/position.ts'
import type { Place } from '#domain/plan/places.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { listSome } from '#web/trip-core/list-some.ts'
import { distanceText } from '#web/trip-core/places/distance-text.ts'
import { placeIcons, placeName } from '#web/trip-core/places/place-kinds.ts'
import { type Frame, frameOf, metresPerPixel, pathIn, pointIn, type Segment, spanOf } from './frame.ts'
import { type Ground, readGround } from './ground.ts'
import { type Label, layOut, NAME_SIZE, type Spot, TOWN_SIZE, widthOf } from './labels.ts'

/** More are no longer a picture. */
const MAX_PINS = 100
const CREDIT_SIZE = 9
/** A network that is back often works only after a while. */
const RETRIES_MS = [1000, 4000, 15_000]
const NO_LINES: readonly StillLine[] = []
const HALO = 'stroke-page [paint-order:stroke] [stroke-linejoin:round]'

export interface StillLine {
  id: string
  segments: readonly Segment[]
}

export interface StillMapProps {
  places: readonly Place[]
  /** The id of the destination's place; '' for none. */
  destinationId: string
  /** Tracks. */
  lines?: readonly StillLine[] | undefined
}

interface LocatedPlace extends Place {
  at: Position
}

/** A picture of the bundled map with the trip's places and tracks, as wide and as high as what it is in. */
export function StillMap({ places, destinationId, lines = NO_LINES }: StillMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number }>()
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const located = places.flatMap((place): LocatedPlace[] => {
    const at = parsePositionText(place.position)
    return at ? [{ ...place, at }] : []
  })
  // The destination is among them, wherever it is in the list.
  const shown = located
    .toSorted((one, other) => Number(other.id === destinationId) - Number(one.id === destinationId))
    .slice(0, MAX_PINS)
  const segments = useMemo(
    () => lines.flatMap(({ segments }) => segments).filter(({ lats }) => lats.length > 0),
    [lines],
  )
  const isEmpty = shown.length === 0 && segments.length === 0
  return (
    <div
      ref={container}
      className={`size-full ${isEmpty ? '' : 'overflow-hidden rounded-md border border-line bg-page'}`}
    >
      {size && size.height > 0 && !isEmpty && <Picture {...{ size, shown, segments, destinationId }} />}
    </div>
  )
}

interface PictureProps {
  size: { width: number; height: number }
  shown: readonly LocatedPlace[]
  segments: readonly Segment[]
  destinationId: string
}

function Picture({ size: { width, height }, shown, segments, destinationId }: PictureProps) {
  const positions = shown.map(({ at }) => at)
  // A track may have very many points.
  const spans = useMemo(() => segments.flatMap(spanOf), [segments])
  const frame = frameOf([...positions, ...spans], width, height)
  const key = Object.values(frame).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether the frame is another
  const path = useMemo(() => segments.map((segment) => pathIn(frame, segment)).join(''), [segments, key])
  const ground = useGround(frame, key)
  const spots = shown.map((place): Spot => {
    const [x, y] = pointIn(frame, place.at)
    return { id: place.id, name: placeName(place), kind: place.kind, isDestination: place.id === destinationId, x, y }
  })
  const scale = scaleOf(frame)
  const credit = ground ? m.map_base_credit() : ''
  const drawn = layOut(spots, ground?.flatMap(({ towns }) => towns) ?? [], {
    width,
    height,
    reserved: [
      { left: 0, top: 0, right: scale.pixels + 20, bottom: 30 },
      { left: width - widthOf(credit, CREDIT_SIZE), top: height - 16, right: width, bottom: height },
    ],
  })
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={describe(
        spots.map(({ name }) => name),
        positions,
      )}
      data-drawn={ground !== undefined}
      className="size-full"
    >
      {ground && <rect width={width} height={height} className="fill-water" />}
      {ground?.map((tile) => (
        <GroundTile key={`${tile.x} ${tile.y}`} tile={tile} />
      ))}
      {drawn.towns.map((label) => (
        <Text key={label.id} label={label} size={TOWN_SIZE} className="fill-muted" />
      ))}
      {/* One path for all: a track may have very many segments. */}
      {path !== '' && (
        <g className="fill-none [stroke-linecap:round] [stroke-linejoin:round]">
          <path d={path} className="stroke-page" strokeWidth={5.5} />
          <path d={path} className="stroke-accent" strokeWidth={2.5} />
        </g>
      )}
      {drawn.pins.map((spot) => (
        <Pin key={spot.id} spot={spot} />
      ))}
      {drawn.dots.map(({ id, x, y, isDestination }) => (
        <circle key={id} cx={x} cy={y} r={5} className={pinColours(isDestination)} strokeWidth={1.5} />
      ))}
      {drawn.names.map((label) => (
        <Text key={label.id} label={label} size={NAME_SIZE} className="fill-text font-semibold" />
      ))}
      <path d={`M10 14v6h${scale.pixels}v-6`} className="fill-none stroke-muted" strokeWidth={1.5} />
      <Text
        label={{ id: '', text: scale.text, x: 10 + scale.pixels / 2, y: 15, anchor: 'middle' }}
        size={TOWN_SIZE}
        className="fill-muted"
      />
      {ground && (
        <Text
          label={{ id: '', text: credit, x: width - 5, y: height - 5, anchor: 'end' }}
          size={CREDIT_SIZE}
          className="fill-muted"
        />
      )}
    </svg>
  )
}

/** The bundled map; undefined until it is loaded, and where it cannot be. */
function useGround(frame: Frame, key: string): Ground[] | undefined {
  const isOnline = useIsOnline()
  const [loaded, setLoaded] = useState<{ key: string; ground: Ground[] }>()
  const read = useEffectEvent(() => readGround(frame))
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = (retries: readonly number[]) => {
      const [wait, ...later] = retries
      read().then(
        (ground) => isOver || setLoaded({ key, ground }),
        () => {
          if (!isOver && wait !== undefined) timer = setTimeout(load, wait, later)
        },
      )
    }
    load(isOnline ? RETRIES_MS : [])
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [key, isOnline])
  return loaded?.key === key ? loaded.ground : undefined
}

/** A tile, a pixel larger on each side, so that there is no gap between two. What is beyond it is cut off. */
function GroundTile({ tile: { x, y, size, extent, land, water, borders } }: { tile: Ground }) {
  const pixel = extent / size
  const side = extent + 2 * pixel
  return (
    <svg
      x={x - 1}
      y={y - 1}
      width={size + 2}
      height={size + 2}
      viewBox={`${-pixel} ${-pixel} ${side} ${side}`}
      aria-hidden="true"
    >
      <path d={land} className="fill-good-soft" />
      <path d={water} className="fill-water" />
      <path d={land} className="fill-none stroke-shore" strokeWidth={0.8 * pixel} />
      <path
        d={borders}
        className="fill-none stroke-contour"
        strokeWidth={1.2 * pixel}
        strokeDasharray={`${5 * pixel} ${2.5 * pixel}`}
      />
    </svg>
  )
}

const pinColours = (isDestination: boolean) => `stroke-surface ${isDestination ? 'fill-accent' : 'fill-action'}`

function Pin({ spot: { kind, isDestination, x, y } }: { spot: Spot }) {
  const Icon = placeIcons[kind]
  return (
    <g transform={`translate(${x} ${y})`} className={isDestination ? 'text-on-accent' : 'text-on-action'}>
      <path
        d="M0 0-8.5-8.5A12 12 0 1 1 8.5-8.5Z"
        className={pinColours(isDestination)}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      <Icon x={-7.5} y={-24.5} width={15} height={15} />
    </g>
  )
}

function Text({ label: { text, x, y, anchor }, size, className }: { label: Label; size: number; className: string }) {
  return (
    <text x={x} y={y} textAnchor={anchor} fontSize={size} strokeWidth={size / 4} className={`${HALO} ${className}`}>
      {text}
    </text>
  )
}

/** A round length, 1, 2 or 5 of a power of ten, and how many pixels it is. */
function scaleOf(frame: Frame): { text: string; pixels: number } {
  const perPixel = metresPerPixel(frame)
  const most = perPixel * 100
  const power = 10 ** Math.floor(Math.log10(most))
  const length = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power
  const text = length < 1000 ? `${length} m` : `${(length / 1000).toLocaleString('en')} km`
  return { text, pixels: length / perPixel }
}

function describe(names: readonly string[], positions: readonly Position[]): string {
  if (names.length === 0) return m.places_drawing()
  const text = `${m.places_drawing()}: ${listSome(names)}`
  const distances = positions.flatMap((one, index) =>
    positions.slice(index + 1).map((other) => distanceBetween(one, other)),
  )
  return distances.length === 0
    ? text
    : m.places_drawing_apart({ text, distance: distanceText(Math.max(...distances)) })
}
