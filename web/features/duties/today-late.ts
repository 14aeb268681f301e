import { ClipboardList } from 'lucide-react'
import * as m from '#messages'
import { namesOfSome } from '#web/trip-core/some-names.ts'
import { listDutiesAhead, type TodaySource } from '#web/trip-core/today.ts'
import { placedTitle } from './duty-words.ts'

/** What the person has to do on the trip, before it. On its days see today.ts. */
export const todaySource: TodaySource = {
  icon: ClipboardList,
  list(plan) {
    const own = listDutiesAhead(plan)
    const [first] = own
    if (!first) return []
    const titles = own.map(({ duty }) => placedTitle(duty, plan.dates))
    const href = `/trip/${plan.trip.id}/group?tab=rides&view=duties#${first.duty.id}`
    if (own.length === 1) return [{ part: 'own', text: m.today_duty({ duty: titles[0] ?? '' }), href }]
    return [{ part: 'own', text: m.today_duties_ahead({ count: own.length }), note: namesOfSome(titles), href }]
  },
}
