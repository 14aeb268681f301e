import { withSet } from '../entries.ts'
import { listNotComing } from '../not-coming.ts'
import { listPersons } from '../plan/people.ts'
import { type Car, NO_RIDE, type Rides } from '../plan/rides.ts'
import { mealIndex, type Stay, stayIn } from '../stay.ts'
import { listWithoutSeat, type Occupants, occupantsOf, type SeatPeople, type Taker, type WithoutSeat } from './seats.ts'

/*
 * Who has a seat, and who needs a ride and why.
 * Job: the one place that decides it, for every screen and text.
 * Invariants: everybody who drives is in the car that they drive, the first of several, whatever the queue says; so
 *   nobody is in two cars. A car whose driver does not drive it has no seats, but its riders keep their positions. A
 *   car without a driver has seats: somebody will drive it. Nobody has a seat in a car that leaves on a day on which
 *   they are not there.
 */

/** What to know about a car's driver. `left`: nobody in the trip has this id any more. */
export type DriverTrouble = 'nobody' | 'left' | 'not_coming' | 'drives_another'

export interface FilledCar extends Occupants {
  car: Car
  /** Whether its driver needs one of the seats. */
  isDriven: boolean
  trouble: DriverTrouble | undefined
  /** Whether it has no seats for now, because its driver does not drive it. */
  isClosed: boolean
  /** People who have a seat here and drive. They ride in the car that they drive. */
  drivers: string[]
}

export interface RidePlan {
  cars: FilledCar[]
  /** The people who need a ride: they drive no car, have a seat in none, and have not said that they need none. */
  without: WithoutSeat[]
}

export function planRides({ cars, riders }: Rides, { people, dates, isKnown }: SeatPeople): RidePlan {
  const notComing = listNotComing(people)
  const driven = carsByDriver(cars, (id) => isKnown(id) && !notComing.has(id))
  const stays = new Map(listPersons(people).map((person) => [person.id, stayIn(person, dates)]))
  // Somebody who has left the trip has their seat again if they join again.
  const takers = riders.filter(({ id }) => isKnown(id)).map(({ id, car }): Taker => ({ id, in: car }))
  const passengers = takers.filter(({ id }) => !driven.has(id))
  const filled = cars.map((car): FilledCar => {
    const isDriven = driven.get(car.driver) === car.id
    const trouble = findTrouble(car, { isDriven, notComing, isKnown })
    const isClosed = trouble !== undefined && trouble !== 'nobody'
    const isAway = (id: string) => findAbsence(car, stays.get(id)) !== undefined
    const offer = { id: car.id, seats: car.seats - (isDriven ? 1 : 0), isClosed, isAway }
    const drivers = takers.filter((taker) => taker.in === car.id && driven.has(taker.id) && taker.id !== car.driver)
    return {
      car,
      isDriven,
      trouble,
      isClosed,
      drivers: drivers.map(({ id }) => id),
      ...occupantsOf(offer, passengers, notComing),
    }
  })
  const without = listWithoutSeat({
    people,
    offers: filled.map(({ car: { id }, ...occupants }) => ({ id, ...occupants })),
    takers: passengers,
    none: NO_RIDE,
    isNeeded: ({ id }) => !driven.has(id),
  })
  return { cars: filled, without }
}

/** The car that each driver drives: the first of several. */
function carsByDriver(cars: readonly Car[], canDrive: (personId: string) => boolean): ReadonlyMap<string, string> {
  const driven = new Map<string, string>()
  for (const { id, driver } of cars)
    if (driver !== '' && canDrive(driver) && !driven.has(driver)) driven.set(driver, id)
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

const NOON = '12:00'

/** That somebody arrives after a car has left, or has gone by then. */
export type AbsenceFromCar = { is: 'not_yet' | 'no_longer'; day: number }

/**
 * Why somebody cannot ride in a car on its day; undefined if they can, or if nobody knows. Only meals are known, so
 * somebody whose first meal is the next breakfast can ride in the afternoon or at night, and somebody whose last meal
 * was the dinner before can ride in the morning. A car without a time may leave at any time of its day.
 */
export function findAbsence(
  { leaves_day, leaves_time }: Pick<Car, 'leaves_day' | 'leaves_time'>,
  stay: Stay | undefined,
): AbsenceFromCar | undefined {
  if (leaves_day === 0 || !stay || stay.isOutside) return undefined
  const { from, until } = stay
  const isMorning = leaves_time === '' || leaves_time < NOON
  const isLater = leaves_time === '' || leaves_time >= NOON
  const first = mealIndex({ day: leaves_day, meal: 'breakfast' }) - (isMorning ? 1 : 0)
  const last = mealIndex({ day: leaves_day, meal: 'dinner' }) + (isLater ? 1 : 0)
  if (from && mealIndex(from) > last) return { is: 'not_yet', day: from.day }
  if (until && mealIndex(until) < first) return { is: 'no_longer', day: until.day }
  return undefined
}

/** How somebody travels; undefined if they need no ride, or nobody knows yet whether they do. */
export type Ride =
  | { is: 'driving' | 'riding'; car: FilledCar }
  | { is: 'missing'; why: 'none' }
  | { is: 'missing'; why: Exclude<WithoutSeat['why'], 'none'>; car: FilledCar }

export function findRide({ cars, without }: RidePlan, personId: string): Ride | undefined {
  const driven = cars.find(({ car, isDriven }) => isDriven && car.driver === personId)
  if (driven) return { is: 'driving', car: driven }
  const seat = cars.find(({ inside }) => inside.includes(personId))
  if (seat) return { is: 'riding', car: seat }
  const need = without.find(({ id }) => id === personId)
  if (!need || need.why === 'none') return need && { is: 'missing', why: need.why }
  const car = cars.find((one) => one.car.id === need.in)
  return car && { is: 'missing', why: need.why, car }
}

/** Seats somebody in a car; '' if they look for one, `NO_RIDE` if they need none. */
export function withRider(rides: Rides, personId: string, car: string): Rides {
  return { ...rides, riders: withSet(rides.riders, { id: personId, car }) }
}
