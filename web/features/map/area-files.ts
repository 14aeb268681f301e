import type { StyleSpecification } from 'maplibre-gl'
import type { Bounds } from '#domain/places/bounds.ts'
import { countTiles, type Tile, tilesOf } from '#domain/places/tiles.ts'
import { fetchMapFile } from '#web/data/offline/fetch-map-file.ts'
import type { AreaFile } from '#web/data/offline/map-area.ts'
import type { MapService } from '#web/data/storage/map-areas.ts'
import { LAST_SAVED_ZOOM } from './saved-protocol.ts'
import { parseStyle, withSourceFiles } from './style-files.ts'

/*
 * Which files an area of a service's map has.
 * Job: reads the styles by day and by night, and lists what they name: files of sources, sprites, letters and tiles.
 * Invariants: each file is listed once; what both styles use, such as tiles, is not listed twice.
 */

/** Latin letters, also those with accents, and the signs of texts. The device's fonts draw all others. */
const LETTERS = ['0-255', '256-511', '8192-8447']
/** What the library draws names with, where the style says nothing. */
const DEFAULT_FONTS = 'Open Sans Regular,Arial Unicode MS Regular'
/** More are not listed: no area of 60 MB has as many, and no service expects them. */
export const MAX_TILES = 12_000

/** The tiles of one source. */
export interface TileSet {
  addresses: readonly string[]
  isFromSouth: boolean
  minZoom: number
  maxZoom: number
}

export interface ServiceFiles {
  /** Styles and descriptions of sources, which were read to list the others. */
  read: Map<string, ArrayBuffer>
  /** Sprites and shapes. */
  pictures: string[]
  letters: string[]
  tileSets: TileSet[]
}

/** @throws Error if the service does not answer, or has no style */
export async function listServiceFiles(map: MapService, signal: AbortSignal): Promise<ServiceFiles> {
  const read = new Map<string, ArrayBuffer>()
  const readText = async (address: string) => {
    const known = read.get(new URL(address).href) ?? (await fetchMapFile(address, signal))
    if (!known) throw new Error('No style of a map')
    read.set(new URL(address).href, known)
    return new TextDecoder().decode(known)
  }
  const addresses = [...new Set([map.style, map.dark_style])]
  const styles = await Promise.all(
    addresses.map(async (address) => withSourceFiles(parseStyle(await readText(address), address), readText)),
  )
  const sets = new Map(styles.flatMap(tileSetsOf).map((set) => [set.addresses.join(' '), set]))
  return {
    read,
    pictures: unique(styles.flatMap(picturesOf)),
    letters: unique(styles.flatMap(lettersOf)),
    tileSets: [...sets.values()],
  }
}

/** The files of an area, so that a part of them is of use: first what every place needs, then tile by tile. */
export function filesOfArea({ read, pictures, letters, tileSets }: ServiceFiles, boxes: readonly Bounds[]): AreaFile[] {
  return [
    ...[...read].map(([address, body]) => ({ address, read: async () => body })),
    ...[...pictures, ...letters].map((address) => ({ address })),
    ...savedZooms.flatMap((zoom) =>
      tileSets
        .filter((set) => hasZoom(set, zoom))
        .flatMap((set) => tilesOf(boxes, zoom).map((tile) => ({ address: tileAddress(set, tile) }))),
    ),
  ]
}

/** How many tiles an area has, at most. */
export function countAreaTiles(tileSets: readonly TileSet[], boxes: readonly Bounds[]): number {
  const counts = savedZooms.map((zoom) => countTiles(boxes, zoom) * tileSets.filter((set) => hasZoom(set, zoom)).length)
  return counts.reduce((sum, count) => sum + count, 0)
}

export const savedZooms = Array.from({ length: LAST_SAVED_ZOOM + 1 }, (_, zoom) => zoom)

export const hasZoom = ({ minZoom, maxZoom }: TileSet, zoom: number) => zoom >= minZoom && zoom <= maxZoom

/** As the library fills in the address of a tile. */
export function tileAddress({ addresses, isFromSouth }: TileSet, { zoom, x, y }: Tile): string {
  const values: Record<string, string> = {
    z: String(zoom),
    x: String(x),
    y: String(isFromSouth ? 2 ** zoom - y - 1 : y),
    ratio: devicePixelRatio > 1 ? '@2x' : '',
    prefix: (x % 16).toString(16) + (y % 16).toString(16),
    quadkey: quadkeyOf(zoom, x, y),
  }
  const template = addresses[(x + y) % addresses.length] ?? ''
  return new URL(template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)).href
}

function quadkeyOf(zoom: number, x: number, y: number): string {
  const digit = (at: number) => ((x >> at) & 1) + 2 * ((y >> at) & 1)
  return Array.from({ length: zoom }, (_, index) => digit(zoom - 1 - index)).join('')
}

function tileSetsOf({ sources, layers }: StyleSpecification): TileSet[] {
  const used = new Set(layers.map((layer) => ('source' in layer ? layer.source : undefined)))
  return Object.entries(sources).flatMap(([id, source]) => {
    if (!used.has(id) || !('tiles' in source) || !source.tiles?.length) return []
    const { tiles: addresses, minzoom: minZoom = 0, maxzoom: maxZoom = 22 } = source
    return [{ addresses, isFromSouth: 'scheme' in source && source.scheme === 'tms', minZoom, maxZoom }]
  })
}

function picturesOf({ sprite, sources }: StyleSpecification): string[] {
  const sprites = typeof sprite === 'string' ? [sprite] : (sprite ?? []).map(({ url }) => url)
  const shapes = Object.values(sources).flatMap((source) =>
    source.type === 'geojson' && typeof source.data === 'string' ? [source.data] : [],
  )
  const parts = ['.json', '.png', '@2x.json', '@2x.png']
  return [...sprites.flatMap((address) => parts.map((part) => withEnding(address, part))), ...shapes].map(
    (address) => new URL(address).href,
  )
}

/** The query stays at the end. */
function withEnding(address: string, ending: string): string {
  const url = new URL(address)
  url.pathname += ending
  return url.href
}

function lettersOf({ glyphs, layers }: StyleSpecification): string[] {
  if (glyphs === undefined) return []
  const named = layers.filter((layer) => layer.type === 'symbol').map(({ layout }) => layout)
  const stacks = named.flatMap((layout) => {
    if (layout?.['text-field'] === undefined) return []
    return layout['text-font'] === undefined ? [DEFAULT_FONTS] : stacksIn(layout['text-font'])
  })
  return unique(stacks).flatMap((stack) =>
    LETTERS.map((range) => new URL(glyphs.replace('{fontstack}', stack).replace('{range}', range)).href),
  )
}

/** The lists of fonts in a value, in an expression (`['literal', fonts]`) or in the stops of an old function. */
function stacksIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (!Array.isArray(value)) return Object.values(value).flatMap(stacksIn)
  const [first, second] = value as unknown[]
  if (first === 'literal' && Array.isArray(second)) return [second.join()]
  const isFonts = value.every((part) => typeof part === 'string') && !OPERATORS.has(String(first))
  return isFonts ? [value.join()] : value.flatMap(stacksIn)
}

/** Expressions of strings alone, which are no list of fonts. */
const OPERATORS = new Set(['get', 'zoom', 'feature-state', 'global-state'])

const unique = (texts: readonly string[]) => [...new Set(texts)]
