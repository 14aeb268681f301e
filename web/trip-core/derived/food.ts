import { listGuests } from '#domain/food/eaters.ts'
import { listWarnings } from '#domain/food/warnings.ts'
import { details as detailsSection } from '#domain/plan/details.ts'
import { derive } from './derive.ts'
import { listedPeople, tripDates } from './people.ts'
import { type PlanView, section } from './plan-view.ts'

/* Who eats, and who cannot eat what. */

const settings = ({ values }: PlanView) => values.details?.eating ?? detailsSection.empty.eating

/** What the amounts of a trip depend on, beside its meals. */
export const eating = derive([listedPeople, tripDates, settings], ([people, dates, rules]) => ({
  people,
  dates,
  settings: rules,
}))

export const guests = derive([eating], ([trip]) => listGuests(trip))

export const foodWarnings = derive([eating, section('meals')], ([trip, days = {}]) => listWarnings({ ...trip, days }))
