import type { FilledCar, Ride } from '#domain/seats/cars.ts'
import { dayName, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import type { Names } from '#web/trip-core/people/names.ts'
import { whoseCar } from './whose-car.ts'

/** Why somebody needs another ride than the one they asked for; '' if they wait for it, or asked for none. */
export function whyAnother(ride: Ride & { is: 'missing' }, names: Names, dates: TripDates): string {
  if (ride.why === 'stranded') return whyNoSeats(ride.car, names)
  if (ride.why !== 'away') return ''
  const { driver, leaves_day } = ride.car.car
  return m.rides_why_day({
    car: m.rides_car_in_sentence(whoseCar(driver, names)),
    day: dayName(dates, leaves_day),
  })
}

function whyNoSeats({ car: { driver }, trouble }: FilledCar, { me, nameOf }: Names): string {
  const who = { who: driver === me ? 'me' : 'other', name: nameOf(driver) }
  if (trouble === 'left') return m.rides_why_left()
  return trouble === 'drives_another' ? m.rides_why_elsewhere(who) : m.rides_why_not_coming(who)
}
