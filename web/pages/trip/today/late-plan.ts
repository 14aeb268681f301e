import { beds } from '#domain/plan/beds.ts'
import { gear } from '#domain/plan/gear.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import { costsOfTrip } from '#web/features/costs/costs-view.ts'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import { lateSources } from './late-sources.ts'
import { type Line, listLines, type TodayPlan } from './today-plan.ts'

/**
 * The last lines of Today's card. Computing them takes more code than the others, and only a group has any.
 * @param rows of the shopping list; undefined if they are not needed, or not computed yet
 */
export function listLate(view: PlanView, plan: TodayPlan, rows: readonly ShoppingRow[] | undefined): Line[] {
  const { values } = view
  return listLines(lateSources, {
    ...plan,
    beds: values.beds ?? beds.empty,
    gear: values.gear ?? gear.empty,
    checklist: values.checklist ?? [],
    shopping: rows ?? [],
    costs: costsOfTrip(view),
  })
}
