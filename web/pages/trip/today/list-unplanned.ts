import { DEMO_TRIP_NAME } from '#domain/demo-trip.ts'
import type { SectionValue } from '#domain/plan/index.ts'
import { isSample } from '#domain/templates/sample.ts'
import * as m from '#messages'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'

/** A part of the plan, and where it is. */
export interface Unplanned {
  label: string
  href: string
}

const samples = { meals: m.plan_tab_meals, itinerary: m.plan_tab_itinerary, checklist: m.plan_tab_checklist } as const
type Part = keyof typeof samples

/** What nobody has planned yet of what every trip needs. A section that is not loaded is not mentioned. */
export function listUnplanned({ trip, values }: PlanView): Unplanned[] {
  // The demo trip is a plan to look at.
  const isDemo = trip.owner_id === null && trip.name === DEMO_TRIP_NAME
  const isUnplanned = (part: Part, value: SectionValue<Part> | undefined) =>
    value !== undefined && (Object.keys(value).length === 0 || (!isDemo && isSample(part, trip.type, value)))
  const parts = (Object.keys(samples) as Part[])
    .filter((part) => isUnplanned(part, values[part]))
    .map((part) => ({ label: samples[part](), href: `/trip/${trip.id}?tab=${part}` }))
  const lacksCars = trip.type === 'car_trip' && values.rides?.cars.length === 0
  return lacksCars ? [...parts, { label: m.rides_title(), href: `/trip/${trip.id}/group?tab=rides` }] : parts
}
