import { useMemo, useRef } from 'react'
import { type GearGroup, gearGroups, listRemovedItems, type RemovedItem } from '#domain/gear/gear-items.ts'
import { listNotComing } from '#domain/not-coming.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'

export interface GearView {
  gear: ShownSection<'gear'>
  checklist: ShownSection<'checklist'>
  people: readonly Party[]
  groups: readonly GearGroup[]
  removed: readonly RemovedItem[]
}

/** The checklist of a trip and who brings what of it; undefined until it is loaded. */
export function useGear(trip: Trip): GearView | undefined {
  const gear = useSection(trip.id, 'gear')
  const checklist = useSection(trip.id, 'checklist')
  const people = useSection(trip.id, 'people')?.value
  const [list, claims] = [checklist?.value, gear?.value]
  const previous = useRef<GearGroup[]>([])
  const computed = useMemo(() => {
    if (!list || !claims || !people) return undefined
    previous.current = gearGroups(list, claims, listNotComing(people), previous.current)
    return { people, groups: previous.current, removed: listRemovedItems(list, claims) }
  }, [list, claims, people])
  return gear && checklist && computed ? { gear, checklist, ...computed } : undefined
}
