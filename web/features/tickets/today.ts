import { Ticket } from 'lucide-react'
import type { DayThing, EntryOf } from '#domain/day/day-entry.ts'
import { departureText, legTitle } from '#domain/journeys/journey-words.ts'
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
      text: textOf(next),
      note: [timeOf(next, plan), placeOf(next)].filter(Boolean).join(' · '),
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

function find({ trip, entries, me, phase, clock: { date, minute } }: TodayPlan): NextTicket[] {
  // The parts of an air trip's journey have a card of their own, in web/pages/trip/next-leg-card.tsx.
  const hasCard = (thing: DayThing) => trip.type === 'air_travel' && isLeg(thing)
  const listed = entries.filter(({ thing, people }) => !hasCard(thing) && (!people || people.includes(me)))
  const found = findNextTickets(listed, { today: date, minute, isBeforeTrip: phase.is === 'before' })
  const isAhead = found.some((next) => next.date !== undefined && next.date > addDays(date, 1))
  return isAhead ? found.slice(0, MAX_AHEAD) : found
}

const isLeg = (thing: DayThing) => thing.of === 'tickets' && thing.part !== undefined

/** 'AC 848, Toronto to Montréal', or the title of the ticket. */
function textOf({ thing: { part, ticket } }: NextTicket): string {
  return (part && legTitle(part.leg.segment)) || trimmed(ticket.title) || m.today_ticket()
}

const placeOf = ({ thing: { part, ticket } }: NextTicket) =>
  part ? departureText(part.leg.segment) : ticket.location.trim()

/** '2:30 PM', 'tomorrow, 2:30 PM', 'Tue, Dec 8, 2:30 PM'; a time that cannot be read as it was typed. */
function timeOf({ date, start, typedTime }: NextTicket, { clock }: TodayPlan): string {
  const time = typedTime || (start === undefined ? '' : timeText(start))
  if (date === clock.date || !date) return time
  if (date !== addDays(clock.date, 1)) return dayTimeText(formatDay(date), time)
  return time ? m.today_next_tomorrow({ time }) : m.today_tomorrow_only()
}
