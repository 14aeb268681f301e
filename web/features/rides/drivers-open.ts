import { rides as section } from '#domain/plan/rides.ts'
import { type FilledCar, planRides } from '#domain/seats/cars.ts'
import { hasSetOff } from '#domain/today/ahead.ts'
import { whereAndWhen } from '#domain/today/departure-text.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import type { OpenKind, OpenPlan } from '#web/trip-core/open.ts'

const ridesOf = ({ view }: OpenPlan) => view.values.rides ?? section.empty

/** Which cars need a driver, as long as the group has not set off. */
export const openKind: OpenKind = {
  list: {
    title: m.open_drivers,
    texts: (plan) =>
      hasSetOff(plan.phase)
        ? []
        : planRides(ridesOf(plan), plan)
            .cars.filter(({ trouble }) => trouble === 'nobody')
            .map((one) => carText(one, plan.dates)),
  },
  count: {
    of: (plan) => ridesOf(plan).cars.filter(({ driver }) => driver === '').length,
    text: (count) => m.open_line_drivers({ count }),
  },
}

/** 'Kingston · Fri, Jul 2, 7:30 AM · 2 of 4 seats taken'. */
const carText = ({ car, free }: FilledCar, dates: TripDates): string =>
  [...whereAndWhen(car, dates), m.rides_taken({ taken: car.seats - free, places: car.seats })].join(' · ')
