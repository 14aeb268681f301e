import { endsBeforeStart, type NextOfStay, nightsOf } from '#domain/journeys/stays.ts'
import { formatLocalDate, type OptionalLocalDate } from '#domain/local-date.ts'
import type { Stay, StayKind } from '#domain/plan/stays.ts'
import { trimmed } from '#domain/text.ts'
import { clockTimeText } from '#domain/today/time-text.ts'
import * as m from '#messages'

export const kindName = (kind: StayKind): string => m.journeys_stay_unnamed({ kind })

/** What somebody called it, or what it is. */
export const stayName = ({ kind, name }: Pick<Stay, 'kind' | 'name'>): string => trimmed(name) || kindName(kind)

const DATE: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }

export const dateText = (date: OptionalLocalDate): string => (date === '' ? '' : formatLocalDate(date, 'en-CA', DATE))

export const timeOfDayText = (time: string): string => (time === '' ? '' : clockTimeText(time))

/** 'Today', 'Check-out tomorrow'; undefined on other days. */
export function nearText(kind: StayKind, next: NextOfStay | undefined): string | undefined {
  if (!next || next.days > 1) return undefined
  if (next.part === 'end') return m.stays_end_near({ kind, days: next.days })
  return next.days === 0 ? m.documents_ticket_today() : m.documents_ticket_tomorrow()
}

/** What its dates make of it, or which of them is not there yet; '' if there is nothing to say. */
export function datesText(stay: Stay): string {
  const { kind, starts_on, ends_on } = stay
  if (starts_on === '' && ends_on === '') return m.stays_no_dates()
  if (starts_on === '') return m.stays_start_missing({ kind })
  if (ends_on === '') return m.stays_end_missing({ kind })
  const nights = nightsOf(stay)
  return nights === undefined || endsBeforeStart(stay) ? '' : m.stays_nights({ count: nights })
}
