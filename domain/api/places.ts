import * as z from 'zod/mini'

/** A place that a search has found: in the bundled gazetteer, or by the geocoder. */
export const foundPlace = z.object({
  name: z.string(),
  /** The province or state, such as 'Ontario'; '' if unknown. */
  region: z.string(),
  /** ISO 3166 alpha-2; '' if unknown. */
  country: z.string(),
  /** Degrees (WGS 84). */
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lon: z.number().check(z.minimum(-180), z.maximum(180)),
  kind: z.enum(['city', 'airport', 'other']),
  /** The IATA code of an airport; '' if it has none. */
  code: z.string(),
  source: z.enum(['gazetteer', 'geocoder']),
})
export type FoundPlace = z.infer<typeof foundPlace>

/** `GET /api/places` and `GET /api/places/geocode`: the best matches first, and who is to be named beside them. */
export const placeSearchResponse = z.object({ places: z.array(foundPlace), attribution: z.array(z.string()) })
export type PlaceSearchResponse = z.infer<typeof placeSearchResponse>

/** `GET /api/places/zone`: the IANA time zone at a position, and its country (ISO 3166 alpha-2; '' at sea). */
export const zoneResponse = z.object({ zone: z.string(), country: z.string() })
export type ZoneResponse = z.infer<typeof zoneResponse>

/**
 * `GET /api/places/config`: to whom searches are sent, and from where the detailed map comes, before somebody agrees to
 * it; null if there is no geocoder, or no such map.
 */
export const placeConfig = z.object({
  geocoder: z.nullable(
    z.object({
      /** 'Photon', 'Nominatim', or the host of another server. */
      name: z.string(),
      attribution: z.string(),
    }),
  ),
  map: z.nullable(
    z.object({
      /** 'OpenFreeMap', or the hosts of other servers; '' for this server. */
      name: z.string(),
      /** The addresses of its styles, by day and by night; '' for a file of tiles. */
      style: z.string(),
      dark_style: z.string(),
      /** The address of its file of tiles; '' for styles. */
      pmtiles: z.string(),
    }),
  ),
})
export type PlaceConfig = z.infer<typeof placeConfig>

/** Whose data the gazetteer is. GeoNames' licence asks for it, OurAirports' does not. */
export const GAZETTEER_SOURCES: readonly string[] = ['GeoNames (CC BY 4.0)', 'OurAirports']

/** The longest text that can be searched for, in characters. */
export const MAX_PLACE_QUERY = 200
export const MAX_FOUND_PLACES = 10
