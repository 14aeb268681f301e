import type { Attempts } from '../accounts/attempts.ts'
import type { Settings } from '../settings/settings.ts'
import { Geocoder } from './geocoder.ts'

/** How long the geocoder is left alone between requests, and waited for, in milliseconds. */
export interface GeocoderTimes {
  intervalMs?: number
  timeoutMs?: number
}

/** The geocoder of the settings; undefined if it is switched off. */
export function openGeocoder(
  { geocoder, publicUrl }: Pick<Settings, 'geocoder' | 'publicUrl'>,
  attempts: Pick<Attempts, 'countGeocoderRequest' | 'takeGeocoderTurn'>,
  times: GeocoderTimes = {},
): Geocoder | undefined {
  if (!geocoder) return undefined
  const takeTurn = async () => {
    // Tests do not wait for seconds.
    if (times.intervalMs === undefined) await attempts.takeGeocoderTurn()
    await attempts.countGeocoderRequest()
  }
  return new Geocoder({ settings: geocoder, publicUrl, takeTurn, ...times })
}
