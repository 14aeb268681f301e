import { CarFront } from 'lucide-react'
import { listText } from '#domain/list-text.ts'
import { fillCars, listWithoutRide } from '#domain/places/cars.ts'
import type { Car } from '#domain/plan/rides.ts'
import * as m from '#messages'
import { whoseCar } from '../../../group/rides/whose-car.ts'
import { dayOf, type TodayLine, type TodaySource } from '../today-plan.ts'

export const ridesSource: TodaySource = {
  sections: ['rides'],
  icon: CarFront,
  list({ trip, phase, rides, people, me, nameOf }) {
    if (phase.is === 'after' || rides.cars.length === 0) return []
    const href = `/trip/${trip.id}/group?tab=rides`
    const line = (text: string, id: string, ...notes: string[]): TodayLine => {
      const note = notes.filter(Boolean).join(' · ')
      return { part: 'own', text, note, href: id ? `${href}#${id}` : href, first: 'date' }
    }
    const carOf = (car: Car) => m.rides_car_in_sentence(whoseCar(car.driver, { me, nameOf }))
    const cars = fillCars(rides, people)
    const own = cars.find(({ car, isDriven }) => isDriven && car.driver === me)
    if (own) {
      const riders = own.inside.length > 0 ? m.today_ride_with({ people: listText(own.inside.map(nameOf)) }) : ''
      return [line(m.today_ride_drive(), own.car.id, departureOf(own.car), riders)]
    }
    const seat = cars.find(({ inside }) => inside.includes(me))
    if (seat) return [line(m.today_ride({ car: carOf(seat.car) }), seat.car.id, departureOf(seat.car))]
    // Later, nobody needs a ride any more.
    if ((dayOf({ phase }) ?? 1) > 1) return []
    const queue = cars.find(({ waiting }) => waiting.includes(me))
    if (queue) return [{ ...line(m.today_ride_waiting({ car: carOf(queue.car) }), queue.car.id), isOpen: true }]
    return listWithoutRide(rides, people).includes(me) ? [{ ...line(m.today_ride_none(), ''), isOpen: true }] : []
  },
}

/** 'Kingston · Friday at 3'. */
const departureOf = ({ place, leaves_at }: Car) => [place.trim(), leaves_at.trim()].filter(Boolean).join(' · ')
