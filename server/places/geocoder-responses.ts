import * as z from 'zod/mini'
import { type FoundPlace, foundPlace, MAX_FOUND_PLACES } from '#domain/api/places.ts'
import type { GeocoderSettings } from '../settings/settings.ts'

/** Photon's GeoJSON (docs/api-v1.md of komoot/photon). */
const photonResponse = z.object({ features: z.array(z.unknown()) })
const photonFeature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()], z.unknown()) }),
  properties: z.object({
    name: z.optional(z.string()),
    street: z.optional(z.string()),
    housenumber: z.optional(z.string()),
    county: z.optional(z.string()),
    state: z.optional(z.string()),
    countrycode: z.optional(z.string()),
    osm_key: z.optional(z.string()),
    osm_value: z.optional(z.string()),
  }),
})

/** Nominatim's jsonv2 (docs/api/Output.md of osm-search/Nominatim). */
const nominatimResponse = z.array(z.unknown())
const nominatimPlace = z.object({
  lat: z.string(),
  lon: z.string(),
  name: z.optional(z.string()),
  display_name: z.string(),
  category: z.optional(z.string()),
  type: z.optional(z.string()),
  address: z.optional(z.record(z.string(), z.string())),
})

/**
 * The places in a response, in the order of the service. Leaves out those that have no name or no valid position.
 * @returns undefined if the response has another form
 */
export function readGeocoderResponse(kind: GeocoderSettings['kind'], body: unknown): FoundPlace[] | undefined {
  const places = kind === 'photon' ? readPhoton(body) : readNominatim(body)
  return places?.filter((place) => place.name !== '' && foundPlace.safeParse(place).success).slice(0, MAX_FOUND_PLACES)
}

function readPhoton(body: unknown): FoundPlace[] | undefined {
  const parsed = photonResponse.safeParse(body)
  if (!parsed.success) return undefined
  return parsed.data.features.flatMap((value) => {
    const feature = photonFeature.safeParse(value)
    if (!feature.success) return []
    const [lon, lat] = feature.data.geometry.coordinates
    const { name, street, housenumber, state, county, countrycode, osm_key, osm_value } = feature.data.properties
    return describe({
      name: name || [street, housenumber].filter(Boolean).join(' '),
      region: state ?? county,
      country: countrycode,
      lat,
      lon,
      kind: kindOf(osm_key, osm_value),
    })
  })
}

function readNominatim(body: unknown): FoundPlace[] | undefined {
  const parsed = nominatimResponse.safeParse(body)
  if (!parsed.success) return undefined
  return parsed.data.flatMap((value) => {
    const place = nominatimPlace.safeParse(value)
    if (!place.success) return []
    const { name, display_name, lat, lon, category, type, address } = place.data
    return describe({
      name: name || (display_name.split(',')[0] ?? ''),
      region: address?.['state'] ?? address?.['county'],
      country: address?.['country_code'],
      lat: Number(lat),
      lon: Number(lon),
      kind: kindOf(category, type),
    })
  })
}

interface Described {
  name: string
  region: string | undefined
  country: string | undefined
  lat: number
  lon: number
  kind: FoundPlace['kind']
}

/** Longer names are no names, and lists show them. */
const LONGEST_NAME = 200
const COUNTRY = /^[A-Z]{2}$/

function describe({ name, region = '', country = '', lat, lon, kind }: Described): FoundPlace {
  const code = country.toUpperCase()
  return {
    name: name.trim().slice(0, LONGEST_NAME),
    region: region.trim().slice(0, LONGEST_NAME),
    country: COUNTRY.test(code) ? code : '',
    lat,
    lon,
    kind,
    code: '',
    source: 'geocoder',
  }
}

const CITIES = new Set(['city', 'town', 'village', 'hamlet', 'municipality'])

/** By the main tag of OpenStreetMap. */
function kindOf(key: string | undefined, value: string | undefined): FoundPlace['kind'] {
  if (key === 'aeroway' && value === 'aerodrome') return 'airport'
  return key === 'place' && CITIES.has(value ?? '') ? 'city' : 'other'
}
