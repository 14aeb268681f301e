import { withSet } from '../entries.ts'
import { listNotComing } from '../not-coming.ts'
import { type Bed, type Beds, NO_BED } from '../plan/beds.ts'
import { listPersons, type Party } from '../plan/people.ts'
import { listWithoutPlace, type Occupants, occupantsOf, type Taker } from './places.ts'

export interface FilledBed extends Occupants {
  bed: Bed
}

/** The beds with those who sleep in them. */
export function fillBeds({ beds, sleepers }: Beds, people: readonly Party[]): FilledBed[] {
  const notComing = listNotComing(people)
  const takers = takersOf(sleepers)
  return beds.map((bed) => ({ bed, ...occupantsOf(bed, takers, notComing) }))
}

/** The people who have no bed or wait for one, and have not said that they need none. */
export function listWithoutBed(beds: Beds, people: readonly Party[]): string[] {
  const offers = fillBeds(beds, people).map(({ bed: { id }, waiting }) => ({ id, waiting }))
  return listWithoutPlace({ people, offers, takers: takersOf(beds.sleepers), none: NO_BED })
}

/** How many people who are coming need a place to sleep, and how many places there are. */
export function countPlaces({ beds, sleepers }: Beds, people: readonly Party[]): { people: number; places: number } {
  const without = new Set(sleepers.filter(({ bed }) => bed === NO_BED).map(({ id }) => id))
  const sleeping = listPersons(people).filter(({ id, coming }) => coming === 'coming' && !without.has(id))
  return { people: sleeping.length, places: beds.reduce((sum, bed) => sum + bed.places, 0) }
}

/** Gives somebody a bed; '' if they look for one, `NO_BED` if they need none. */
export function withSleeper(beds: Beds, personId: string, bed: string): Beds {
  return { ...beds, sleepers: withSet(beds.sleepers, { id: personId, bed }) }
}

const takersOf = (sleepers: Beds['sleepers']): Taker[] => sleepers.map(({ id, bed }) => ({ id, in: bed }))
