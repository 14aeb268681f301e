import * as m from '#messages'
import { listText } from '../list-text.ts'
import type { Passenger } from '../plan/booking.ts'
import type { Ticket } from '../plan/tickets.ts'
import { trimmed } from '../text.ts'
import { formatDayWithYear } from '../trip-days.ts'
import { journeyOf, type Leg } from './journey.ts'
import {
  connectionWarning,
  durationText,
  legTitle,
  legWarnings,
  momentDate,
  momentText,
  waitText,
  whenFacts,
  whereFacts,
} from './journey-words.ts'
import { typedBeside } from './typed-beside.ts'

/*
 * A ticket as a text to send. People who get it can neither use the ticket nor see what it cost.
 */

/** @param nameOf how each passenger is called in a text for others */
export function ticketText(ticket: Ticket, nameOf: (passenger: Passenger) => string): string {
  const { date, time, location } = typedBeside(ticket)
  const names = ticket.passengers.map(nameOf).filter(Boolean)
  const number = trimmed(ticket.confirmationNumber)
  const typed = [date && formatDayWithYear(date), trimmed(time), trimmed(location)]
  return [
    [trimmed(ticket.title), typed.filter(Boolean).join(' · ')],
    ...journeyLines(ticket),
    [
      number && m.passes_share_number({ number }),
      names.length > 0 ? m.passes_share_people({ count: names.length, names: listText(names) }) : '',
    ],
  ]
    .map((lines) => lines.filter(Boolean).join('\n'))
    .filter(Boolean)
    .join('\n\n')
}

/** Each leg, and between them the wait, as paragraphs. */
function journeyLines(ticket: Pick<Ticket, 'segments' | 'type'>): string[][] {
  const { legs, connections } = journeyOf(ticket)
  return legs.flatMap((leg, index) => {
    const [connection, next] = [connections[index], legs[index + 1]]
    const between =
      connection && next ? [waitText(connection), connectionWarning(connection, next, leg)].filter(Boolean) : []
    return [legLines(leg), between]
  })
}

function legLines(leg: Leg): string[] {
  const { segment, departs, arrives, plusDays, minutes } = leg
  const [starts, ends] = [momentText(departs), momentText(arrives, plusDays)]
  const times =
    starts && ends ? m.passes_share_times({ starts, ends }) : starts || (ends && m.journeys_arrives_at({ time: ends }))
  const lasts = minutes === undefined ? '' : durationText(minutes)
  return [legTitle(segment), [momentDate(departs), times, lasts].filter(Boolean).join(' · '), legFacts(leg).join(' · ')]
    .concat(legWarnings(leg))
    .filter(Boolean)
}

/** 'Terminal 1', 'Gate E73', 'Check in by 9:30 AM': what is known of where to go. */
export function legFacts(leg: Pick<Leg, 'segment' | 'type'>): string[] {
  const arrival = trimmed(leg.segment.arrival_terminal)
  return [
    ...whereFacts(leg),
    ...whenFacts(leg.segment),
    arrival ? m.passes_arrival_terminal({ terminal: arrival }) : '',
  ].filter(Boolean)
}
