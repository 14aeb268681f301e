import type { ReadResult } from '../read-booking.ts'

/** All texts of what was read, but for the codes, which are drawn again as they are. */
export function textsIn(result: ReadResult): string[] {
  if ('failure' in result) return []
  return result.bookings.flatMap(({ codes: _, ...booking }) => listTexts(booking))
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}
