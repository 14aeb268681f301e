import type { Party } from '../plan/people.ts'
import type { Rides } from '../plan/rides.ts'
import type { TripDates } from '../trip-days.ts'
import { assignSeats, type Rider, ridersOf } from './assign-seats.ts'
import { fillCars, listWithoutRide } from './cars.ts'

interface FreeHost {
  id: string
  free: number
  /** The person who drives it, and so has a place in it. */
  driver: string | undefined
  /** Whether somebody should look at it first. */
  hasWarning: boolean
}

/** The car or bed for each of these people, by their id, as far as places are free. Hosts with a warning come last. */
export function assignPlaces(
  personIds: readonly string[],
  hosts: readonly FreeHost[],
  riderOf: (personId: string) => Rider,
): ReadonlyMap<string, string> {
  const free = hosts
    .toSorted((one, other) => Number(one.hasWarning) - Number(other.hasWarning))
    .map(({ id, free, driver }) => ({ id, free, stay: driver === undefined ? undefined : riderOf(driver).stay }))
  return assignSeats(personIds.map(riderOf), free)
}

/**
 * The car for each person who needs a ride, by their id, as far as seats are free.
 * @param isKnown whether somebody is in the trip
 */
export function proposeSeats(
  rides: Rides,
  people: readonly Party[],
  dates: TripDates,
  isKnown: (personId: string) => boolean,
): ReadonlyMap<string, string> {
  const cars = fillCars(rides, people, isKnown).map(({ car, isDriven, free, trouble, drivers }) => ({
    id: car.id,
    free,
    driver: isDriven ? car.driver : undefined,
    hasWarning: trouble !== undefined || drivers.length > 0,
  }))
  return assignPlaces(listWithoutRide(rides, people).filter(isKnown), cars, ridersOf(people, dates))
}
