import { instantsIn } from '../calendar/zone-times.ts'
import { daysBetween, type LocalDate, type OptionalLocalDate } from '../local-date.ts'
import type { Stay } from '../plan/stays.ts'
import { isBlank, trimmed } from '../text.ts'
import type { ListedTime } from '../today/sort-tickets.ts'
import { parseTime } from '../typed-time.ts'

/* The times and places of hotels, rental cars and ferries. Dates are what the clocks at their places show. */

type Times = Pick<Stay, 'starts_on' | 'starts_at' | 'starts_zone' | 'ends_on' | 'ends_at' | 'ends_zone'>

/** Where it is in a list with the tickets. It is past once it has ended, whichever of its dates is the later one. */
export function timeOfStay({ starts_on, starts_at, ends_on, ends_at }: Times): ListedTime {
  const hasStart = starts_on !== ''
  return {
    date: hasStart ? starts_on : ends_on,
    lastDate: ends_on > starts_on ? ends_on : starts_on,
    minute: parseTime(hasStart ? starts_at : ends_at),
  }
}

/** Where a car is returned or a ferry arrives; '' of a hotel, and if it is where it began or nobody said it. */
export const endPlaceOf = ({ kind, end_place }: Pick<Stay, 'kind' | 'end_place'>): string =>
  kind === 'stay' ? '' : trimmed(end_place)

/** Where it begins or ends, as typed. A ferry does not arrive where it left. */
export function placeOfPart(stay: Pick<Stay, 'kind' | 'place' | 'end_place'>, part: 'start' | 'end'): string {
  if (part === 'end' && (stay.kind === 'ferry' || endPlaceOf(stay) !== '')) return endPlaceOf(stay)
  return trimmed(stay.place)
}

/** How many nights people sleep there; undefined for what is no stay, and without two dates in their order. */
export function nightsOf({ kind, starts_on, ends_on }: Pick<Stay, 'kind' | 'starts_on' | 'ends_on'>) {
  if (kind !== 'stay' || starts_on === '' || ends_on === '') return undefined
  const nights = daysBetween(starts_on, ends_on)
  return nights > 0 ? nights : undefined
}

/** Whether it ends before it begins. Without both zones, times on one day are compared as they are. */
export function endsBeforeStart({ starts_on, starts_at, starts_zone, ends_on, ends_at, ends_zone }: Times): boolean {
  if (starts_on === '' || ends_on === '') return false
  const [start, end] = [parseTime(starts_at), parseTime(ends_at)]
  if (start === undefined || end === undefined) return ends_on < starts_on
  const [starts, ends] = [instantsIn(starts_zone)?.(starts_on, start), instantsIn(ends_zone)?.(ends_on, end)]
  if (starts !== undefined && ends !== undefined) return ends <= starts
  return ends_on < starts_on || (ends_on === starts_on && end <= start)
}

/** What comes next of a stay, and in how many days. */
export interface NextOfStay {
  part: 'start' | 'end'
  date: LocalDate
  days: number
}

/** Its beginning until that day is over, then its end; undefined once it is past, and without a date. */
export function nextOfStay({ starts_on, ends_on }: Pick<Stay, 'starts_on' | 'ends_on'>, today: LocalDate) {
  const next = (part: NextOfStay['part'], date: OptionalLocalDate): NextOfStay | undefined =>
    date === '' || date < today ? undefined : { part, date, days: daysBetween(today, date) }
  return next('start', starts_on) ?? next('end', ends_on)
}

/** How many stays have a confirmation number. */
export function countStayNumbers(stays: readonly Pick<Stay, 'confirmation_number'>[]): number {
  return stays.filter(({ confirmation_number }) => !isBlank(confirmation_number)).length
}

const PHONE_NUMBER = /\+?\(?\d[\d\s.)-]*(?:\(\d+\)[\d\s.)-]*)?\d/

/** The first number of a typed text that a phone can dial: '+351217905400'. '' without one. */
export function phoneNumberIn(text: string): string {
  const number = (PHONE_NUMBER.exec(text)?.[0] ?? '').replaceAll(/[^\d+]/g, '')
  return number.length >= 3 ? number : ''
}
