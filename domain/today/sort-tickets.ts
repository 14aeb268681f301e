import type { LocalDate, OptionalLocalDate } from '../local-date.ts'
import type { Ticket } from '../plan/tickets.ts'
import { parseTime } from '../typed-time.ts'
import { readTicketTime } from './ticket-time.ts'

/** When something is that is listed among the tickets. */
export interface ListedTime {
  /** On which it begins; '' if nobody entered it. */
  date: OptionalLocalDate
  /** After which it is past. */
  lastDate: OptionalLocalDate
  /** Minutes since midnight; undefined for sometime on that day. */
  minute: number | undefined
}

/**
 * Tickets, and what is listed among them, as people need them: first those still to come by time, then those without a
 * date, then past ones. What is at the same time stays as given.
 */
export function sortByTime<Item>(items: readonly Item[], timeOf: (item: Item) => ListedTime, today: LocalDate): Item[] {
  const groupOf = ({ date, lastDate }: ListedTime) => (date === '' ? 1 : lastDate < today ? 2 : 0)
  return items
    .map((item) => ({ item, time: timeOf(item) }))
    .toSorted(
      ({ time: one }, { time: other }) =>
        groupOf(one) - groupOf(other) ||
        one.date.localeCompare(other.date) ||
        (one.minute ?? Number.MAX_VALUE) - (other.minute ?? Number.MAX_VALUE),
    )
    .map(({ item }) => item)
}

/** When a ticket begins: its first part, or as typed. It is past once its last part is. */
export function timeOfTicket(ticket: Ticket): ListedTime {
  const first = ticket.segments.find(({ departs_on }) => departs_on !== '')
  const minute = first ? parseTime(first.departs_at) : readTicketTime(ticket)?.start
  const date = first ? first.departs_on : ticket.date
  const dates = ticket.segments.flatMap(({ departs_on, arrives_on }) => [departs_on, arrives_on])
  const lastDate = dates.reduce((last, one) => (one > last ? one : last), date)
  return { date, lastDate, minute }
}
