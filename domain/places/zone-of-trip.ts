import type { Details } from '../plan/details.ts'
import type { Places } from '../plan/places.ts'

/** The time zone of the plan: the one that somebody chose, else the destination's; '' for each device's own. */
export function zoneOfTrip({ time_zone, place_id }: Pick<Details, 'time_zone' | 'place_id'>, places: Places): string {
  return time_zone || (places.find(({ id }) => id === place_id)?.zone ?? '')
}
