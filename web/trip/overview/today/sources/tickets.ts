import { Ticket } from 'lucide-react'
import { addDays } from '#domain/local-date.ts'
import { findNextTickets, type NextTicket } from '#domain/today/next-tickets.ts'
import { timeText } from '#domain/today/time-text.ts'
import * as m from '#messages'
import type { TodayPlan, TodaySource } from '../today-plan.ts'

/** Tickets of today and tomorrow, also on the day before the departure. */
export const ticketsSource: TodaySource = {
  sections: ['tickets'],
  icon: Ticket,
  list(plan) {
    return find(plan).map((next) => ({
      part: 'own',
      text: next.ticket.title.trim() || m.today_ticket(),
      note: [timeOf(next), next.ticket.location.trim()].filter(Boolean).join(' · '),
      href: `/trip/${plan.trip.id}?tab=tickets`,
      first: 'date',
    }))
  },
  changesAt(plan) {
    const [next] = find(plan).flatMap(({ start, isTomorrow }) => (isTomorrow || start === undefined ? [] : [start]))
    return next === undefined ? undefined : next + 1
  },
}

function find({ tickets, clock: { date, minute } }: TodayPlan): NextTicket[] {
  return findNextTickets(tickets, { today: date, tomorrow: addDays(date, 1), minute })
}

/** '2:30 PM', 'tomorrow, 2:30 PM'; a time that cannot be read as it was typed. */
function timeOf({ ticket, start, isTomorrow }: NextTicket): string {
  const time = start === undefined ? ticket.time.trim() : timeText(start)
  if (!isTomorrow) return time
  return time ? m.today_next_tomorrow({ time }) : m.today_tomorrow_only()
}
