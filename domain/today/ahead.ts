import type { Phase } from './phase.ts'

/** Whether the first day of a trip is over: the cars have left, with the gear. */
export const hasSetOff = (phase: Phase): boolean => phase.is === 'after' || (phase.is === 'during' && phase.day > 1)

/** Whether a day of the trip is today or still to come. Day 0 is any day of the trip. */
export const isAhead = (day: number, phase: Phase): boolean =>
  phase.is !== 'after' && (phase.is !== 'during' || day === 0 || day >= phase.day)
