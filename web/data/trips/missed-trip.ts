import * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'

/** A trip that was asked for and cannot be shown: what the trip list says of it, to which one comes instead. */
const missedTrip = z.object({
  why: z.enum(['not there', 'not here', 'failed']),
  /** As far as this device knows it. */
  name: z.optional(z.string()),
})
export type MissedTrip = z.infer<typeof missedTrip>

/** Where it stands in the browser's history. */
export interface MissedState {
  missed: MissedTrip
}

/** @param error why it cannot be shown */
export function missedBy(error: Error, name: string | undefined): MissedState {
  const code = error instanceof AppError ? error.code : undefined
  const isNotThere = code === 'trip_not_found' || code === 'invalid_id'
  return {
    missed: { why: isNotThere ? 'not there' : code === 'unreachable' ? 'not here' : 'failed', ...(name && { name }) },
  }
}

/** What brought the person here. */
export function findMissed(): MissedTrip | undefined {
  return z.object({ missed: missedTrip }).safeParse(history.state).data?.missed
}

/** It has been said: a reload says nothing of it. */
export function forgetMissed(): void {
  if (findMissed()) history.replaceState(null, '')
}
