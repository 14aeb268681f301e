import { withSet } from '../entries.ts'
import { listNotComing } from '../not-coming.ts'
import { type Bed, type Beds, NO_BED } from '../plan/beds.ts'
import { listPersons, type Party, type Person } from '../plan/people.ts'
import { spendsNight, stayIn } from '../stay.ts'
import type { TripDates } from '../trip-days.ts'
import { listWithoutSeat, type Occupants, occupantsOf, type SeatPeople, type Taker, type WithoutSeat } from './seats.ts'

export interface FilledBed extends Occupants {
  bed: Bed
}

export interface BedPlan {
  beds: FilledBed[]
  /** The people who have no bed or wait for one, spend a night on the trip, and have not said that they need none. */
  without: WithoutSeat[]
}

/** Who sleeps in which bed, and who has none. Somebody who spends no night on the trip needs no bed. */
export function planBeds({ beds, sleepers }: Beds, { people, dates, isKnown }: SeatPeople): BedPlan {
  const notComing = listNotComing(people)
  const away = listNightless(people, dates)
  const takers = sleepers.filter(({ id }) => isKnown(id)).map(({ id, bed }): Taker => ({ id, in: bed }))
  const filled = beds.map((bed): FilledBed => {
    const offer = { id: bed.id, seats: bed.places, isAway: (id: string) => away.has(id) }
    return { bed, ...occupantsOf(offer, takers, notComing) }
  })
  const without = listWithoutSeat({
    people,
    offers: filled.map(({ bed: { id }, ...occupants }) => ({ id, ...occupants })),
    takers,
    none: NO_BED,
    isNeeded: ({ id }) => !away.has(id),
  })
  return { beds: filled, without }
}

/** How many people who are coming need a bed, and how many the beds have room for. */
export function countBeds(
  { beds, sleepers }: Beds,
  { people, dates }: Pick<SeatPeople, 'people' | 'dates'>,
): { people: number; places: number } {
  const without = new Set(sleepers.filter(({ bed }) => bed === NO_BED).map(({ id }) => id))
  const away = listNightless(people, dates)
  const isSleeping = ({ id, coming }: Person) => coming === 'coming' && !without.has(id) && !away.has(id)
  return {
    people: listPersons(people).filter(isSleeping).length,
    places: beds.reduce((sum, bed) => sum + bed.places, 0),
  }
}

/** The ids of those who spend no night on the trip. */
function listNightless(people: readonly Party[], dates: TripDates): Set<string> {
  return new Set(
    listPersons(people)
      .filter((person) => !spendsNight(stayIn(person, dates), dates))
      .map(({ id }) => id),
  )
}

/** Gives somebody a bed; '' if they look for one, `NO_BED` if they need none. */
export function withSleeper(beds: Beds, personId: string, bed: string): Beds {
  return { ...beds, sleepers: withSet(beds.sleepers, { id: personId, bed }) }
}
