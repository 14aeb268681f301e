import * as m from '#messages'
import type { Segment } from '../plan/booking.ts'
import { trimmed } from '../text.ts'
import { DAY_MINUTES } from '../today/clock.ts'
import { clockTimeText, timeText } from '../today/time-text.ts'
import { formatDay } from '../trip-days.ts'
import { type Connection, carrierText, fromText, type Leg, type Moment, toText } from './journey.ts'

/* What a journey says: the same on cards, in the timeline, in the calendar and in shared texts. */

/** '3 h 45', '45 min', '2 days'. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)]
  if (hours === 0) return m.journeys_minutes({ minutes: rest })
  return rest === 0
    ? m.journeys_hours({ hours })
    : m.journeys_hours_minutes({ hours, minutes: String(rest).padStart(2, '0') })
}

/** 'Toronto to Montréal'; what is known of it. */
export function routeText(segment: Pick<Segment, 'from' | 'from_code' | 'to' | 'to_code'>): string {
  const [from, to] = [fromText(segment), toText(segment)]
  return from !== '' && to !== '' ? m.journeys_route({ from, to }) : from || to
}

/** 'AC 848, Toronto to Montréal'; '' if nothing is known. */
export function legTitle(segment: Segment): string {
  return [carrierText(segment), routeText(segment)].filter(Boolean).join(', ')
}

/** '10:30 AM', '6:05 AM +1 day'; '' if it is not known. */
export function momentText({ minute }: Pick<Moment, 'minute'>, plusDays = 0): string {
  if (minute === undefined) return ''
  const time = timeText(minute)
  return plusDays === 0
    ? time
    : m.journeys_other_day({ time, sign: plusDays > 0 ? '+' : '−', days: Math.abs(plusDays) })
}

/** 'Fri, May 2'. */
export const momentDate = ({ date }: Pick<Moment, 'date'>): string => (date === '' ? '' : formatDay(date))

/** '3 h 45 in Montréal'; '' if its length is not known. */
export function waitText({ place, minutes, isStopover }: Connection): string {
  if (minutes === undefined) return ''
  const time = isStopover ? m.journeys_days({ days: Math.round(minutes / DAY_MINUTES) }) : durationText(minutes)
  return place === '' ? time : m.journeys_wait({ time, place })
}

/** What is wrong with a connection, as a sentence; '' if nothing is. */
export function connectionWarning({ trouble, minutes, place }: Connection, next: Leg, before: Leg): string {
  switch (trouble) {
    case 'impossible':
      return m.journeys_impossible({
        next: nameOf(next) || m.journeys_next_part(),
        before: nameOf(before) || m.journeys_this_part(),
      })
    case 'short':
      return m.journeys_short({ minutes: minutes ?? 0, known: place === '' ? 'no' : 'place', place })
    case 'elsewhere':
      return m.journeys_elsewhere({ arrives: placeAndCode(before, 'to'), leaves: placeAndCode(next, 'from') })
    default:
      return ''
  }
}

/** What is wrong with a leg on its own, as sentences. */
export function legWarnings({ trouble, departs, arrives }: Leg): string[] {
  const clock = (moment: Moment) => {
    if (moment.clock === 'twice') return [m.journeys_time_twice({ time: momentText(moment) })]
    return moment.clock === 'never' ? [m.journeys_time_never({ time: momentText(moment) })] : []
  }
  return [
    ...(trouble === 'arrives_before' ? [m.journeys_arrives_before()] : []),
    ...(trouble === 'too_long' ? [m.journeys_too_long()] : []),
    ...clock(departs),
    ...clock(arrives),
  ]
}

const nameOf = ({ segment }: Leg): string => carrierText(segment) || routeText(segment)

/** Where to go: 'Terminal 1', 'Gate E73'; '' for what is not known. */
export function whereFacts({ segment, type }: Pick<Leg, 'segment' | 'type'>): string[] {
  const [terminal, gate] = [trimmed(segment.terminal), trimmed(segment.gate)]
  return [terminalText(terminal), gate === '' ? '' : m.journeys_gate({ type, gate })]
}

/** When to be there: 'Check in by 9:30 AM', 'Boarding 10:05 AM'; '' for what is not known. */
export const whenFacts = ({ check_in_at, boards_at }: Pick<Segment, 'check_in_at' | 'boards_at'>): string[] => [
  check_in_at === '' ? '' : m.journeys_check_in({ time: clockTimeText(check_in_at) }),
  boards_at === '' ? '' : m.journeys_boards({ time: clockTimeText(boards_at) }),
]

export const terminalText = (terminal: string): string =>
  trimmed(terminal) === '' ? '' : m.journeys_terminal({ terminal: trimmed(terminal) })

/** Where a segment leaves: 'Toronto (YTZ)'; '' if nobody knows it. */
export const departureText = (segment: Segment): string => placeAndCode({ segment }, 'from')

/** 'Toronto (YTZ)'. */
function placeAndCode({ segment }: Pick<Leg, 'segment'>, end: 'from' | 'to'): string {
  const [name, code] = end === 'from' ? [fromText(segment), segment.from_code] : [toText(segment), segment.to_code]
  return code === '' || code === name ? name : m.journeys_airport({ name, code })
}
