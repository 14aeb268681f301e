import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, json, StandIn } from './stand-in.ts'

export interface ReceivedSearch {
  path: string
  parameters: Record<string, string>
  userAgent: string | undefined
  cookie: string | undefined
  /** By `performance.now()`. */
  at: number
}

/** A local Photon or Nominatim whose responses a test controls. */
export class TestGeocoder extends StandIn {
  readonly received: ReceivedSearch[] = []
  override answers: Answer[] = [photon(killarneyLodge)]

  protected override handle({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, this.baseUrl)
    this.received.push({
      path: pathname,
      parameters: Object.fromEntries(searchParams),
      userAgent: headers['user-agent'],
      cookie: headers.cookie,
      at: performance.now(),
    })
    this.answer(response)
  }
}

/** A place in the forms of both services. */
export interface GeocodedPlace {
  name: string
  lat: number
  lon: number
  key: string
  value: string
  state?: string
  country: string
  countryCode: string
}

export const killarneyLodge: GeocodedPlace = {
  name: 'Killarney Lodge',
  lat: 45.5571,
  lon: -78.4083,
  key: 'tourism',
  value: 'hotel',
  state: 'Ontario',
  country: 'Canada',
  countryCode: 'ca',
}

/** Photon's GeoJSON, as documented in docs/api-v1.md of komoot/photon. */
export function photon(...places: GeocodedPlace[]): Answer {
  const features = places.map(({ name, lat, lon, key, value, state, country, countryCode }, index) => ({
    properties: {
      name,
      ...(state !== undefined && { state }),
      country,
      countrycode: countryCode.toUpperCase(),
      osm_key: key,
      osm_value: value,
      osm_type: 'W',
      osm_id: 38_862_723 + index,
      type: 'house',
      extent: [lon - 0.01, lat + 0.01, lon + 0.01, lat - 0.01],
    },
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
  }))
  return json(200, { features, type: 'FeatureCollection' })
}

/** Nominatim's jsonv2, as documented in docs/api/Output.md of osm-search/Nominatim. */
export function nominatim(...places: GeocodedPlace[]): Answer {
  const results = places.map(({ name, lat, lon, key, value, state, country, countryCode }, index) => ({
    place_id: 100_149 + index,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. https://osm.org/copyright',
    osm_type: 'way',
    osm_id: 107_775 + index,
    boundingbox: [lat - 0.01, lat + 0.01, lon - 0.01, lon + 0.01].map(String),
    lat: String(lat),
    lon: String(lon),
    display_name: [name, state, country].filter((part) => part !== undefined).join(', '),
    category: key,
    type: value,
    place_rank: 30,
    importance: 0.2,
    address: { [key]: name, ...(state !== undefined && { state }), country, country_code: countryCode },
  }))
  return json(200, results)
}

/** Begins at once, and then sends a byte now and then. */
export const slowly: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}
