import { addDays, type LocalDate } from '../local-date.ts'
import { clockOf, isTimeZone } from '../today/clock.ts'
import { clockText } from '../today/time-text.ts'
import { noTime, type ReadTime } from './read-booking.ts'

const DATE_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:(?:T|\s+)(\d\d):?(\d\d)(?::?\d\d(?:[.,]\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?(?:\[([\w/+-]+)\])?$/i
const TIME = /^T?([01]\d|2[0-3]):([0-5]\d)(?::\d\d(?:[.,]\d+)?)?$/i
/** Programs write '0001-01-01' or '1970-01-01' if they have no date. */
const FIRST_YEAR = 1971

/**
 * A time of ISO 8601, as the clock there shows it: an offset is what that clock has, so it changes nothing. Without an
 * offset, the time is also the one there, and never the one of this device.
 * @param zone the zone that the source names beside it
 * @returns `noTime` if the text is no time
 */
export function readIsoTime(text: string, zone = ''): ReadTime {
  const trimmed = text.trim()
  const [, clockHour = '', clockMinute = ''] = TIME.exec(trimmed) ?? []
  // Without a date. Whether it is on the next day is not known: the clocks at both ends may differ.
  if (clockHour !== '') return { ...noTime, time: `${clockHour}:${clockMinute}` }

  const [, year = '', month = '', day = '', hour = '', minute = '', offset = '', named = ''] =
    DATE_TIME.exec(trimmed) ?? []
  const date = `${year}-${month}-${day}` as LocalDate
  if (!isDay(date) || Number(year) < FIRST_YEAR) return noTime
  const known = knownZone(named || zone)
  if (hour === '') return { date, time: '', zone: known }
  if (Number(minute) > 59 || Number(hour) > 24) return { date, time: '', zone: known }
  const isNextDay = hour === '24'
  const time = `${isNextDay ? '00' : hour}:${minute}`
  const local = { date: isNextDay ? addDays(date, 1) : date, time, zone: known }
  return offset.toUpperCase() === 'Z' ? ofInstant(local) : local
}

/** A zone of the IANA database that this device knows, else ''. Intl also takes offsets and abbreviations. */
export function knownZone(name: string): string {
  if (/^(?:UTC|GMT|Etc\/(?:UTC|GMT))$/i.test(name)) return 'UTC'
  return /^[A-Z][A-Za-z]+(?:\/[\w+-]+)+$/.test(name) && isTimeZone(name) ? name : ''
}

function ofInstant(utc: ReadTime): ReadTime {
  const instant = Date.parse(`${utc.date}T${utc.time}Z`)
  if (utc.zone === '' || utc.zone === 'UTC') return { date: utc.date, time: utc.time, zone: '', instant }
  const { date, minute } = clockOf(new Date(instant), utc.zone)
  return { date, time: clockText(minute), zone: utc.zone }
}

function isDay(date: string): boolean {
  const at = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date)
}
