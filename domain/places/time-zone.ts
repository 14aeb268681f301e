import * as z from 'zod/mini'
import type { Details } from '../plan/details.ts'
import type { Places } from '../plan/places.ts'

/** A name of the IANA time zone database, or ''. Devices know different ones: see `isTimeZone`. */
export const timeZoneText = z.string().check(z.regex(/^(|[A-Za-z][A-Za-z0-9_+/-]{0,63})$/, 'Not a time zone'))

/** In which the times of the plan are: the zone that somebody chose, else the destination's; '' for each device's own. */
export function zoneOfTrip({ time_zone, place_id }: Pick<Details, 'time_zone' | 'place_id'>, places: Places): string {
  return time_zone || (places.find(({ id }) => id === place_id)?.zone ?? '')
}
