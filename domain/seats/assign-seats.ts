import type { Party } from '../plan/people.ts'
import { mealIndex, type Stay, stayIn } from '../stay.ts'
import type { TripDates } from '../trip-days.ts'

export interface Rider {
  id: string
  party: string
  stay: Stay | undefined
}

/** Finds a person of the list, by id, as a rider. */
export function ridersOf(people: readonly Party[], dates: TripDates): (personId: string) => Rider {
  const riders = people.flatMap(({ id: party, persons }) =>
    persons.map((person): [string, Rider] => [person.id, { id: person.id, party, stay: stayIn(person, dates) }]),
  )
  const byId = new Map(riders)
  return (id) => byId.get(id) ?? { id, party: id, stay: undefined }
}

interface FreeCar {
  id: string
  free: number
  /** Of the driver; undefined if there is none or they are there all the time. */
  stay: Stay | undefined
  /** Whether somebody is there when it leaves. */
  suits: (rider: Rider) => boolean
}

/**
 * A free seat for each rider, by their id. A car whose driver arrives later or leaves earlier than the rider is used
 * last, and one that leaves on a day on which they are not there is not used for them. A party stays together if one
 * car that suits all of them has room.
 */
export function assignSeats(riders: readonly Rider[], cars: readonly FreeCar[]): ReadonlyMap<string, string> {
  const left = new Map(cars.map(({ id, free }) => [id, free]))
  const seats = new Map<string, string>()
  const hasRoom = (car: FreeCar, ...those: readonly Rider[]) =>
    (left.get(car.id) ?? 0) >= those.length && those.every(car.suits)
  for (const { party } of riders) {
    const open = riders.filter((rider) => rider.party === party && !seats.has(rider.id))
    const whole = cars.find((car) => hasRoom(car, ...open) && open.every(({ stay }) => covers(car.stay, stay)))
    for (const rider of open) {
      const car =
        whole ??
        cars.find((one) => hasRoom(one, rider) && covers(one.stay, rider.stay)) ??
        cars.find((one) => hasRoom(one, rider))
      if (!car) continue
      seats.set(rider.id, car.id)
      left.set(car.id, (left.get(car.id) ?? 0) - 1)
    }
  }
  return seats
}

/** Whether a driver is there from a rider's first meal to their last. */
function covers(driver: Stay | undefined, rider: Stay | undefined): boolean {
  const fromOf = (stay: Stay | undefined) => (stay?.from ? mealIndex(stay.from) : 0)
  const untilOf = (stay: Stay | undefined) => (stay?.until ? mealIndex(stay.until) : Number.POSITIVE_INFINITY)
  return !driver?.isOutside && fromOf(driver) <= fromOf(rider) && untilOf(driver) >= untilOf(rider)
}
