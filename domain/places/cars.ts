import { withSet } from '../entries.ts'
import { listNotComing } from '../not-coming.ts'
import type { Party } from '../plan/people.ts'
import { type Car, NO_RIDE, type Rides } from '../plan/rides.ts'
import { listWithoutPlace, type Occupants, occupantsOf, type Taker } from './places.ts'

/** What to know about a car's driver. `left`: nobody in the trip has this id any more. */
export type DriverTrouble = 'nobody' | 'left' | 'not_coming' | 'drives_another'

export interface FilledCar extends Occupants {
  car: Car
  /** Whether its driver needs one of the seats. */
  isDriven: boolean
  trouble: DriverTrouble | undefined
  /** People who have a seat here and drive. They ride in the car that they drive. */
  drivers: string[]
}

/**
 * The cars with their riders. Everybody who drives is in the car that they drive, the first of several, whatever the
 * queue says; so nobody is in two cars. The driver needs a seat, unless they are not coming.
 * @param isKnown whether somebody is in the trip, on its list of people or not
 */
export function fillCars(
  { cars, riders }: Rides,
  people: readonly Party[],
  isKnown: (personId: string) => boolean = () => true,
): FilledCar[] {
  const notComing = listNotComing(people)
  const driven = carsByDriver(cars, notComing)
  const takers = takersOf(riders)
  const passengers = takers.filter(({ id }) => !driven.has(id))
  return cars.map((car) => {
    const isDriven = driven.get(car.driver) === car.id
    const occupants = occupantsOf({ id: car.id, places: car.seats - (isDriven ? 1 : 0) }, passengers, notComing)
    const drivers = takers.filter((taker) => taker.in === car.id && driven.has(taker.id) && taker.id !== car.driver)
    const trouble = findTrouble(car, { isDriven, notComing, isKnown })
    return { car, isDriven, trouble, drivers: drivers.map(({ id }) => id), ...occupants }
  })
}

/** The car that each driver who is coming drives: the first of several. */
function carsByDriver(cars: readonly Car[], notComing: ReadonlySet<string>): ReadonlyMap<string, string> {
  const driven = new Map<string, string>()
  for (const { id, driver } of cars)
    if (driver !== '' && !notComing.has(driver) && !driven.has(driver)) driven.set(driver, id)
  return driven
}

interface DriverState {
  isDriven: boolean
  notComing: ReadonlySet<string>
  isKnown: (personId: string) => boolean
}

function findTrouble({ driver }: Car, { isDriven, notComing, isKnown }: DriverState): DriverTrouble | undefined {
  if (driver === '') return 'nobody'
  if (!isKnown(driver)) return 'left'
  if (notComing.has(driver)) return 'not_coming'
  return isDriven ? undefined : 'drives_another'
}

/** The people who need a ride: they drive no car, have a seat in none, and have not said that they need none. */
export function listWithoutRide(rides: Rides, people: readonly Party[]): string[] {
  const driven = carsByDriver(rides.cars, listNotComing(people))
  const offers = fillCars(rides, people).map(({ car: { id }, waiting }) => ({ id, waiting }))
  const found = listWithoutPlace({ people, offers, takers: takersOf(rides.riders), none: NO_RIDE })
  return found.filter((id) => !driven.has(id))
}

/** Seats somebody in a car; '' if they look for one, `NO_RIDE` if they need none. */
export function withRider(rides: Rides, personId: string, car: string): Rides {
  return { ...rides, riders: withSet(rides.riders, { id: personId, car }) }
}

const takersOf = (riders: Rides['riders']): Taker[] => riders.map(({ id, car }) => ({ id, in: car }))
