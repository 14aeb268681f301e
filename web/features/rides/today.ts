import { CarFront } from 'lucide-react'
import { listText } from '#domain/list-text.ts'
import type { Car } from '#domain/plan/rides.ts'
import { findRide, planRides } from '#domain/seats/cars.ts'
import { findDeparture, findWayBack, hasLeft, isWayThere } from '#domain/today/car-departure.ts'
import { DAY_MINUTES, isBefore } from '#domain/today/clock.ts'
import { whereAndWhen } from '#domain/today/departure-text.ts'
import * as m from '#messages'
import type { TodayLine, TodayPlan, TodaySource } from '#web/trip-core/today.ts'
import { whoseCar } from './whose-car.ts'
import { whyAnother } from './why-another.ts'

/** The person's ride: until it has left, and again for the way back. */
export const todaySource: TodaySource = {
  icon: CarFront,
  list(plan) {
    const { trip, phase, rides, dates, clock, me, nameOf } = plan
    if (phase.is === 'after' || rides.cars.length === 0) return []
    const href = `/trip/${trip.id}/group?tab=rides`
    const line = (text: string, id: string, ...notes: string[]): TodayLine => {
      const note = notes.filter(Boolean).join(' · ')
      return { part: 'own', text, note, href: id ? `${href}#${id}` : href, first: 'date' }
    }
    const carOf = (car: Car) => m.rides_car_in_sentence(whoseCar(car.driver, { me, nameOf }))
    const ride = rideOf(plan)
    const taken = ride && ride.is !== 'missing' ? ride.car : undefined
    const isThere = isWayThere(dates, taken?.car, clock)
    const back = findWayBack(dates)
    const isBack = back !== undefined && !isBefore(clock, back)
    if (!ride || (!isThere && !isBack)) return []
    if (taken) {
      // What people typed is about the way there.
      const car = isBack ? { ...taken.car, leaves_at: '' } : taken.car
      const departure = isThere && (!isBack || car.leaves_day > 0) ? whereAndWhen(car, dates) : []
      if (ride.is === 'riding') return [line(m.today_ride({ car: carOf(car) }), car.id, ...departure)]
      const riders = taken.inside.length > 0 ? m.today_ride_with({ people: listText(taken.inside.map(nameOf)) }) : ''
      return [line(m.today_ride_drive(), car.id, ...departure, riders)]
    }
    // Later, nobody needs a ride any more.
    if (!isThere || ride.is !== 'missing') return []
    if (ride.why === 'none') return [{ ...line(m.today_ride_none(), ''), isOpen: true }]
    const { car } = ride.car
    const text =
      ride.why === 'waiting'
        ? m.today_ride_waiting({ car: carOf(car) })
        : m.today_ride_other({ why: whyAnother(ride, plan, dates) })
    return [{ ...line(text, car.id), isOpen: true }]
  },
  changesAt(plan) {
    const { dates, clock } = plan
    const ride = rideOf(plan)
    if (!ride || ride.is === 'missing') return undefined
    const leaves = findDeparture(ride.car.car, dates.departure_date)
    const back = findWayBack(dates)
    const minutes = [
      ...(leaves?.date === clock.date && !hasLeft(leaves, clock) ? [leaves.minute + 1] : []),
      ...(back?.date === clock.date && isBefore(clock, back) ? [back.minute] : []),
    ].filter((minute) => minute < DAY_MINUTES)
    return minutes.length > 0 ? Math.min(...minutes) : undefined
  },
}

const rideOf = (plan: TodayPlan) => findRide(planRides(plan.rides, plan), plan.me)
