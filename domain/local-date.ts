import * as z from 'zod/mini'

/**
 * A calendar day, `YYYY-MM-DD`, in the reader's own calendar: a trip departs on the 28th, anywhere. Never a timestamp.
 */
export const localDate = z.iso
  .date()
  .check(z.refine((text) => !text.startsWith('0000'), 'There is no year 0'))
  .brand<'LocalDate'>()
export type LocalDate = z.infer<typeof localDate>

/** A date field of the plan: a day, or '' if none is set. */
export const optionalLocalDate = z.union([z.literal(''), localDate])
export type OptionalLocalDate = z.infer<typeof optionalLocalDate>

const DAY = 86_400_000
const asUtc = (date: LocalDate) => Date.parse(`${date}T00:00:00Z`)

/** The day in the device's own time zone. */
export function localDateOf(clock: Date): LocalDate {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${clock.getFullYear()}-${two(clock.getMonth() + 1)}-${two(clock.getDate())}` as LocalDate
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((asUtc(to) - asUtc(from)) / DAY)
}

const [FIRST, LAST] = ['0001-01-01', '9999-12-31'] as const

/** The day this many days after another, limited to the first and the last day that can be written. */
export function addDays(date: LocalDate, days: number): LocalDate {
  const at = Math.min(Math.max(asUtc(date) + days * DAY, Date.parse(FIRST)), Date.parse(LAST))
  return new Date(at).toISOString().slice(0, 10) as LocalDate
}

/** The day as people write it: 'Jun 28, 2026'. */
export function formatLocalDate(
  date: LocalDate,
  locale = 'en-CA',
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(asUtc(date))
}
