import { CarFront } from 'lucide-react'
import { listText } from '#domain/list-text.ts'
import { fillCars, listWithoutRide } from '#domain/places/cars.ts'
import type { Car } from '#domain/plan/rides.ts'
import { findDeparture, findWayBack, hasLeft, isWayThere } from '#domain/today/car-departure.ts'
import { DAY_MINUTES, isBefore } from '#domain/today/clock.ts'
import { whereAndWhen } from '#domain/today/departure-text.ts'
import * as m from '#messages'
import { whoseCar } from '../../../group/rides/whose-car.ts'
import type { TodayLine, TodayPlan, TodaySource } from '../today-plan.ts'

/** The person's ride: until it has left, and again for the way back. */
export const ridesSource: TodaySource = {
  sections: ['rides'],
  icon: CarFront,
  list(plan) {
    const { trip, phase, rides, people, dates, clock, me, nameOf } = plan
    if (phase.is === 'after' || rides.cars.length === 0) return []
    const href = `/trip/${trip.id}/group?tab=rides`
    const line = (text: string, id: string, ...notes: string[]): TodayLine => {
      const note = notes.filter(Boolean).join(' · ')
      return { part: 'own', text, note, href: id ? `${href}#${id}` : href, first: 'date' }
    }
    const carOf = (car: Car) => m.rides_car_in_sentence(whoseCar(car.driver, { me, nameOf }))
    const { cars, own, seat } = findRide(plan)
    const ride = own ?? seat
    const isThere = isWayThere(dates, ride?.car, clock)
    const back = findWayBack(dates)
    const isBack = back !== undefined && !isBefore(clock, back)
    if (!isThere && !isBack) return []
    // What people typed is about the way there.
    const car = ride && (isBack ? { ...ride.car, leaves_at: '' } : ride.car)
    const departure = car && isThere && (!isBack || car.leaves_day > 0) ? whereAndWhen(car, dates) : []
    if (own) {
      const riders = own.inside.length > 0 ? m.today_ride_with({ people: listText(own.inside.map(nameOf)) }) : ''
      return [line(m.today_ride_drive(), own.car.id, ...departure, riders)]
    }
    if (seat) return [line(m.today_ride({ car: carOf(seat.car) }), seat.car.id, ...departure)]
    // Later, nobody needs a ride any more.
    if (!isThere) return []
    const queue = cars.find(({ waiting }) => waiting.includes(me))
    if (queue) return [{ ...line(m.today_ride_waiting({ car: carOf(queue.car) }), queue.car.id), isOpen: true }]
    return listWithoutRide(rides, people).includes(me) ? [{ ...line(m.today_ride_none(), ''), isOpen: true }] : []
  },
  changesAt(plan) {
    const { dates, clock } = plan
    const { own, seat, leaves } = findRide(plan)
    if (!own && !seat) return undefined
    const back = findWayBack(dates)
    const minutes = [
      ...(leaves?.date === clock.date && !hasLeft(leaves, clock) ? [leaves.minute + 1] : []),
      ...(back?.date === clock.date && isBefore(clock, back) ? [back.minute] : []),
    ].filter((minute) => minute < DAY_MINUTES)
    return minutes.length > 0 ? Math.min(...minutes) : undefined
  },
}

/** The car that the person drives, and the one in which they have a seat. */
function findRide({ rides, people, me, dates }: Pick<TodayPlan, 'rides' | 'people' | 'me' | 'dates'>) {
  const cars = fillCars(rides, people)
  const own = cars.find(({ car, isDriven }) => isDriven && car.driver === me)
  const seat = cars.find(({ inside }) => inside.includes(me))
  const ride = own ?? seat
  return { cars, own, seat, leaves: ride && findDeparture(ride.car, dates.departure_date) }
}
