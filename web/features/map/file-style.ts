import { layers, namedFlavor } from '@protomaps/basemaps'
import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl'
import { TileType } from 'pmtiles'
import * as m from '#messages'
import { overBase } from './base-style.ts'
import type { MapColours } from './map-colours.ts'
import { TileFile, tileOf } from './tile-file.ts'

const PROTOCOL = 'tiles'
const SOURCE = 'tiles'
/** The file that the map shows. */
let shown: TileFile | undefined

/**
 * The style of a file of tiles in Protomaps' form (https://docs.protomaps.com/basemaps/layers), over the bundled map.
 * @throws Error if the file cannot be read, or has no vector tiles
 */
export async function readFileStyle(
  address: string,
  isDark: boolean,
  colours: MapColours,
): Promise<StyleSpecification> {
  const file = new TileFile(address)
  const header = await file.readHeader()
  if (header.tileType !== TileType.Mvt) throw new Error('tiles: no vector tiles')
  shown = file
  addProtocol(PROTOCOL, async ({ url }) => ({
    data: shown ? await shown.readTile(...tileOf(url)) : new ArrayBuffer(0),
  }))
  const { minLon, minLat, maxLon, maxLat } = header
  const style: StyleSpecification = {
    version: 8,
    sources: {
      [SOURCE]: {
        type: 'vector',
        tiles: [`${PROTOCOL}://{z}/{x}/{y}`],
        minzoom: header.minZoom,
        maxzoom: header.maxZoom,
        bounds: [minLon, minLat, maxLon, maxLat],
        attribution: m.map_file_credit(),
      },
    },
    layers: (layers(SOURCE, namedFlavor(isDark ? 'dark' : 'light'), { lang: 'en' }) as LayerSpecification[]).map(
      withoutIcon,
    ),
  }
  return overBase(style, colours)
}

/** The pictures of Protomaps' icons are on another server. */
function withoutIcon(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol') return layer
  const { 'icon-image': _icon, ...layout } = layer.layout ?? {}
  return { ...layer, layout }
}
