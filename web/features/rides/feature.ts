import { BedDouble, CarFront } from 'lucide-react'
import { hasSetOff } from '#domain/today/ahead.ts'
import { needsMembersIn } from '#web/trip-core/derived/people.ts'
import type { Feature, OpenPart } from '#web/trip-core/feature.ts'
import { later } from '#web/ui/loading/use-loaded.ts'

/** Whether rides are planned, and the group has not set off. */
const hasRides: OpenPart['isBegun'] = ({ view: { values }, phase }) =>
  !hasSetOff(phase) && values.rides !== undefined && values.rides.cars.length + values.rides.riders.length > 0

const hasBeds: OpenPart['isBegun'] = ({ view: { values } }) =>
  values.beds !== undefined && values.beds.beds.length + values.beds.sleepers.length > 0

/** Who rides with whom. */
export const rides = {
  icon: CarFront,
  page: 'group',
  tab: 'rides',
  today: {
    first: {
      mayHave: () => true,
      needsPlanners: needsMembersIn('rides'),
      code: later(() => import('./today.ts')),
    },
    last: undefined,
  },
  open: [
    {
      isBegun: hasRides,
      isLarge: false,
      needsPlanners: needsMembersIn('rides'),
      code: later(() => import('./rides-open.ts')),
    },
    {
      isBegun: ({ view, phase }) =>
        !hasSetOff(phase) && (view.values.rides?.cars.some(({ driver }) => driver === '') ?? false),
      isLarge: false,
      needsPlanners: undefined,
      code: later(() => import('./drivers-open.ts')),
    },
  ],
  promises: { needsPlanners: needsMembersIn('rides'), code: later(() => import('./promises.ts')) },
} satisfies Feature

/** Who sleeps where. */
export const beds = {
  icon: BedDouble,
  page: 'group',
  tab: { of: 'rides', view: 'beds' },
  today: {
    first: undefined,
    last: {
      mayHave: ({ values }, phase) => phase !== 'after' && (values.beds?.beds.length ?? 0) > 0,
      needsPlanners: needsMembersIn('beds'),
      code: later(() => import('./beds-today-late.ts')),
    },
  },
  open: [
    {
      isBegun: hasBeds,
      isLarge: false,
      needsPlanners: needsMembersIn('beds'),
      code: later(() => import('./beds-open.ts')),
    },
  ],
  promises: { needsPlanners: needsMembersIn('beds'), code: later(() => import('./beds-promises.ts')) },
} satisfies Feature
