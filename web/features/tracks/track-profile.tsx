import { useMemo } from 'react'
import { profile } from '#domain/tracks/measure.ts'
import type { Segment } from '#domain/tracks/track-line.ts'
import * as m from '#messages'
import { distanceText } from '#web/trip-core/places/distance-text.ts'
import { heightText } from './track-words.ts'

const WIDTH = 400
const HEIGHT = 100
const MAX_POINTS = 300
/** So much of its height a flat track takes, so that five metres do not look like a mountain. */
const LEAST_METRES = 50

/** How high a track is along the way; nothing without known heights. */
export function TrackProfile({ segments, length }: { segments: readonly Segment[]; length: number }) {
  // Not again for each letter of the track's name.
  const points = useMemo(() => profile(segments, MAX_POINTS), [segments])
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const heights = points.map(({ elevation }) => elevation)
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)]
  const range = Math.max(highest - lowest, LEAST_METRES)
  const x = (at: number) => ((at / (length || 1)) * WIDTH).toFixed(1)
  const y = (elevation: number) => (HEIGHT - ((elevation - lowest) / range) * (HEIGHT - 4) - 2).toFixed(1)
  const line = points.map(({ at, elevation }) => `${x(at)},${y(elevation)}`).join('L')
  const texts = { lowest: heightText(lowest), highest: heightText(highest) }
  return (
    <figure className="grid grid-cols-[auto_1fr] gap-x-2 text-sm text-muted tabular-nums">
      <figcaption className="sr-only">
        {m.tracks_profile({ start: heightText(first.elevation), end: heightText(last.elevation), ...texts })}
      </figcaption>
      <div aria-hidden="true" className="flex flex-col justify-between text-right">
        <span>{heightText(highest)}</span>
        <span>{heightText(lowest)}</span>
      </div>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-28 w-full rounded-sm bg-raised"
      >
        <path d={`M${x(first.at)},${HEIGHT}L${line}L${x(last.at)},${HEIGHT}Z`} className="fill-accent/25" />
        <path
          d={`M${line}`}
          className="fill-none stroke-accent"
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div aria-hidden="true" className="col-start-2 flex justify-between">
        <span>0</span>
        <span>{distanceText(length)}</span>
      </div>
    </figure>
  )
}
