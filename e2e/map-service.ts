import type { IncomingMessage, ServerResponse } from 'node:http'
import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { LIGHT } from '@protomaps/basemaps'
import { type Answer, json, raw, StandIn } from '#server/testing/stand-in.ts'
import { type MapTile, writePmtiles } from '../scripts/place-data/pmtiles.ts'

/** Of the lake that covers all of its map. */
export const LAKE: [number, number, number] = [208, 32, 144]

/** Of the same lake by night. */
export const NIGHT_LAKE: [number, number, number] = [64, 16, 80]

/** What Protomaps' style paints water with, as '#rrggbb'. */
export const FILE_LAKE = LIGHT.water

/** A local service of a detailed map: a style with relative addresses, and tiles with one lake as wide as the world. */
export class TestMapService extends StandIn {
  /** The paths of all requests, with what the browser said about where it comes from. */
  readonly received: string[] = []
  override answers: Answer[] = []

  protected override handle({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    this.received.push(`${url} ${headers.referer ?? ''}${headers.cookie ?? ''}`.trim())
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (url.startsWith('/style.json')) json(200, style)(response)
    else if (url.startsWith('/full/')) this.#answerFull(url, response)
    else if (url.startsWith('/sprites')) raw(404, 'gone')(response)
    else raw(200, lake(url), { 'Content-Type': 'application/x-protobuf' })(response)
  }

  /** A style with all that a style can name: a description of its source, sprites, letters, and one by night. */
  #answerFull(url: string, response: ServerResponse): void {
    const [path = '', query] = url.split('?')
    const bytes = { 'Content-Type': 'application/octet-stream' }
    if (path.endsWith('day.json')) json(200, fullStyle(LAKE))(response)
    else if (path.endsWith('night.json')) json(200, fullStyle(NIGHT_LAKE))(response)
    else if (path.endsWith('source.json'))
      json(200, { tiles: [`${this.baseUrl}/full/tiles/{z}/{x}/{y}?key=1`], maxzoom: 14 })(response)
    else if (path.includes('/sprites/') && query !== 'key=1') raw(403, 'no key')(response)
    else if (path.endsWith('.png')) raw(200, ICON, { 'Content-Type': 'image/png' })(response)
    else if (path.includes('/sprites/'))
      json(200, { dot: { width: 1, height: 1, x: 0, y: 0, pixelRatio: 1 } })(response)
    else if (path.includes('/fonts/')) raw(200, '', bytes)(response)
    else raw(200, lake(path.replace('/full', '')), bytes)(response)
  }
}

const ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOwz/YHAAHmAPo41bfNAAAAAElFTkSuQmCC',
  'base64',
)

const fullStyle = (colour: readonly number[]) => ({
  version: 8,
  sprite: 'sprites/full?key=1',
  glyphs: 'fonts/{fontstack}/{range}.pbf',
  sources: { lakes: { type: 'vector', url: 'source.json', attribution: 'Lakes of the test' } },
  layers: [
    {
      id: 'lakes',
      type: 'fill',
      source: 'lakes',
      'source-layer': 'lakes',
      paint: { 'fill-color': `rgb(${colour.join()})` },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'lakes',
      'source-layer': 'lakes',
      layout: { 'text-field': 'Lake', 'text-font': ['Noto Sans Regular'], 'icon-image': 'dot' },
    },
  ],
})

const style = {
  version: 8,
  // A part that is missing.
  sprite: 'sprites/day',
  sources: { lakes: { type: 'vector', tiles: ['tiles/{z}/{x}/{y}'], maxzoom: 14, attribution: 'Lakes of the test' } },
  layers: [
    { id: 'background', type: 'background', paint: { 'background-color': 'black' } },
    {
      id: 'lakes',
      type: 'fill',
      source: 'lakes',
      'source-layer': 'lakes',
      paint: { 'fill-color': `rgb(${LAKE.join()})` },
    },
  ],
}

const lake = (url: string) => {
  const [zoom = 0, x = 0, y = 0] = url.split('/').slice(2).map(Number)
  return tileWith('lakes', zoom, x, y)
}

/** A file of tiles in Protomaps' form, in which all of the world is a lake, for the zoom levels 0 to 7. */
export function makeTileFile(): Buffer {
  const tiles = Array.from({ length: 8 }, (_, z) =>
    Array.from({ length: 4 ** Math.min(z, 2) }, (_, at): MapTile => {
      // From zoom 3 on only around Ontario.
      const [column, row] = z < 3 ? [at % 2 ** z, Math.floor(at / 2 ** z)] : [at % 4, Math.floor(at / 4)]
      const [x, y] = z < 3 ? [column, row] : [cornerOf(z, 0.28) + column, cornerOf(z, 0.355) + row]
      return { z, x, y, data: tileWith('water', z, x, y, { kind: 'lake' }) }
    }),
  ).flat()
  return writePmtiles(tiles, { name: 'A lake' })
}

/** The number of a tile before the one that is so far along the grid. */
const cornerOf = (zoom: number, along: number) => Math.max(0, Math.floor(along * 2 ** zoom) - 1)

function tileWith(layer: string, zoom: number, x: number, y: number, properties = {}): Buffer {
  const edges = [-180, -85, 180, 85] as const
  const [west, south, east, north] = edges
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const shape = { type: 'Polygon' as const, coordinates: [ring] }
  const tile = geoJSONToTile({ type: 'Feature', properties, geometry: shape }, zoom, x, y, {
    clip: true,
    wrap: true,
  })
  return Buffer.from(fromGeojsonVt({ [layer]: tile }, { version: 2, extent: 4096 }))
}
