import { expect, it } from 'vitest'
import { listDays } from '#domain/day/list-days.ts'
import { localDate } from '#domain/local-date.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newStay } from '#domain/plan/stays.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { planRides } from '#domain/seats/cars.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDayPlan } from '#domain/testing/day-plan.ts'
import { buildSegment, buildTicket } from '#domain/testing/tickets.ts'
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

it('says of a journey in which zone each end of it is, if they differ, and nobody’s seat', () => {
  const passenger = { id: 'passenger', person_id: 'ana', name: '' }
  const toLisbon = buildTicket('', {
    passengers: [passenger],
    segments: [
      buildSegment('YYZ', '2031-06-12T16:00', 'YUL', '2031-06-12T17:15', {
        ...{ gate: 'D22', seats: [{ id: 'passenger', seat: '12A', cabin: '' }] },
      }),
      buildSegment('YUL', '2031-06-12T21:00', 'LIS', '2031-06-13T08:40'),
    ],
  })
  const hotel = newStay('s', {
    ...{ name: 'Hotel Vila', place: 'Rua 1', starts_on: localDate.parse('2031-06-13'), starts_at: '15:00' },
  })
  const plan = buildDayPlan({ dates: datesOf('2031-06-12', '2031-06-13'), tickets: [toLisbon], stays: [hotel] })
  const cards = dayCards(listDays(plan), names)
  expect(cards.flatMap(({ rows }) => rows.map(({ time, text, notes }) => [time, text, ...notes]))).toEqual([
    ['4 PM', 'YYZ to YUL', 'Gate D22', 'Arrives 5:15 PM', '1 h 15'],
    ['5:15 PM', 'Arrive in YUL', '3 h 45 in YUL'],
    ['9 PM', 'YUL to LIS', 'Toronto time', 'Arrives 8:40 AM +1 day', '6 h 40'],
    ['8:40 AM', 'Arrive in LIS', 'Lisbon time'],
    ['3 PM', 'Check in: Hotel Vila', 'Rua 1'],
  ])
})
