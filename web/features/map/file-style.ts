import { layers, namedFlavor } from '@protomaps/basemaps'
import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl'
import { TileType } from 'pmtiles'
import * as m from '#messages'
import { readAreaFile } from '#web/data/storage/map-areas.ts'
import { TileFile } from '#web/trip-core/places/tile-file.ts'
import { overBase } from './base-style.ts'
import { type FileFacts, factsOf, isFileFacts, savedTileAddress } from './file-facts.ts'
import type { MapColours } from './map-colours.ts'
import { type AreaAccess, LAST_SAVED_ZOOM } from './saved-protocol.ts'
import { tileOf } from './tile-address.ts'

const PROTOCOL = 'tiles'
const SOURCE = 'tiles'

/** The file that the map shows. */
interface ShownFile {
  file: TileFile
  facts: FileFacts
  access: AreaAccess | undefined
}
let shown: ShownFile | undefined

interface FileToShow {
  address: string
  /** What is saved of it. */
  access: AreaAccess | undefined
  /** What was noted of the file when it was saved. */
  facts: unknown
}

/**
 * The style of a file of tiles in Protomaps' form (https://docs.protomaps.com/basemaps/layers), over the bundled map.
 * @throws Error if the file cannot be read, or has no vector tiles
 */
export async function readFileStyle(
  { address, access, facts: noted }: FileToShow,
  isDark: boolean,
  colours: MapColours,
): Promise<StyleSpecification> {
  const file = new TileFile(address)
  const facts = await readFacts(file, access, noted)
  shown = { file, facts, access }
  addProtocol(PROTOCOL, async ({ url }) => ({
    data: shown ? await readTile(shown, ...tileOf(url)) : new ArrayBuffer(0),
  }))
  const style: StyleSpecification = {
    version: 8,
    sources: {
      [SOURCE]: {
        type: 'vector',
        tiles: [`${PROTOCOL}://{z}/{x}/{y}`],
        minzoom: facts.minZoom,
        maxzoom: access && !access.isLive ? Math.min(LAST_SAVED_ZOOM, facts.maxZoom) : facts.maxZoom,
        bounds: facts.bounds,
        attribution: m.map_file_credit(),
      },
    },
    layers: (layers(SOURCE, namedFlavor(isDark ? 'dark' : 'light'), { lang: 'en' }) as LayerSpecification[]).map(
      withoutIcon,
    ),
  }
  return overBase(style, colours)
}

async function readFacts(file: TileFile, access: AreaAccess | undefined, noted: unknown): Promise<FileFacts> {
  if (access && !access.isLive) {
    if (!isFileFacts(noted)) throw new Error('Not saved on this device')
    return noted
  }
  const header = await file.readHeader()
  if (header.tileType !== TileType.Mvt) throw new Error('tiles: no vector tiles')
  return factsOf(header)
}

/** A tile that is saved or, if the map may load it, from the file; else empty, so that the bundled map shows. */
async function readTile({ file, facts, access }: ShownFile, zoom: number, x: number, y: number): Promise<ArrayBuffer> {
  const saved = access && (await readAreaFile(access.cache, savedTileAddress(facts, { zoom, x, y })))
  if (saved instanceof ArrayBuffer) return file.unpack(saved, facts.compression)
  return !access || access.isLive ? file.readTile(zoom, x, y) : new ArrayBuffer(0)
}

/** The pictures of Protomaps' icons are on another server. */
function withoutIcon(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol') return layer
  const { 'icon-image': _icon, ...layout } = layer.layout ?? {}
  return { ...layer, layout }
}
