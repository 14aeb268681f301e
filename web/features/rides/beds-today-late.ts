import { BedDouble } from 'lucide-react'
import { planBeds } from '#domain/seats/beds.ts'
import * as m from '#messages'
import type { TodaySource } from '#web/trip-core/today.ts'

export const todaySource: TodaySource = {
  icon: BedDouble,
  list(plan) {
    const { trip, phase, me } = plan
    const { beds } = plan.view.values
    if (!beds || phase.is === 'after' || beds.beds.length === 0) return []
    const href = `/trip/${trip.id}/group?tab=rides&view=beds`
    const { beds: filled, without } = planBeds(beds, plan)
    const own = filled.find(({ inside }) => inside.includes(me))?.bed
    if (own) {
      const name = own.name.trim()
      const text = m.today_bed({ called: name ? 'named' : 'by_kind', name, kind: own.kind })
      // Before the trip there is nothing to do about it.
      return phase.is === 'during' ? [{ part: 'own', text, href: `${href}#${own.id}` }] : []
    }
    const isMissing = without.some(({ id }) => id === me)
    return isMissing ? [{ part: 'own', text: m.today_bed_none(), href, isOpen: true }] : []
  },
}
