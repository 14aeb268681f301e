import type { SourceSpecification, StyleSpecification } from 'maplibre-gl'

/** Far more than any style has. */
const MAX_CHARACTERS = 5_000_000

/** Reads a text of a service: from the network, or what is saved of it. @throws if it is not there */
export type ReadText = (address: string) => Promise<string>

/** A style, with addresses that are absolute. @throws Error if the text is no style */
export function parseStyle(text: string, address: string): StyleSpecification {
  if (text.length > MAX_CHARACTERS) throw new Error('No style of a map: too long')
  const style: unknown = JSON.parse(text)
  if (!isStyle(style)) throw new Error('No style of a map')
  const { sprite, glyphs } = style
  return {
    ...style,
    ...(typeof sprite === 'string' && { sprite: absolute(sprite, address) }),
    ...(Array.isArray(sprite) && { sprite: sprite.map(({ id, url }) => ({ id, url: absolute(url, address) })) }),
    ...(typeof glyphs === 'string' && { glyphs: absolute(glyphs, address) }),
    sources: mapValues(style.sources, (source) => withAddress(source, address)),
  }
}

/** The style with what its sources' own files (TileJSON) say of them. @throws Error if one is not there, or is none */
export async function withSourceFiles(style: StyleSpecification, read: ReadText): Promise<StyleSpecification> {
  const sources = await Promise.all(
    Object.entries(style.sources).map(async ([id, source]) => [id, await withFile(source, read)] as const),
  )
  return { ...style, sources: Object.fromEntries(sources) }
}

/** As the library does it: the style's own settings come first. */
async function withFile(source: SourceSpecification, read: ReadText): Promise<SourceSpecification> {
  if (!('url' in source) || typeof source.url !== 'string' || !hasTiles(source)) return source
  const { url, ...own } = source
  const file: unknown = JSON.parse(await read(url))
  if (typeof file !== 'object' || file === null) throw new Error('No TileJSON')
  const { tiles, minzoom, maxzoom, attribution, bounds, scheme, tileSize } = file as Record<string, unknown>
  return {
    ...(typeof minzoom === 'number' && { minzoom }),
    ...(typeof maxzoom === 'number' && { maxzoom }),
    ...(typeof attribution === 'string' && { attribution }),
    ...(isBounds(bounds) && { bounds }),
    ...((scheme === 'tms' || scheme === 'xyz') && source.type !== 'raster-dem' && { scheme }),
    ...(typeof tileSize === 'number' && source.type !== 'vector' && { tileSize }),
    ...(Array.isArray(tiles) && { tiles: tiles.map((tile) => absolute(String(tile), url)) }),
    ...own,
  } as SourceSpecification
}

const isBounds = (value: unknown) =>
  Array.isArray(value) && value.length === 4 && value.every((each) => typeof each === 'number')

const hasTiles = ({ type }: SourceSpecification) => type === 'vector' || type === 'raster' || type === 'raster-dem'

function isStyle(value: unknown): value is StyleSpecification {
  if (typeof value !== 'object' || value === null) return false
  const { version, sources, layers } = value as Partial<Record<keyof StyleSpecification, unknown>>
  return version === 8 && typeof sources === 'object' && sources !== null && Array.isArray(layers)
}

function withAddress(source: SourceSpecification, address: string): SourceSpecification {
  if ('url' in source && typeof source.url === 'string') return { ...source, url: absolute(source.url, address) }
  if ('tiles' in source && Array.isArray(source.tiles))
    return { ...source, tiles: source.tiles.map((tile) => absolute(tile, address)) }
  if (source.type === 'geojson' && typeof source.data === 'string')
    return { ...source, data: absolute(source.data, address) }
  return source
}

/** The library takes no relative addresses. What is in braces stays as it is. */
export function absolute(relative: string, address: string): string {
  return new URL(relative, address).href.replaceAll('%7B', '{').replaceAll('%7D', '}')
}

export function mapValues<Value>(all: Record<string, Value>, change: (value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value)]))
}
