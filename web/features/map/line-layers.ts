import type { GeoJSONSource, MapLibreMap } from 'maplibre-gl'
import type { MapLine } from '#web/trip-core/places/map-pin.ts'
import type { MapColours } from './map-colours.ts'

const LINES = 'lines'
/** As wide as a finger, to be pressed. */
export const LINE_TOUCH = 'line-touch'

/** Draws the trip's tracks, below its pins. */
export function addLineLayers(map: MapLibreMap, { ink, halo, line }: MapColours, fonts: string[]): void {
  map.addSource(LINES, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
  const widths = (near: number) => [
    'interpolate' as const,
    ['linear' as const],
    ['zoom' as const],
    6,
    near / 2,
    12,
    near,
  ]
  const add = (id: string, paint: object) => map.addLayer({ id, type: 'line', source: LINES, layout, paint })
  add('line-halo', { 'line-color': halo, 'line-width': widths(7) })
  add('line', { 'line-color': line, 'line-width': widths(4) })
  add(LINE_TOUCH, { 'line-color': line, 'line-width': 24, 'line-opacity': 0 })
  map.addLayer({
    id: 'line-names',
    type: 'symbol',
    source: LINES,
    layout: {
      'symbol-placement': 'line',
      // Of a short line too.
      'symbol-spacing': 100,
      'text-field': ['get', 'name'],
      'text-font': fonts,
      'text-size': 13,
      'text-offset': [0, -0.9],
    },
    paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.6 },
  })
}

export function showLines(map: MapLibreMap, lines: readonly MapLine[]): void {
  map.getSource<GeoJSONSource>(LINES)?.setData({
    type: 'FeatureCollection',
    features: lines.map(({ id, name, segments }) => ({
      type: 'Feature',
      properties: { id, name },
      geometry: {
        type: 'MultiLineString',
        coordinates: segments.map(({ lats, lons }) => lats.map((lat, index) => [lons[index] as number, lat])),
      },
    })),
  })
}
