import * as z from 'zod/mini'

export const MAX_DAYS = 999

/** A day number as a key of the plan: '1' to '999', no leading zero. */
export const dayNumber = z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'Days are numbered from 1 to 999'))

/** The number of a day that somebody chose; 0 for none. */
export const optionalDay = z.int().check(z.nonnegative(), z.maximum(MAX_DAYS))

/** The day numbers of a section, ascending. */
export function listDays(days: Record<string, unknown>): number[] {
  return Object.keys(days)
    .map(Number)
    .sort((a, b) => a - b)
}

/** The number after the highest day; 1 if there is none. */
export function nextDay(days: Record<string, unknown>): number {
  return Math.max(0, ...listDays(days)) + 1
}
