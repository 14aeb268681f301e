import type { IncomingMessage, ServerResponse } from 'node:http'
import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { type Answer, json, raw, StandIn } from '#server/testing/stand-in.ts'

/** Of the lake that covers all of its map. */
export const LAKE: [number, number, number] = [208, 32, 144]

/** A local service of a detailed map: a style with relative addresses, and tiles with one lake as wide as the world. */
export class TestMapService extends StandIn {
  /** The paths of all requests, with what the browser said about where it comes from. */
  readonly received: string[] = []
  /** In place of the style. */
  override answers: Answer[] = []

  protected override handle({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    this.received.push(`${url} ${headers.referer ?? ''}${headers.cookie ?? ''}`.trim())
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (this.answers.length > 0) this.answer(response)
    else if (url.startsWith('/style.json')) json(200, style)(response)
    else if (url.startsWith('/sprites')) raw(404, 'gone')(response)
    else raw(200, lake(url), { 'Content-Type': 'application/x-protobuf' })(response)
  }
}

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

function lake(url: string): Buffer {
  const [zoom = 0, x = 0, y = 0] = url.split('/').slice(2).map(Number)
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
  const tile = geoJSONToTile({ type: 'Feature', properties: {}, geometry: shape }, zoom, x, y, {
    clip: true,
    wrap: true,
  })
  return Buffer.from(fromGeojsonVt({ lakes: tile }, { version: 2, extent: 4096 }))
}
