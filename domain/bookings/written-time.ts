import { daysBetween, type LocalDate } from '../local-date.ts'
import { readIsoTime } from './iso-time.ts'
import { noTime, type ReadTime } from './read-booking.ts'

/*
 * Dates and times as passes write them.
 * Invariants: nothing is guessed. '06/07/2026' may be in June or July, so it is not read.
 */

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** '28JUN', '28 Jun 2026', 'Sun, 28 June 26' */
const DAY_FIRST = /^(?:[a-z]{2,9},? )?(\d{1,2})[ .-]{0,2}([a-z]{3})[a-z]{0,6}[ .,-]{0,2}(\d{4}|\d\d)?$/i
/** 'Jun 28', 'Sunday, June 28, 2026' */
const MONTH_FIRST = /^(?:[a-z]{2,9},? )?([a-z]{3})[a-z]{0,6}\.? (\d{1,2})(?:,? (\d{4}))?$/i
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)$/
const CLOCK = /^([01]?\d|2[0-3])(?:[:.h]([0-5]\d))? ?([ap])?\.?(?:m\.?)?(?: ?(?:uhr|h|hrs))?$/i

/** A time as ISO 8601 or people write it, or only its date or clock. A date without a year is the one near another. */
export function readWrittenTime(text: string, near: LocalDate): ReadTime | undefined {
  const iso = readIsoTime(text)
  if (iso !== noTime) return iso
  const line = text.trim()
  if (line.length > 40) return undefined
  const date = readDate(line, near)
  if (date !== undefined) return { ...noTime, date }
  const time = readClock(line)
  if (time !== undefined) return { ...noTime, time }
  // '28 Jun 2026, 10:30'
  const [, day = '', clock = ''] = /^(.+?),? (?:at |- )?(\S+(?: ?[ap]\.?m\.?)?)$/i.exec(line) ?? []
  const both: ReadTime = { date: readDate(day, near) ?? '', time: readClock(clock) ?? '', zone: '' }
  return both.date === '' || both.time === '' ? undefined : both
}

function readDate(text: string, near: LocalDate): LocalDate | undefined {
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return dateOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1], near)
  const monthFirst = MONTH_FIRST.exec(text)
  if (monthFirst) return dateOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2], near)
  const dotted = DOTTED.exec(text)
  return dotted ? dateOf(dotted[3], Number(dotted[2]), dotted[1], near) : undefined
}

const monthOf = (name = '') => MONTHS.indexOf(name.toLowerCase()) + 1

function dateOf(year: string | undefined, month: number, day = '', near: LocalDate): LocalDate | undefined {
  if (month < 1 || month > 12) return undefined
  const monthDay = `${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year !== undefined) return readIsoTime(`${year.padStart(4, '20')}-${monthDay}`).date || undefined
  const years = [-1, 0, 1].map((more) => Number(near.slice(0, 4)) + more)
  const dates = years.flatMap((each) => readIsoTime(`${each}-${monthDay}`).date || [])
  const distance = (date: LocalDate) => Math.abs(daysBetween(near, date))
  return dates.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** '10:30', '1030', '10.30', '10h30' and '10:30 AM' as '10:30'. A number alone is none. */
function readClock(text: string): string | undefined {
  const four = /^([01]\d|2[0-3])([0-5]\d)$/.exec(text)
  if (four) return `${four[1]}:${four[2]}`
  const [, hours, minutes, half] = CLOCK.exec(text) ?? []
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined
  const hour = Number(hours)
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const written = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(written).padStart(2, '0')}:${minutes ?? '00'}`
}
