import { canEditAllCosts } from '#domain/access.ts'
import { type HouseholdFee, listFee } from '#domain/costs/fees.ts'
import { listText } from '#domain/list-text.ts'
import type { Fee } from '#domain/plan/costs.ts'
import * as m from '#messages'
import type { OpenKind, OpenPlan } from '#web/trip-core/open.ts'
import { type CostsGroup, nameHousehold } from './costs-group.ts'
import { costsGroup } from './costs-view.ts'
import { feeTitle, payingHouseholds } from './fee-words.ts'

interface OpenFee {
  fee: Fee
  missing: HouseholdFee[]
  group: CostsGroup
}

/** The fees that somebody has not paid. Only for those who collect them. */
function listOpenFees({ view }: OpenPlan): OpenFee[] | undefined {
  const value = view.values.costs
  if (!value) return undefined
  if (value.fees.length === 0 || !canEditAllCosts(view.trip)) return []
  const group = costsGroup(view)
  if (!group) return undefined
  return value.fees
    .map((fee) => ({
      fee,
      missing: listFee(fee, payingHouseholds(group), value).filter(({ rest }) => rest > 0),
      group,
    }))
    .filter(({ missing }) => missing.length > 0)
}

/** Who has not paid which fee. */
export const openKind: OpenKind = {
  list: {
    title: m.fees_open_title,
    texts: (plan) =>
      listOpenFees(plan)?.map(({ fee, missing, group }) => {
        // In a text for others, the current user has a name too.
        const named = { ...group, mine: '', nameOf: plan.nameInText }
        const names = missing.map(({ id }) => nameHousehold(id, named).name)
        return m.fees_open_names({ name: feeTitle(fee), names: listText(names) })
      }),
  },
  count: {
    of: (plan) => listOpenFees(plan)?.length,
    text: (count) => m.fees_open_line({ count }),
  },
  address: (tripId) => `/trip/${tripId}/before#fees`,
}
