import { BedDouble } from 'lucide-react'
import { fillBeds, listWithoutBed } from '#domain/places/beds.ts'
import * as m from '#messages'
import type { LatePlan, TodaySource } from '../today-plan.ts'

export const bedsSource: TodaySource<LatePlan> = {
  sections: ['beds'],
  icon: BedDouble,
  list({ trip, phase, beds, people, me }) {
    if (phase.is === 'after' || beds.beds.length === 0) return []
    const href = `/trip/${trip.id}/group?tab=rides`
    const own = fillBeds(beds, people).find(({ inside }) => inside.includes(me))?.bed
    if (own) {
      const name = own.name.trim()
      const text = m.today_bed({ called: name ? 'named' : 'by_kind', name, kind: own.kind })
      // Before the trip there is nothing to do about it.
      return phase.is === 'during' ? [{ part: 'own', text, href: `${href}#${own.id}` }] : []
    }
    const isMissing = listWithoutBed(beds, people).includes(me)
    return isMissing ? [{ part: 'own', text: m.today_bed_none(), href, isOpen: true }] : []
  },
}
