import type { GeoJSONSource, MapLibreMap } from 'maplibre-gl'
import type { Bounds } from '#domain/places/bounds.ts'
import type { MapColours } from './map-colours.ts'

const OUTLINE = 'area-outline'

/** Draws boxes below the names of the pins; at first there are none. */
export function addOutlineLayer(map: MapLibreMap, { pin, halo }: MapColours): void {
  map.addSource(OUTLINE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  for (const [id, colour, width] of [
    ['area-outline-halo', halo, 5],
    ['area-outline', pin, 2],
  ] as const)
    map.addLayer({ id, type: 'line', source: OUTLINE, paint: { 'line-color': colour, 'line-width': width } })
}

export function showOutline(map: MapLibreMap, boxes: readonly Bounds[]): void {
  const features = boxes.map(({ south, north, west, east }) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: {
      type: 'LineString' as const,
      coordinates: [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    },
  }))
  map.getSource<GeoJSONSource>(OUTLINE)?.setData({ type: 'FeatureCollection', features })
}
