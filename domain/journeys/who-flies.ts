import { listNotComing } from '../not-coming.ts'
import type { Passenger } from '../plan/booking.ts'
import { listPersons, type Party } from '../plan/people.ts'
import type { Ticket } from '../plan/tickets.ts'
import { trimmed } from '../text.ts'
import { DAY_MINUTES } from '../today/clock.ts'
import { carrierText, fromText, journeyOf, type Leg, toText } from './journey.ts'
import { travellersOf } from './travellers.ts'

/** A leg with all who take it: each may have a ticket of their own. */
export interface SharedLeg {
  /** The first ticket's. */
  ticket: Pick<Ticket, 'id' | 'type'>
  leg: Leg
  passengers: readonly Passenger[]
}

export interface WhoFlies {
  /** Those that name somebody, in the order of their departures. */
  legs: readonly SharedLeg[]
  /** The ids of people who may come and are on no leg. Empty while any leg names no one, because it may be theirs. */
  without: readonly string[]
}

export function whoFlies(tickets: readonly Ticket[], people: readonly Party[]): WhoFlies {
  const byLeg = new Map<string, { ticket: Ticket; leg: Leg; passengers: Map<string, Passenger> }>()
  const journeys = tickets.filter(({ segments }) => segments.length > 0)
  for (const ticket of journeys.filter(({ passengers }) => passengers.length > 0))
    for (const leg of journeyOf(ticket).legs) {
      const key = keyOf(ticket, leg)
      const known = byLeg.get(key) ?? { ticket, leg, passengers: new Map() }
      for (const one of ticket.passengers) {
        const who = one.person_id || trimmed(one.name)
        if (who !== '' && !known.passengers.has(who)) known.passengers.set(who, one)
      }
      byLeg.set(key, known)
    }
  const legs = [...byLeg.values()]
    .filter(({ passengers }) => passengers.size > 0)
    .toSorted(({ leg: one }, { leg: other }) => compare(one.departs, other.departs))
    .map(({ ticket, leg, passengers }) => ({ ticket, leg, passengers: [...passengers.values()] }))
  return { legs, without: legs.length > 0 ? listWithout(journeys, people) : [] }
}

function listWithout(journeys: readonly Ticket[], people: readonly Party[]): string[] {
  const travelling = journeys.map(travellersOf)
  if (travelling.includes(undefined)) return []
  const [flying, away] = [new Set(travelling.flatMap((ids) => ids ?? [])), listNotComing(people)]
  return listPersons(people).flatMap(({ id }) => (flying.has(id) || away.has(id) ? [] : [id]))
}

/** The same for the same part of the way at the same time. */
const keyOf = ({ type }: Ticket, { segment, departs }: Leg) =>
  [
    type,
    carrierText(segment).replaceAll(/\s/g, '').toLowerCase(),
    segment.from_code || fromText(segment),
    segment.to_code || toText(segment),
    departs.date,
    departs.minute,
  ].join('\n')

/** What has no date comes last. */
const LAST = '9999-99-99'
const compare = (one: Leg['departs'], other: Leg['departs']): number =>
  (one.date || LAST).localeCompare(other.date || LAST) || (one.minute ?? DAY_MINUTES) - (other.minute ?? DAY_MINUTES)
