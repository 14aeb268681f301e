import { firstInQueue } from '../list-kinds.ts'
import { listPersons, type Party, type Person } from '../plan/people.ts'
import type { TripDates } from '../trip-days.ts'

/*
 * Seats that people take: in a car, or in a bed, where texts say 'place'. Who asked first has one (a queue, decision
 * 38), the others wait. Computed from the queue and from who is coming and when; nothing of this is stored, so somebody
 * who has no seat for now keeps their position.
 */

/** The people of a trip, as far as seats depend on them. */
export interface SeatPeople {
  people: readonly Party[]
  dates: TripDates
  /** Whether somebody is in the trip, on its list of people or not. */
  isKnown: (personId: string) => boolean
}

/** A car or a bed. */
export interface Offer {
  id: string
  /** How many people have a seat in it. */
  seats: number
  /** Whether nobody has a seat in it for now: its driver is missing. */
  isClosed?: boolean
  /** Whether somebody is not on the trip when it is used. */
  isAway?: (personId: string) => boolean
}

/** Somebody in the queue. The id is the person's. */
export interface Taker {
  id: string
  /** The offer's id; anything else if they are in none. */
  in: string
}

/** The people of an offer, by id, in the order in which they asked. Each of them is in one of the lists. */
export interface Occupants {
  /** They have a seat. */
  inside: string[]
  waiting: string[]
  /** They are not coming, so their seat is open again; theirs if they come after all. */
  notComing: string[]
  /** They are not there when it is used, so their seat is open; theirs if their days change. */
  away: string[]
  /** Nobody has a seat in it for now. They have theirs again once that ends. */
  stranded: string[]
  free: number
}

export function occupantsOf(
  { id, seats, isClosed = false, isAway = () => false }: Offer,
  takers: readonly Taker[],
  notComing: ReadonlySet<string>,
): Occupants {
  const all = takers.filter((taker) => taker.in === id)
  const coming = all.filter((taker) => !notComing.has(taker.id))
  const there = isClosed ? [] : coming.filter((taker) => !isAway(taker.id))
  const inside = firstInQueue(there, { by: 'in', is: id, count: Math.max(0, seats) })
  return {
    inside: idsOf(inside),
    waiting: idsOf(there.slice(inside.length)),
    notComing: idsOf(all.filter((taker) => notComing.has(taker.id))),
    away: isClosed ? [] : idsOf(coming.filter((taker) => isAway(taker.id))),
    stranded: isClosed ? idsOf(coming) : [],
    free: isClosed ? 0 : Math.max(0, seats - inside.length),
  }
}

const idsOf = (takers: readonly Taker[]): string[] => takers.map(({ id }) => id)

const reasons = ['waiting', 'away', 'stranded'] as const

/** Somebody who has no seat, and why. */
export type WithoutSeat =
  /** They asked for none, gave theirs up, or what they were in is gone. */
  | { id: string; why: 'none' }
  /** `in`: the id of the offer whose queue they are in. */
  | { id: string; why: (typeof reasons)[number]; in: string }

interface Search {
  people: readonly Party[]
  offers: readonly (Omit<Occupants, 'free'> & { id: string })[]
  takers: readonly Taker[]
  /** What a taker is in who needs no seat. */
  none: string
  /** Whether somebody on the list needs a seat at all. */
  isNeeded: (person: Person) => boolean
}

/**
 * The people who have no seat: those who are coming and asked for none, and, even if they have not answered, those
 * who have none in the offer that they asked for, gave theirs up, or whose offer is gone. People on the list come
 * first, in its order. Nobody is looking for a seat as long as nobody has offered one or asked for one.
 */
export function listWithoutSeat({ people, offers, takers, none, isNeeded }: Search): WithoutSeat[] {
  if (offers.length === 0 && takers.length === 0) return []
  const persons = listPersons(people)
  const offered = new Set(offers.map(({ id }) => id))
  const asked = new Set(takers.map(({ id }) => id))
  const looking = new Map<string, WithoutSeat>()
  for (const taker of takers)
    if (taker.in !== none && !offered.has(taker.in)) looking.set(taker.id, { id: taker.id, why: 'none' })
  for (const offer of offers)
    for (const why of reasons) for (const id of offer[why]) looking.set(id, { id, why, in: offer.id })
  const listed = persons.flatMap((person): WithoutSeat[] => {
    const { id, coming } = person
    if (coming === 'not_coming' || !isNeeded(person)) return []
    const found = looking.get(id)
    if (found) return [found]
    return coming === 'coming' && !asked.has(id) ? [{ id, why: 'none' }] : []
  })
  const onList = new Set(persons.map(({ id }) => id))
  return [...listed, ...[...looking.values()].filter(({ id }) => !onList.has(id))]
}
