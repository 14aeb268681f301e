import type { Rides } from '../plan/rides.ts'
import { assignSeats, type Rider, ridersOf } from './assign-seats.ts'
import { findAbsence, planRides } from './cars.ts'
import type { SeatPeople } from './seats.ts'

interface FreeHost {
  id: string
  free: number
  /** The person who drives it, and so has a seat in it. */
  driver: string | undefined
  /** Whether somebody should look at it first. */
  hasWarning: boolean
  /** Whether somebody is there when it is used. */
  suits: (rider: Rider) => boolean
}

/** The car or bed for each of these people, by their id, as far as seats are free. Hosts with a warning come last. */
export function assignFreeSeats(
  personIds: readonly string[],
  hosts: readonly FreeHost[],
  riderOf: (personId: string) => Rider,
): ReadonlyMap<string, string> {
  const free = hosts
    .toSorted((one, other) => Number(one.hasWarning) - Number(other.hasWarning))
    .map(({ driver, ...host }) => ({ ...host, stay: driver === undefined ? undefined : riderOf(driver).stay }))
  return assignSeats(personIds.map(riderOf), free)
}

/** The car for each person who needs a ride, by their id, as far as seats are free. */
export function proposeSeats(rides: Rides, group: SeatPeople): ReadonlyMap<string, string> {
  const { cars, without } = planRides(rides, group)
  const hosts = cars.map(({ car, isDriven, free, trouble, drivers }) => ({
    id: car.id,
    free,
    driver: isDriven ? car.driver : undefined,
    hasWarning: trouble !== undefined || drivers.length > 0,
    suits: ({ stay }: Rider) => findAbsence(car, stay) === undefined,
  }))
  return assignFreeSeats(
    without.map(({ id }) => id),
    hosts,
    ridersOf(group.people, group.dates),
  )
}
