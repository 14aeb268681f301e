import type { AddProtocolAction, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import { fetchMapFile } from '#web/data/offline/fetch-map-file.ts'
import { readAreaFile } from '#web/data/storage/map-areas.ts'
import { mapValues } from './style-files.ts'

/*
 * A protocol of our own, by which the map reads what is saved of the detailed map.
 * Job: `saved://offline/tile/https/tiles.example.org/1/2/3` is the file of https://tiles.example.org/1/2/3 on this
 *   device; with `live`, the service is asked for what is not there. Both work side by side: a saved map still loads
 *   its tiles while the style of the service is awaited, perhaps in vain.
 * Failure: a tile that is not there is empty, so that the bundled map below shows. Other files are an error: the map
 *   then draws letters with the device's fonts, and leaves icons out.
 */

export const SAVED_PROTOCOL = 'saved'
/** How far down the tiles of an area go. Nearer, the map enlarges them. */
export const LAST_SAVED_ZOOM = 14

export interface AreaAccess {
  cache: Cache
  /** Whether the service is asked for what is not saved. */
  isLive: boolean
}

/** Gives a file its address by this protocol. The library adds to a sprite's path, so the query stays at the end. */
type Saved = (address: string, kind: 'tile' | 'file') => string

/** By the first part of an address. */
const accesses = new Map<string, AreaAccess>()

export const loadSaved: AddProtocolAction = async ({ url, type }, { signal }) => {
  const [, from = '', kind, scheme = '', rest = ''] = /^saved:\/\/(\w+)\/(\w+)\/(\w+)\/(.*)$/s.exec(url) ?? []
  const data = await readSaved(accesses.get(from), new URL(`${scheme}://${rest}`).href, kind === 'tile', signal)
  return { data: type === 'json' ? JSON.parse(new TextDecoder().decode(data)) : data }
}

async function readSaved(
  access: AreaAccess | undefined,
  address: string,
  isTile: boolean,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const found = access && (await readAreaFile(access.cache, address))
  const body = found ?? (access?.isLive ? await fetchMapFile(address, signal) : undefined)
  if (body instanceof ArrayBuffer) return body
  if (isTile) return new ArrayBuffer(0)
  throw new Error('Not saved on this device')
}

/** The style, with all its files read by way of this protocol. It needs no files that describe its sources. */
export function throughProtocol(style: StyleSpecification, access: AreaAccess): StyleSpecification {
  const { sprite, glyphs } = style
  const from = access.isLive ? 'live' : 'offline'
  accesses.set(from, access)
  const saved: Saved = (address, kind) => `${SAVED_PROTOCOL}://${from}/${kind}/${address.replace('://', '/')}`
  return {
    ...style,
    ...(typeof sprite === 'string' && { sprite: saved(sprite, 'file') }),
    ...(Array.isArray(sprite) && { sprite: sprite.map(({ id, url }) => ({ id, url: saved(url, 'file') })) }),
    ...(typeof glyphs === 'string' && { glyphs: saved(glyphs, 'file') }),
    sources: mapValues(style.sources, (source) => sourceThroughProtocol(source, saved, access)),
  }
}

function sourceThroughProtocol(source: SourceSpecification, saved: Saved, { isLive }: AreaAccess): SourceSpecification {
  if ('tiles' in source && Array.isArray(source.tiles)) {
    const { maxzoom } = source
    const last = isLive ? maxzoom : Math.min(LAST_SAVED_ZOOM, maxzoom ?? LAST_SAVED_ZOOM)
    const tiles = source.tiles.map((tile) => saved(tile, 'tile'))
    return { ...source, tiles, ...(last !== undefined && { maxzoom: last }) } as SourceSpecification
  }
  if (source.type === 'geojson' && typeof source.data === 'string')
    return { ...source, data: saved(source.data, 'file') }
  return source
}
