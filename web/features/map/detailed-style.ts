import type { SourceSpecification, StyleSpecification } from 'maplibre-gl'
import { overBase } from './base-style.ts'
import type { MapColours } from './map-colours.ts'

const TIMEOUT_MS = 15_000
/** Far more than any style has. */
const MAX_CHARACTERS = 5_000_000

export interface DetailedMap {
  /** The addresses of the styles, by day and by night; '' for a file of tiles. */
  style: string
  dark_style: string
  /** The address of the file of tiles; '' for styles. */
  pmtiles: string
}

/** The style of the detailed map. @throws Error if it cannot be loaded */
export async function loadDetailedStyle(
  { style, dark_style, pmtiles }: DetailedMap,
  isDark: boolean,
  colours: MapColours,
): Promise<StyleSpecification> {
  if (pmtiles === '') return loadAddressStyle(isDark ? dark_style : style, colours)
  const { readFileStyle } = await import('./file-style.ts')
  return readFileStyle(pmtiles, isDark, colours)
}

/**
 * Loads the style of a service of others, and lays it over the bundled map.
 * @param address of a style (MapLibre Style Specification)
 * @throws Error if there is no answer, or none that is a style
 */
async function loadAddressStyle(address: string, colours: MapColours): Promise<StyleSpecification> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), referrerPolicy: 'no-referrer' })
  const text = response.ok ? await response.text() : ''
  if (text === '' || text.length > MAX_CHARACTERS) throw new Error(`No style of a map: ${response.status}`)
  const style: unknown = JSON.parse(text)
  if (!isStyle(style)) throw new Error('No style of a map')
  const { sprite, glyphs } = style
  const own: StyleSpecification = {
    ...style,
    ...(typeof sprite === 'string' && { sprite: absolute(sprite, address) }),
    ...(typeof glyphs === 'string' && { glyphs: absolute(glyphs, address) }),
    sources: mapValues(style.sources, (source) => withAddress(source, address)),
  }
  return overBase(own, colours)
}

/** The fonts of the style's names, with which others are written too. */
export function fontsOf({ layers }: StyleSpecification): string[] {
  for (const layer of layers) {
    const fonts: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined
    if (Array.isArray(fonts) && fonts.every((font) => typeof font === 'string')) return fonts
  }
  return ['sans-serif']
}

function isStyle(value: unknown): value is StyleSpecification {
  if (typeof value !== 'object' || value === null) return false
  const { version, sources, layers } = value as Partial<Record<keyof StyleSpecification, unknown>>
  return version === 8 && typeof sources === 'object' && sources !== null && Array.isArray(layers)
}

function withAddress(source: SourceSpecification, address: string): SourceSpecification {
  if ('url' in source && typeof source.url === 'string') return { ...source, url: absolute(source.url, address) }
  if ('tiles' in source && Array.isArray(source.tiles))
    return { ...source, tiles: source.tiles.map((tile) => absolute(tile, address)) }
  return source
}

/** The library takes no relative addresses. What is in braces stays as it is. */
function absolute(relative: string, address: string): string {
  return new URL(relative, address).href.replaceAll('%7B', '{').replaceAll('%7D', '}')
}

function mapValues<Value>(all: Record<string, Value>, change: (value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value)]))
}
