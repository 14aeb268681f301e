import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import * as m from '#messages'
import { LAST_ZOOM } from '#web/trip-core/places/base-tiles.ts'
import type { MapColours } from './map-colours.ts'

/** The protocol of the bundled map's tiles. */
export const BASE_PROTOCOL = 'base'
/** Towns are named from this size on at these zoom levels: ten times the decimal logarithm of their people. */
const TOWN_SIZES = ['step', ['zoom'], 65, 4, 58, 5, 52, 6, 46, 7, 30]

/** The style of the bundled map: land, lakes, rivers, borders and the names of towns. */
export function baseStyle(colours: MapColours): StyleSpecification {
  return {
    version: 8,
    sources: {
      base: {
        type: 'vector',
        tiles: [`${BASE_PROTOCOL}://{z}/{x}/{y}`],
        maxzoom: LAST_ZOOM,
        attribution: m.map_base_credit(),
      },
    },
    layers: baseLayers(colours),
  }
}

/** Lays a style over the bundled map, which shows through where tiles are missing. */
export function overBase(style: StyleSpecification, colours: MapColours): StyleSpecification {
  const base = baseStyle(colours)
  return {
    ...style,
    sources: { ...style.sources, ...base.sources },
    // The names of its towns are better, and its fonts others.
    layers: [...base.layers.filter(({ type }) => type !== 'symbol'), ...style.layers.filter(isNoBackground)],
  }
}

const isNoBackground = ({ type }: LayerSpecification) => type !== 'background'

function baseLayers({ land, water, shore, border, ink, halo }: MapColours): LayerSpecification[] {
  const from = (layer: string) => ({ source: 'base', 'source-layer': layer })
  return [
    { id: 'base-sea', type: 'background', paint: { 'background-color': water } },
    { id: 'base-land', type: 'fill', ...from('land'), paint: { 'fill-color': land } },
    { id: 'base-water', type: 'fill', ...from('water'), paint: { 'fill-color': water } },
    { id: 'base-coast', type: 'line', ...from('land'), paint: { 'line-color': shore, 'line-width': 0.8 } },
    {
      id: 'base-borders',
      type: 'line',
      ...from('borders'),
      paint: { 'line-color': border, 'line-width': 1.2, 'line-dasharray': [4, 2] },
    },
    {
      id: 'base-towns',
      type: 'symbol',
      ...from('towns'),
      filter: ['>=', ['get', 'size'], TOWN_SIZES],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['sans-serif'],
        'text-size': ['interpolate', ['linear'], ['get', 'size'], 30, 11, 70, 15],
        'symbol-sort-key': ['-', ['get', 'size']],
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.4 },
    },
  ] as LayerSpecification[]
}
