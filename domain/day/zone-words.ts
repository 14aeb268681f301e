import * as m from '#messages'
import { cityOf } from '../places/time-zone-text.ts'
import type { DayEntry, DayThing } from './day-entry.ts'

/**
 * In which zone the times of an entry are, if that needs words: 'St Johns time'. It differs from the trip's, or what
 * leaves here arrives in another one.
 */
export function zoneFacts({ zone, thing }: Pick<DayEntry, 'zone' | 'thing'>, tripZone: string): string[] {
  return zone !== '' && (zone !== tripZone || crossesZones(thing)) ? [m.timeline_zone({ city: cityOf(zone) })] : []
}

function crossesZones(thing: DayThing): boolean {
  if (thing.of !== 'tickets' || !thing.part) return false
  const { from_zone, to_zone } = thing.part.leg.segment
  return from_zone !== '' && to_zone !== '' && from_zone !== to_zone
}
