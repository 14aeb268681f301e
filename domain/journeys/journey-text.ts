import * as m from '#messages'
import { listText } from '../list-text.ts'
import { formatLocalDate } from '../local-date.ts'
import type { Passenger } from '../plan/booking.ts'
import type { Ticket } from '../plan/tickets.ts'
import { trimmed } from '../text.ts'
import { clockTimeText } from '../today/time-text.ts'
import { journeyOf, type Leg } from './journey.ts'
import {
  connectionWarning,
  durationText,
  legTitle,
  legWarnings,
  momentDate,
  momentText,
  waitText,
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
  const typed = [date && formatLocalDate(date, 'en-CA', LONG_DATE), trimmed(time), trimmed(location)]
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

const LONG_DATE: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }

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
export function legFacts({ segment, type }: Pick<Leg, 'segment' | 'type'>): string[] {
  const [terminal, gate, arrival] = [segment.terminal, segment.gate, segment.arrival_terminal].map(trimmed)
  return [
    terminal ? m.journeys_terminal({ terminal }) : '',
    gate ? m.journeys_gate({ type, gate }) : '',
    segment.check_in_at === '' ? '' : m.journeys_check_in({ time: clockTimeText(segment.check_in_at) }),
    segment.boards_at === '' ? '' : m.journeys_boards({ time: clockTimeText(segment.boards_at) }),
    arrival ? m.passes_arrival_terminal({ terminal: arrival }) : '',
  ].filter(Boolean)
}
