import type { Party } from '../plan/people.ts'
import type { Rides } from '../plan/rides.ts'
import type { TripDates } from '../trip-days.ts'
import { assignSeats, ridersOf } from './assign-seats.ts'
import { fillCars, listWithoutRide } from './cars.ts'

/** The car for each person who needs a ride, by their id, as far as seats are free. Cars without a driver come last. */
export function proposeSeats(rides: Rides, people: readonly Party[], dates: TripDates): ReadonlyMap<string, string> {
  const riderOf = ridersOf(people, dates)
  const cars = fillCars(rides, people).toSorted((one, other) => Number(!one.isDriven) - Number(!other.isDriven))
  const free = cars.map(({ car, isDriven, free }) => ({
    id: car.id,
    free,
    stay: isDriven ? riderOf(car.driver).stay : undefined,
  }))
  return assignSeats(listWithoutRide(rides, people).map(riderOf), free)
}
