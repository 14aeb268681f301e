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
  offers: readonly Pick<Offer, 'id'>[]
  takers: readonly Taker[]
  /** What a taker is in who needs no place. */
  none: string
}

/**
 * The people who are in no offer: those who are coming, and those whose offer is gone or who gave up their place, even
 * if they have not answered. People on the list come first, in its order.
 */
export function listWithoutPlace({ people, offers, takers, none }: Search): string[] {
  const persons = listPersons(people)
  const offered = new Set(offers.map(({ id }) => id))
  const takenBy = new Map(takers.map((taker) => [taker.id, taker.in]))
  const isLooking = (id: string) => {
    const taken = takenBy.get(id)
    return taken !== undefined && taken !== none && !offered.has(taken)
  }
  const listed = persons.filter(({ id, coming }) => {
    if (coming === 'not_coming') return false
    return isLooking(id) || (coming === 'coming' && !takenBy.has(id))
  })
  const onList = new Set(persons.map(({ id }) => id))
  const others = takers.filter(({ id }) => !onList.has(id) && isLooking(id))
  return [...listed, ...others].map(({ id }) => id)
}

/** Sends somebody to the end of a queue, with another value in the field that it goes by. */
export function withTaken<Entry extends { id: string }>(entries: readonly Entry[], entry: Entry): Entry[] {
  const isListed = entries.some(({ id }) => id === entry.id)
  return isListed ? entries.map((one) => (one.id === entry.id ? entry : one)) : [...entries, entry]
}
