import { placeConfig, placeSearchResponse, zoneResponse } from '#domain/api/places.ts'
import type { Position } from '#domain/places/position.ts'
import { request } from '../http/http.ts'

const near = (position: Position | undefined) => (position ? `&near=${position.lat},${position.lon}` : '')

export const searchPlaces = (query: string, at?: Position) =>
  request(`/api/places?q=${encodeURIComponent(query)}${near(at)}`, { schema: placeSearchResponse })
export const geocode = (query: string, at?: Position) =>
  request(`/api/places/geocode?q=${encodeURIComponent(query)}${near(at)}`, { schema: placeSearchResponse })
export const loadZone = ({ lat, lon }: Position) =>
  request(`/api/places/zone?at=${lat},${lon}`, { schema: zoneResponse })
export const loadPlaceConfig = () => request('/api/places/config', { schema: placeConfig })
