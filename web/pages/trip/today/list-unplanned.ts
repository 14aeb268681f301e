import * as m from '#messages'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'

/** A part of the plan, and where it is. */
export interface Unplanned {
  label: string
  href: string
}

const tabs = { meals: m.plan_tab_meals, itinerary: m.plan_tab_itinerary, checklist: m.plan_tab_checklist } as const
type Part = keyof typeof tabs

/** What nobody has planned yet of what every trip needs. A section that is not loaded is not mentioned. */
export function listUnplanned({ trip, values }: PlanView): Unplanned[] {
  const isUnplanned = (part: Part) => values[part] !== undefined && Object.keys(values[part]).length === 0
  const parts = (Object.keys(tabs) as Part[])
    .filter(isUnplanned)
    .map((part) => ({ label: tabs[part](), href: `/trip/${trip.id}?tab=${part}` }))
  const lacksCars = trip.type === 'car_trip' && values.rides?.cars.length === 0
  return lacksCars ? [...parts, { label: m.rides_title(), href: `/trip/${trip.id}/group?tab=rides` }] : parts
}
