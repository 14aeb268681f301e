import { beds as section } from '#domain/plan/beds.ts'
import { planBeds } from '#domain/seats/beds.ts'
import * as m from '#messages'
import { everybodyHas, type OpenKind, type OpenPlan, ofParty } from '#web/trip-core/open.ts'

const withoutBed = (plan: OpenPlan): string[] =>
  planBeds(plan.view.values.beds ?? section.empty, plan).without.map(({ id }) => id)

/** Who has no bed. */
export const openKind: OpenKind = {
  list: { title: m.open_beds, texts: (plan) => withoutBed(plan).map(plan.nameInText) },
  count: {
    anchor: '#without-bed',
    of: (plan) => withoutBed(plan).length,
    text: (count, plan) => ofParty(withoutBed(plan), plan, m.open_line_beds_party) ?? m.open_line_beds({ count }),
    done: (plan) => everybodyHas(plan, m.open_line_beds_done, m.open_line_beds_so_far),
  },
}
