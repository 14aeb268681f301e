import { rides as section } from '#domain/plan/rides.ts'
import { planRides } from '#domain/seats/cars.ts'
import { hasSetOff } from '#domain/today/ahead.ts'
import * as m from '#messages'
import { everybodyHas, type OpenKind, type OpenPlan, ofParty } from '#web/trip-core/open.ts'
import { SeatRow } from './seat-row.tsx'

const withoutRide = (plan: OpenPlan): string[] =>
  planRides(plan.view.values.rides ?? section.empty, plan).without.map(({ id }) => id)

/** Who needs a ride, as long as the group has not set off. */
export const openKind: OpenKind = {
  list: {
    title: m.open_rides,
    texts: (plan) => (hasSetOff(plan.phase) ? [] : withoutRide(plan).map(plan.nameInText)),
  },
  count: {
    anchor: '#without-ride',
    of: (plan) => withoutRide(plan).length,
    text: (count, plan) => ofParty(withoutRide(plan), plan, m.open_line_rides_party) ?? m.open_line_rides({ count }),
    done: (plan) => everybodyHas(plan, m.open_line_rides_done, m.open_line_rides_so_far),
    Row: SeatRow,
  },
}
