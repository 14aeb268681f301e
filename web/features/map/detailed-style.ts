import type { StyleSpecification } from 'maplibre-gl'
import { findAreaCache, type MapService, readAreaFile } from '#web/data/storage/map-areas.ts'
import { overBase } from './base-style.ts'
import type { MapColours } from './map-colours.ts'
import { type AreaAccess, throughProtocol } from './saved-protocol.ts'
import { parseStyle, withSourceFiles } from './style-files.ts'

const TIMEOUT_MS = 15_000

/** Which detailed map is shown. */
export interface DetailedMap {
  map: MapService
  /** Whether its service is asked for it. Otherwise what is saved on this device is all. */
  isLive: boolean
  /** Whose area of which trip is read first; undefined if nothing is saved of this map. */
  area: { userId: string; tripId: string; facts: unknown } | undefined
}

/** The style of the detailed map. @throws Error if it cannot be loaded */
export async function loadDetailedStyle(
  { map, isLive, area }: DetailedMap,
  isDark: boolean,
  colours: MapColours,
): Promise<StyleSpecification> {
  const cache = area && (await findAreaCache(area.userId, area.tripId))
  const access: AreaAccess | undefined = cache && { cache, isLive }
  if (!access && !isLive) throw new Error('Not saved on this device')
  if (map.pmtiles !== '') {
    const { readFileStyle } = await import('./file-style.ts')
    return readFileStyle({ address: map.pmtiles, access, facts: area?.facts }, isDark, colours)
  }
  const address = isDark ? map.dark_style : map.style
  if (!access) return overBase(parseStyle(await fetchText(address), address), colours)
  const read = isLive ? fetchText : (saved: string) => readText(access.cache, saved)
  const style = await withSourceFiles(parseStyle(await read(address), address), read)
  return overBase(throughProtocol(style, access), colours)
}

/** The fonts of the style's names, with which others are written too. */
export function fontsOf({ layers }: StyleSpecification): string[] {
  for (const layer of layers) {
    const fonts: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined
    if (Array.isArray(fonts) && fonts.every((font) => typeof font === 'string')) return fonts
  }
  return ['sans-serif']
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), referrerPolicy: 'no-referrer' })
  const text = response.ok ? await response.text() : ''
  if (text === '') throw new Error(`No style of a map: ${response.status}`)
  return text
}

async function readText(cache: Cache, address: string): Promise<string> {
  const found = await readAreaFile(cache, new URL(address).href)
  if (!(found instanceof ArrayBuffer)) throw new Error('Not saved on this device')
  return new TextDecoder().decode(found)
}
