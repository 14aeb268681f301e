import { CarFront } from 'lucide-react'
import { listText } from '#domain/list-text.ts'
import { fillCars, listWithoutRide } from '#domain/places/cars.ts'
import type { Car } from '#domain/plan/rides.ts'
import { hasLeft, isRideTime, readDeparture } from '#domain/today/car-departure.ts'
import { DAY_MINUTES } from '#domain/today/clock.ts'
import * as m from '#messages'
import { whoseCar } from '../../../group/rides/whose-car.ts'
import type { TodayLine, TodayPlan, TodaySource } from '../today-plan.ts'

/** The person's ride: until it has left, and again when people travel back. */
export const ridesSource: TodaySource = {
  sections: ['rides'],
  icon: CarFront,
  list(plan) {
    const { trip, phase, rides, people, dates, clock, me, nameOf } = plan
    if (phase.is === 'after' || rides.cars.length === 0 || !isRideTime(dates, clock)) return []
    const href = `/trip/${trip.id}/group?tab=rides`
    const line = (text: string, id: string, ...notes: string[]): TodayLine => {
      const note = notes.filter(Boolean).join(' · ')
      return { part: 'own', text, note, href: id ? `${href}#${id}` : href, first: 'date' }
    }
    const carOf = (car: Car) => m.rides_car_in_sentence(whoseCar(car.driver, { me, nameOf }))
    const { cars, own, seat } = findRide(plan)
    const ride = own ?? seat
    const isWayBack = dates.departure_date !== '' && clock.date > dates.departure_date
    if (ride && !isWayBack && hasLeft(readDeparture(ride.car.leaves_at, dates.departure_date), clock)) return []
    // What people typed is about the way there.
    const departure = ride && !isWayBack ? departureOf(ride.car) : ''
    if (own) {
      const riders = own.inside.length > 0 ? m.today_ride_with({ people: listText(own.inside.map(nameOf)) }) : ''
      return [line(m.today_ride_drive(), own.car.id, departure, riders)]
    }
    if (seat) return [line(m.today_ride({ car: carOf(seat.car) }), seat.car.id, departure)]
    // Later, nobody needs a ride any more.
    if (isWayBack) return []
    const queue = cars.find(({ waiting }) => waiting.includes(me))
    if (queue) return [{ ...line(m.today_ride_waiting({ car: carOf(queue.car) }), queue.car.id), isOpen: true }]
    return listWithoutRide(rides, people).includes(me) ? [{ ...line(m.today_ride_none(), ''), isOpen: true }] : []
  },
  changesAt(plan) {
    const { dates, clock } = plan
    const { own, seat } = findRide(plan)
    const ride = own ?? seat
    const departure = ride && readDeparture(ride.car.leaves_at, dates.departure_date)
    if (!departure || !isRideTime(dates, clock) || departure.date !== clock.date || hasLeft(departure, clock))
      return undefined
    return departure.minute < DAY_MINUTES ? departure.minute + 1 : undefined
  },
}

/** The car that the person drives, and the one in which they have a seat. */
function findRide({ rides, people, me }: Pick<TodayPlan, 'rides' | 'people' | 'me'>) {
  const cars = fillCars(rides, people)
  return {
    cars,
    own: cars.find(({ car, isDriven }) => isDriven && car.driver === me),
    seat: cars.find(({ inside }) => inside.includes(me)),
  }
}

/** 'Kingston · Friday at 3'. */
const departureOf = ({ place, leaves_at }: Car) => [place.trim(), leaves_at.trim()].filter(Boolean).join(' · ')
