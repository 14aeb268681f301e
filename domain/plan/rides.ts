import * as z from 'zod/mini'
import * as m from '#messages'
import { id, itemList } from '../id.ts'
import { type Queue, queue } from '../list-kinds.ts'
import { choice } from '../operations/form.ts'
import { freeText } from '../text.ts'
import { optionalDay } from './day-number.ts'
import { personId, personRef } from './person-ref.ts'
import { placeRef } from './place-ref.ts'
import { defineSection } from './section.ts'
import { optionalTimeOfDay } from './time-of-day.ts'
import { withoutPeople } from './without-people.ts'

export const MAX_SEATS = 60
export const MAX_CAR_TEXT = 500

const text = freeText(MAX_CAR_TEXT)

export const car = z.strictObject({
  id,
  driver: personRef,
  /** Including the driver's. */
  seats: z.int().check(z.minimum(1), z.maximum(MAX_SEATS)),
  /** Where it departs. */
  place: text,
  place_id: z._default(placeRef, ''),
  /** The number of the day on which it departs; 0 if nobody chose one. */
  leaves_day: z._default(optionalDay, 0),
  leaves_time: z._default(optionalTimeOfDay, ''),
  /** When it departs, in words that somebody typed in an older version: 'Friday at 3'. */
  leaves_at: text,
  room_for_gear: text,
})
export type Car = z.infer<typeof car>

/** What a rider has in place of a car if they come some other way, such as by train. */
export const NO_RIDE = 'none'
const carRef = choice(z.union([z.literal(''), z.literal(NO_RIDE), id]))

/**
 * Somebody who rides along, in a car or in none yet (''). The id is the person's, so nobody is in two cars.
 */
export const rider = z.strictObject({ id: personId, car: carRef })
export type Rider = z.infer<typeof rider>

export interface Rides {
  cars: Car[]
  riders: Queue<Rider>
}

export const rides = defineSection<Rides>({
  schema: z.strictObject({ cars: itemList(car), riders: queue(rider, { by: 'car' }) }),
  empty: { cars: [], riders: [] },
  failures: () => ({ load: m.plan_rides_load_failed(), save: m.plan_rides_save_failed() }),
  // How many cars, seats and riders who come there are. Places and times often say who somebody is.
  readers: ({ cars, riders }, notComing) => ({
    cars: cars.map(({ id: carId, seats }) => ({ ...newCar(carId, ''), seats })),
    riders: withoutPeople(riders, 'rides', notComing),
  }),
  // Riders are people: without them nobody has a seat.
  copied: (value, { with_rides }) => (with_rides === false ? { cars: [], riders: [] } : value),
})

export function newCar(carId: string, driver: string): Car {
  return {
    id: carId,
    driver,
    seats: 4,
    place: '',
    place_id: '',
    leaves_day: 0,
    leaves_time: '',
    leaves_at: '',
    room_for_gear: '',
  }
}
