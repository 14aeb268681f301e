import { firstInQueue } from '../list-kinds.ts'
import { listPersons, type Party } from '../plan/people.ts'

/*
 * Places that people take: seats in a car, places in a tent. Who asked first has one (a queue, decision 38), the others
 * wait. Computed from the queue and from who is coming; nothing of this is stored.
 */

/** A car or a bed. */
export interface Offer {
  id: string
  /** How many people have a place in it. */
  places: number
}

/** Somebody in the queue. The id is the person's. */
export interface Taker {
  id: string
  /** The offer's id; anything else if they are in none. */
  in: string
}

/** The people of an offer, by id, in the order in which they asked. */
export interface Occupants {
  /** They have a place. */
  inside: string[]
  waiting: string[]
  /** They are not coming, so their place is open again; theirs if they come after all. */
  notComing: string[]
  free: number
}

export function occupantsOf(
  { id, places }: Offer,
  takers: readonly Taker[],
  notComing: ReadonlySet<string>,
): Occupants {
  const coming = takers.filter((taker) => !notComing.has(taker.id))
  const all = idsOf(coming.filter((taker) => taker.in === id))
  const inside = idsOf(firstInQueue(coming, { by: 'in', is: id, count: Math.max(0, places) }))
  return {
    inside,
    waiting: all.slice(inside.length),
    notComing: idsOf(takers.filter((taker) => taker.in === id && notComing.has(taker.id))),
    free: Math.max(0, places - inside.length),
  }
}

const idsOf = (takers: readonly Taker[]): string[] => takers.map(({ id }) => id)

interface Search {
  people: readonly Party[]
  offers: readonly (Pick<Occupants, 'waiting'> & { id: string })[]
  takers: readonly Taker[]
  /** What a taker is in who needs no place. */
  none: string
}

/**
 * The people who have no place: those who are coming and asked for none, and, even if they have not answered, those
 * who wait for one, gave up theirs, or whose offer is gone. People on the list come first, in its order. Nobody is
 * looking for a place as long as nobody has offered one or asked for one.
 */
export function listWithoutPlace({ people, offers, takers, none }: Search): string[] {
  if (offers.length === 0 && takers.length === 0) return []
  const persons = listPersons(people)
  const offered = new Set(offers.map(({ id }) => id))
  const waiting = new Set(offers.flatMap((offer) => offer.waiting))
  const takenBy = new Map(takers.map((taker) => [taker.id, taker.in]))
  const isLooking = (id: string) => {
    const taken = takenBy.get(id)
    return waiting.has(id) || (taken !== undefined && taken !== none && !offered.has(taken))
  }
  const listed = persons.filter(({ id, coming }) => {
    if (coming === 'not_coming') return false
    return isLooking(id) || (coming === 'coming' && !takenBy.has(id))
  })
  const onList = new Set(persons.map(({ id }) => id))
  const others = takers.filter(({ id }) => !onList.has(id) && isLooking(id))
  return [...listed, ...others].map(({ id }) => id)
}
