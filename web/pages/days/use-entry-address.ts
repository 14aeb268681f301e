import { useContext } from 'react'
import type { DayEntry } from '#domain/day/day-entry.ts'
import { PlanSourceContext } from '#web/data/trips/plan-source.ts'
import { useTripAddresses } from '#web/data/trips/use-addresses.ts'
import { addressOf, featureOf } from '#web/pages/trip/features.ts'
import { dayAnchor, dayPartAnchor } from '#web/trip-core/linked-entry.ts'

/** Where an entry is in the plan; undefined for readers of a share link, if they have no page for it. */
export function useEntryAddress(tripId: string, { thing, id, day }: DayEntry): string | undefined {
  const { shared } = useContext(PlanSourceContext)
  const { trip } = useTripAddresses(tripId)
  if (thing.of === 'gear' || thing.of === 'shopping') return addressOf({ id: tripId }, thing.of)
  const anchor = anchorOf({ thing, id, day })
  // On a page without tabs, the address of a list ends with a name of its own.
  if (!shared) return `${addressOf({ id: tripId }, thing.of).replace(/#.*/, '')}#${anchor}`
  const { page, tab } = featureOf[thing.of]
  if (page !== 'trip' || typeof tab === 'string' || 'of' in tab) return undefined
  return `${trip}${trip.includes('?') ? '&' : '?'}tab=${tab.id}#${anchor}`
}

function anchorOf({ thing, id, day = 1 }: Pick<DayEntry, 'thing' | 'id' | 'day'>): string {
  if (thing.of === 'meals') return dayPartAnchor(day, thing.meal)
  return thing.of === 'itinerary' ? dayAnchor(day) : (id.split('/')[1] ?? '')
}
