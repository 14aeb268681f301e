import {
  GAZETTEER_SOURCES,
  type PlaceConfig,
  type PlaceSearchResponse,
  placeConfig,
  placeSearchResponse,
  type ZoneResponse,
  zoneResponse,
} from '#domain/api/places.ts'
import { AppError } from '#domain/errors.ts'
import type { Position } from '#domain/places/position.ts'
import { request } from '../http/http.ts'

/** People type on meanwhile. After it the device answers. */
const SEARCH_TIMEOUT_MS = 5000
/** The server gives the geocoder 8 seconds, and may have others waiting. */
const GEOCODE_TIMEOUT_MS = 30_000

/**
 * Cities and airports, the best matches first: of the server, or without it of this device.
 * @param near prefers places near it
 * @throws AppError what the server has refused; unreachable if the device has none either
 */
export async function searchPlaces(query: string, near?: Position): Promise<PlaceSearchResponse> {
  try {
    if (navigator.onLine === false) throw new AppError('unreachable')
    return await request(`/api/places?${parameters(query, near)}`, {
      schema: placeSearchResponse,
      withinMs: SEARCH_TIMEOUT_MS,
    })
  } catch (failure) {
    if (!(failure instanceof AppError) || failure.code !== 'unreachable') throw failure
    // Its own script, so that nobody loads it who has a network.
    const { searchOnDevice } = await import('./device-gazetteer.ts').catch((cause) => {
      throw new AppError('unreachable', undefined, { cause })
    })
    return { places: await searchOnDevice(query, near), attribution: [...GAZETTEER_SOURCES] }
  }
}

/**
 * Has the server ask the geocoder. Only after somebody has agreed to that, and pressed a button.
 * @param near prefers places near it
 * @throws AppError geocoder_off, geocoder_busy, geocoder_failed, geocoder_timed_out, too_many_requests, unreachable
 */
export function geocode(query: string, near?: Position): Promise<PlaceSearchResponse> {
  return request(`/api/places/geocode?${parameters(query, near)}`, {
    schema: placeSearchResponse,
    withinMs: GEOCODE_TIMEOUT_MS,
  })
}

/** The time zone and the country at a position. @throws AppError unreachable, too_many_requests */
export function loadZone({ lat, lon }: Position): Promise<ZoneResponse> {
  return request(`/api/places/zone?${new URLSearchParams({ at: degrees(lat, lon) })}`, { schema: zoneResponse })
}

/** Whether there is a geocoder, and whose it is. @throws AppError unreachable */
export function loadPlaceConfig(): Promise<PlaceConfig> {
  return request('/api/places/config', { schema: placeConfig })
}

function parameters(query: string, near: Position | undefined): URLSearchParams {
  return new URLSearchParams({ q: query, ...(near && { near: degrees(near.lat, near.lon) }) })
}

/** Not as in 1e-7. Six decimals are 11 cm. */
const degrees = (...parts: number[]) => parts.map((part) => part.toFixed(6)).join()
