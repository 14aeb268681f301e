import type { OptionalLocalDate } from '../local-date.ts'
import { newSegment, type Segment } from '../plan/booking.ts'
import { newTicket, type Ticket } from '../plan/tickets.ts'

/** A flight with this title. `more` is what differs from a ticket without details. */
export function buildTicket(title: string, more: Partial<Ticket> = {}): Ticket {
  return { ...newTicket(crypto.randomUUID()), details: '', title, ...more }
}

/** A part of a journey: '2031-05-02T10:30' is what the clocks show there. */
export function buildSegment(
  from: string,
  departs: string,
  to: string,
  arrives: string,
  more: Partial<Segment> = {},
): Segment {
  const zones: Record<string, string> = {
    YYZ: 'America/Toronto',
    YUL: 'America/Toronto',
    LIS: 'Europe/Lisbon',
    AKL: 'Pacific/Auckland',
    HNL: 'Pacific/Honolulu',
  }
  const [departs_on = '', departs_at = ''] = departs.split('T')
  const [arrives_on = '', arrives_at = ''] = arrives.split('T')
  return {
    ...newSegment(crypto.randomUUID()),
    ...{ from_code: from, from_zone: zones[from] ?? '', to_code: to, to_zone: zones[to] ?? '' },
    ...{
      departs_on: departs_on as OptionalLocalDate,
      departs_at,
      arrives_on: arrives_on as OptionalLocalDate,
      arrives_at,
    },
    ...more,
  }
}
