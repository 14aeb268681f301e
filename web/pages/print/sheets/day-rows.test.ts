import { expect, it } from 'vitest'
import { listDays } from '#domain/day/list-days.ts'
import { localDate } from '#domain/local-date.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { planRides } from '#domain/seats/cars.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDayPlan } from '#domain/testing/day-plan.ts'
import { dayCards } from './day-rows.ts'

const names = { type: 'car_trip' as const, me: '', nameOf: () => 'Ana', placeOf: () => '' }
const activity = (id: string, name: string, time: string) => ({
  ...newActivity(id),
  activity: name,
  description: '',
  duration: '',
  time,
})

it('says of each entry when it is: what has no time is sometime, with what somebody typed', () => {
  const dates = datesOf('2031-06-12', '2031-06-12')
  const car = { ...newCar('car', 'ana'), leaves_day: 1, leaves_time: '07:30', leaves_at: 'from the gym' }
  const light = [
    activity('a', 'Swim', ''),
    activity('b', 'Nap', 'after lunch'),
    activity('c', 'Stroll', ''),
    activity('d', 'Read', ''),
    activity('e', 'Canoe', '9:30'),
  ]
  const plan = buildDayPlan({
    dates,
    itinerary: { 1: { title: 'Day 1: Lakes', light, hard: [] } },
    cars: planRides({ cars: [car], riders: [] }, { people: [], dates, isKnown: () => true }).cars,
    tickets: [{ ...newTicket('t'), title: 'Flight home', date: localDate.parse('2031-06-14'), time: '7 pm - 9:30' }],
  })
  const cards = dayCards(listDays(plan), names)
  expect(cards.map(({ title, aside }) => [title, aside])).toEqual([
    ['Day 1 · Thu, Jun 12', 'Lakes'],
    // After the trip.
    ['Sat, Jun 14', ''],
  ])
  expect(cards.flatMap(({ rows }) => rows.map(({ time, text, notes }) => [time, text, ...notes]))).toEqual([
    ['Sometime', 'Swim'],
    ['Sometime', 'Nap', 'after lunch'],
    ['Sometime', 'Stroll'],
    ['Sometime', 'Read'],
    ['7:30 AM', 'Ana’s car leaves', 'from the gym'],
    ['9:30 AM', 'Canoe'],
    ['7 PM', 'Flight home', '7 pm - 9:30'],
  ])
})
