import { Ticket } from 'lucide-react'
import type { EntryOf } from '#domain/day/day-entry.ts'
import { addDays } from '#domain/local-date.ts'
import { trimmed } from '#domain/text.ts'
import { dayTimeText } from '#domain/today/departure-text.ts'
import { findNextTickets } from '#domain/today/next-tickets.ts'
import { timeText } from '#domain/today/time-text.ts'
import { formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import type { TodayPlan, TodaySource } from '#web/trip-core/today.ts'

/** A family that changes planes has many tickets on one day. The Tickets tab lists all of them. */
const MAX_AHEAD = 2

/** Tickets of today and tomorrow. Before the trip those of the next day that has any: when they leave. */
export const todaySource: TodaySource = {
  icon: Ticket,
  list(plan) {
    return find(plan).map((next) => ({
      part: 'own',
      text: trimmed(next.thing.ticket.title) || m.today_ticket(),
      note: [timeOf(next, plan), next.thing.ticket.location.trim()].filter(Boolean).join(' · '),
      href: `/trip/${plan.trip.id}?tab=tickets#${next.thing.ticket.id}`,
      first: 'date',
    }))
  },
  changesAt(plan) {
    const isToday = ({ date }: NextTicket) => date === plan.clock.date
    const [next] = find(plan).flatMap((one) => (isToday(one) && one.start !== undefined ? [one.start] : []))
    return next === undefined ? undefined : next + 1
  },
}

type NextTicket = EntryOf<'tickets'>

function find({ entries, phase, clock: { date, minute } }: TodayPlan): NextTicket[] {
  const found = findNextTickets(entries, { today: date, minute, isBeforeTrip: phase.is === 'before' })
  const isAhead = found.some((next) => next.date !== undefined && next.date > addDays(date, 1))
  return isAhead ? found.slice(0, MAX_AHEAD) : found
}

/** '2:30 PM', 'tomorrow, 2:30 PM', 'Tue, Dec 8, 2:30 PM'; a time that cannot be read as it was typed. */
function timeOf({ date, start, typedTime }: NextTicket, { clock }: TodayPlan): string {
  const time = typedTime || (start === undefined ? '' : timeText(start))
  if (date === clock.date || !date) return time
  if (date !== addDays(clock.date, 1)) return dayTimeText(formatDay(date), time)
  return time ? m.today_next_tomorrow({ time }) : m.today_tomorrow_only()
}
