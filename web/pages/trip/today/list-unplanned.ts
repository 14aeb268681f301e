import { arePlanned } from '#domain/templates/placeholders.ts'
import * as m from '#messages'
import { type PlanView, section } from '#web/trip-core/derived/plan-view.ts'

/** A part of the plan, and where it is. */
export interface Unplanned {
  label: string
  href: string
}

const tabs = { meals: m.plan_tab_meals, itinerary: m.plan_tab_itinerary, checklist: m.plan_tab_checklist } as const
type Part = keyof typeof tabs

/** What nobody has planned yet of what every trip needs. A section that is not loaded is not mentioned. */
export function listUnplanned(view: PlanView): Unplanned[] {
  const { trip, values } = view
  const [meals, itinerary] = [section('meals')(view), section('itinerary')(view)]
  const isUnplanned: Record<Part, boolean> = {
    meals: meals !== undefined && !arePlanned.meals(meals),
    itinerary: itinerary !== undefined && !arePlanned.itinerary(itinerary),
    checklist: values.checklist?.length === 0,
  }
  const parts = (Object.keys(tabs) as Part[])
    .filter((part) => isUnplanned[part])
    .map((part) => ({ label: tabs[part](), href: `/trip/${trip.id}?tab=${part}` }))
  const lacksCars = trip.type === 'car_trip' && values.rides?.cars.length === 0
  return lacksCars ? [...parts, { label: m.rides_title(), href: `/trip/${trip.id}/group?tab=rides` }] : parts
}
