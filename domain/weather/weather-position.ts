import type { Position } from '../places/position.ts'

/** The weather of a whole region is asked for, not that of somebody's tent. About 5 km. */
const STEP_DEGREES = 0.05
const STEPS_PER_DEGREE = Math.round(1 / STEP_DEGREES)

/** A position as it is sent to the weather service. */
export function roundPosition({ lat, lon }: Position): Position {
  return { lat: round(lat), lon: round(lon) }
}

/** The same as text, by which forecasts are cached: '45.85,-78.40'. */
export function weatherKey(position: Position): string {
  const { lat, lon } = roundPosition(position)
  return `${lat.toFixed(2)},${lon.toFixed(2)}`
}

/** Without -0. Divided, so that it is 45.85 and not 45.850000000000001. */
const round = (degrees: number) => Math.round(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE + 0
