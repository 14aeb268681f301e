import { Backpack } from 'lucide-react'
import { gearGroups } from '#domain/gear/gear-items.ts'
import { listUnpacked } from '#domain/gear/packing-list.ts'
import { listNotComing } from '#domain/not-coming.ts'
import * as m from '#messages'
import { section } from '#web/trip-core/derived/plan-view.ts'
import { itemName } from '#web/trip-core/item-name.ts'
import { namesOfSome } from '#web/trip-core/some-names.ts'
import type { TodayLine, TodaySource } from '#web/trip-core/today.ts'

/**
 * What the person has not packed yet: on the days of the trip what they promised, before it their whole list. What is
 * ticked on the checklist counts as packed.
 */
export const todaySource: TodaySource = {
  icon: Backpack,
  list({ view, trip, phase, people, me }) {
    const [gear, checklist = []] = [section('gear')(view), section('checklist')(view)]
    if (!gear || phase.is === 'after') return []
    const href = `/trip/${trip.id}/group?tab=gear`
    const notComing = listNotComing(people)
    if (notComing.has(me)) return []
    const groups = gearGroups(checklist, gear, notComing)
    const isUnderWay = phase.is === 'during'
    const missing = listUnpacked(checklist, gear, { personId: me, notComing }).filter(
      ({ isEach }) => !isEach || !isUnderWay,
    )
    const surplus = groups.flatMap(({ items }) =>
      items.filter(({ claims }) => claims.some(({ claim, surplus }) => claim.person_id === me && surplus > 0)),
    )
    const lines: TodayLine[] = []
    // What everyone brings is no news as long as nobody has promised anything.
    if (missing.length > 0 && gear.claims.length > 0) {
      const names = missing.toSorted((one, other) => Number(one.isEach) - Number(other.isEach))
      lines.push({
        part: 'own',
        text: isUnderWay ? m.today_gear_not_packed() : m.today_gear({ count: missing.length }),
        note: namesOfSome(names.map((one) => itemName(one, one.number))),
        href,
        isOpen: !isUnderWay,
        isLast: isUnderWay,
      })
    }
    if (surplus.length > 0) {
      const names = namesOfSome(surplus.map(({ item, number }) => itemName(item, number)))
      const note = m.today_gear_surplus_hint({ names })
      lines.push({ part: 'own', text: m.today_gear_surplus(), note, href, isOpen: true, first: 'answer' })
    }
    return lines
  },
}
