import type { Rides } from '#domain/plan/rides.ts'
import { findRide, planRides } from '#domain/seats/cars.ts'
import { isBlank } from '#domain/text.ts'
import * as m from '#messages'
import type { Promised, PromisedPlan, PromiseSource } from '#web/trip-core/promises.ts'
import { whoseCar } from './whose-car.ts'
import { whyAnother } from './why-another.ts'

export const promiseSource: PromiseSource = {
  title: m.history_section_rides,
  list: ({ view, ...plan }, personId) => view.values.rides && listRides(view.values.rides, plan, personId),
}

function listRides(rides: Rides, plan: Omit<PromisedPlan, 'view'>, personId: string): Promised[] {
  const { cars, without } = planRides(rides, plan)
  const drives = cars
    .filter(({ car }) => car.driver === personId)
    .map(({ car: { place }, isDriven, waiting, stranded }) => ({
      text: m.promises_drives({ from: isBlank(place) ? 'anywhere' : 'somewhere', place: place.trim() }),
      waiting: isDriven ? waiting : [],
      stranded,
    }))
  const ride = findRide({ cars, without }, personId)
  const seats = cars.flatMap(({ car, inside, waiting, notComing }) => {
    const rideIn = whoseCar(car.driver, plan)
    if (inside.includes(personId) || notComing.includes(personId)) return [{ text: m.promises_seat(rideIn), waiting }]
    return waiting.includes(personId) ? [{ text: m.promises_waits_for_seat(rideIn) }] : []
  })
  const why = ride?.is === 'missing' ? whyAnother(ride, plan, plan.dates) : ''
  return [...drives, ...seats, ...(why ? [{ text: m.promises_needs_ride({ why }) }] : [])]
}
