import * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'

/** A trip that could not be opened. The person is redirected to the trip list, which shows this. */
const missedTrip = z.object({
  why: z.enum(['not there', 'not here', 'failed']),
  /** Undefined if this device does not know it. */
  name: z.optional(z.string()),
  /** Undefined in an entry of the browser's history from an earlier version of the app. */
  tripId: z.optional(z.string()),
})
export type MissedTrip = z.infer<typeof missedTrip>

/** Stored in `history.state`. */
interface MissedState {
  missed: MissedTrip
}

export function missedBy(error: Error, tripId: string, name: string | undefined): MissedState {
  const code = error instanceof AppError ? error.code : undefined
  const isNotFound = code === 'trip_not_found' || code === 'invalid_id'
  return {
    missed: {
      why: isNotFound ? 'not there' : code === 'unreachable' ? 'not here' : 'failed',
      tripId,
      ...(name && { name }),
    },
  }
}

export function findMissed(): MissedTrip | undefined {
  return z.object({ missed: missedTrip }).safeParse(history.state).data?.missed
}

/** Keeps a reload from showing it again. */
export function forgetMissed(): void {
  if (findMissed()) history.replaceState(null, '')
}
