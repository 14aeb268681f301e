import type { MapLibreMap } from 'maplibre-gl'
import type { MapColours } from './map-colours.ts'

/** The source of the pins. */
export const PINS = 'pins'
export const PIN_DOTS = 'pin-dots'

/** Draws the names of the pins above everything else, and pins that have no marker as dots without a name. */
export function addPinLayers(map: MapLibreMap, { ink, halo, pin }: MapColours, fonts: string[]): void {
  map.addSource(PINS, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  map.addLayer({
    id: PIN_DOTS,
    type: 'circle',
    source: PINS,
    filter: ['get', 'isDot'],
    paint: { 'circle-color': pin, 'circle-radius': 5, 'circle-stroke-color': halo, 'circle-stroke-width': 1.5 },
  })
  map.addLayer({
    id: 'pin-names',
    type: 'symbol',
    source: PINS,
    filter: ['!', ['get', 'isDot']],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': fonts,
      'text-size': 14,
      'text-variable-anchor': ['top', 'left', 'right'],
      'text-radial-offset': 0.5,
      'text-max-width': 9,
    },
    paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.8 },
  })
}
