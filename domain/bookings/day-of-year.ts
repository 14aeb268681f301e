import { addDays, daysBetween, type LocalDate } from '../local-date.ts'

/** Leap years are eight years apart around 1900 and 2100. */
const YEARS = 8

/**
 * The date with this number in its year, 1 to 366, that is nearest to another date; the later one of two. Day 366 is
 * only in leap years. Undefined if there is no such day.
 */
export function nearestDayOfYear(day: number, near: LocalDate): LocalDate | undefined {
  const year = Number(near.slice(0, 4))
  let nearest: LocalDate | undefined
  for (let other = Math.max(1, year - YEARS); other <= Math.min(9999, year + YEARS); other++) {
    const start = `${String(other).padStart(4, '0')}-01-01` as LocalDate
    const date = addDays(start, day - 1)
    if (day < 1 || date.slice(0, 4) !== start.slice(0, 4)) continue
    if (nearest === undefined || distance(date, near) <= distance(nearest, near)) nearest = date
  }
  return nearest
}

const distance = (a: LocalDate, b: LocalDate) => Math.abs(daysBetween(a, b))
