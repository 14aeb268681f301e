import * as m from '#messages'
import { type Car, NO_RIDE, type Rides } from '../plan/rides.ts'
import { isBlank } from '../text.ts'
import { clockTimeText } from '../today/time-text.ts'
import { quote, type SectionHistory, textChange } from './words.ts'

/** The arguments of a message about a car. Cars have no names, so its place tells which one. */
const carOf = ({ within: [{ place }] }: { within: [Omit<Car, 'id'>] }) => ({
  place: isBlank(place) ? m.history_car_nowhere() : m.history_car_from({ place: quote(place) }),
})

/** What somebody did who now has a car, or needs none; undefined if they are looking for one. */
function seatTaken(was: string, to: string): string | undefined {
  if (to === NO_RIDE) return m.history_ride_not_needed()
  if (to === '') return undefined
  return was === '' || was === NO_RIDE ? m.history_seat_taken() : m.history_seat_changed()
}

export const rides: SectionHistory<Rides> = {
  title: () => m.history_section_rides(),
  words: {
    cars: {
      insert: (change) => m.history_car_added(carOf(change)),
      remove: (change) => m.history_car_removed(carOf(change)),
      move: () => m.history_cars_moved(),
      each: {
        driver: (change) => m.history_car_driver(carOf(change)),
        seats: (change) => m.history_car_seats({ ...carOf(change), count: change.to }),
        place: (change) => m.history_car_place(textChange(change)),
        place_id: (change) => m.history_car_place_chosen(carOf(change)),
        leaves_day: (change) => m.history_car_leaves_day({ ...carOf(change), day: change.to }),
        leaves_time: (change) =>
          m.history_car_leaves_time({ ...carOf(change), time: change.to === '' ? 'none' : clockTimeText(change.to) }),
        leaves_at: (change) => m.history_car_leaves_at({ ...carOf(change), ...textChange(change) }),
        room_for_gear: (change) => m.history_car_room({ ...carOf(change), ...textChange(change) }),
      },
    },
    riders: {
      insert: ({ within: [{ car }] }) => seatTaken('', car) ?? m.history_rider_added(),
      remove: ({ into }) => (into === undefined ? m.history_rider_removed() : m.history_rider_merged()),
      each: {
        car: ({ was, to }) => seatTaken(was, to) ?? m.history_seat_given_up(),
      },
    },
  },
}
