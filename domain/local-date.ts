import * as z from 'zod/mini'

/** A day in the calendar of whoever reads it, `YYYY-MM-DD`: a trip departs on the 28th, wherever that is. Never a timestamp. */
export const localDate = z.iso
  .date()
  .check(z.refine((text) => !text.startsWith('0000'), 'There is no year 0'))
  .brand<'LocalDate'>()
export type LocalDate = z.infer<typeof localDate>

/** A date field of the plan: a day, or '' where none is set. */
export const optionalLocalDate = z.union([z.literal(''), localDate])
export type OptionalLocalDate = z.infer<typeof optionalLocalDate>

const DAY = 86_400_000
const asUtc = (date: LocalDate) => Date.parse(`${date}T00:00:00Z`)

/** The day that a clock shows where it hangs. */
export function localDateOf(clock: Date): LocalDate {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${clock.getFullYear()}-${two(clock.getMonth() + 1)}-${two(clock.getDate())}` as LocalDate
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((asUtc(to) - asUtc(from)) / DAY)
}

const [FIRST, LAST] = ['0001-01-01', '9999-12-31'] as const

/** The day that is so many days after another; at most the last, and at least the first, that can be written. */
export function addDays(date: LocalDate, days: number): LocalDate {
  const at = Math.min(Math.max(asUtc(date) + days * DAY, Date.parse(FIRST)), Date.parse(LAST))
  return new Date(at).toISOString().slice(0, 10) as LocalDate
}

/** The day as a person writes it, for example 'Jun 28, 2026'. */
export function formatLocalDate(
  date: LocalDate,
  locale = 'en-CA',
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(asUtc(date))
}
