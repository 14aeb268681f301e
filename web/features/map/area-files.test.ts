import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bounds } from '#domain/places/bounds.ts'
import { tilesOf } from '#domain/places/tiles.ts'
import type { AreaFiles } from '#web/data/offline/map-area.ts'
import type { AreaAbout, MapService } from '#web/data/storage/map-areas.ts'
import { TileFile } from '#web/trip-core/places/tile-file.ts'
import { writePmtiles } from '../../../scripts/place-data/pmtiles.ts'
import { tileAddress } from './area-files.ts'
import { listArea, measureArea } from './area-size.ts'
import { loadSaved, throughProtocol } from './saved-protocol.ts'
import { parseStyle } from './style-files.ts'

const lake: Bounds = { south: 45.55, north: 45.58, west: -78.62, east: -78.58 }
const ontario: Bounds = { south: 44, north: 47, west: -80, east: -76 }
const map = (): MapService => ({
  name: 'Maps',
  style: 'https://maps.test/styles/day.json?key=1',
  dark_style: 'https://maps.test/styles/night.json?key=1',
  pmtiles: '',
})
const about = (service: MapService, boxes = [lake]): AreaAbout => ({ map: service, boxes, place: '' })
const { signal } = new AbortController()
async function filesOf(service: MapService): Promise<AreaFiles> {
  const listed = await listArea(about(service), signal)
  if (listed === 'too_large') throw new Error('The area is too large')
  return listed
}

const style = (font: unknown) => ({
  version: 8,
  sprite: 'sprites/all?key=1',
  glyphs: 'https://fonts.test/{fontstack}/{range}.pbf',
  sources: {
    land: { type: 'vector', url: '../land.json' },
    shade: { type: 'raster', tiles: ['https://a.test/{z}/{x}/{y}{ratio}.png'], maxzoom: 3 },
    unused: { type: 'vector', tiles: ['https://unused.test/{z}/{x}/{y}'] },
    parks: { type: 'geojson', data: 'parks.json' },
  },
  layers: [
    { id: 'shade', type: 'raster', source: 'shade' },
    { id: 'land', type: 'fill', source: 'land', 'source-layer': 'land' },
    { id: 'names', type: 'symbol', source: 'land', layout: { 'text-field': ['get', 'name'], 'text-font': font } },
    { id: 'icons', type: 'symbol', source: 'land', layout: { 'icon-image': 'dot', 'text-font': ['No Text'] } },
  ],
})
const landFile = { tiles: ['https://tiles.test/{z}/{x}/{y}.pbf'], minzoom: 1, maxzoom: 15, attribution: 'Somebody' }

/** What each address has; a tile has as many bytes as its zoom level, times a thousand. */
let answers: Record<string, unknown>
let asked: string[]

beforeEach(() => {
  asked = []
  answers = {
    'https://maps.test/styles/day.json?key=1': style(['Noto Sans Regular', 'Fallback']),
    'https://maps.test/styles/night.json?key=1': style([
      'step',
      ['zoom'],
      ['literal', ['Noto Sans Regular', 'Fallback']],
      8,
      ['literal', ['Noto Sans Bold']],
    ]),
    'https://maps.test/land.json': landFile,
  }
  vi.stubGlobal('location', { href: 'https://wayfare.test/trip/1/map' })
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (address in answers) return new Response(JSON.stringify(answers[address]))
    const [, zoom] = /^https:\/\/tiles\.test\/(\d+)\//.exec(address) ?? []
    return new Response(new Uint8Array(Number(zoom ?? 0) * 1000))
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the files of a service’s area', () => {
  it('are its styles, descriptions, sprites, letters and tiles, each once, the important ones first', async () => {
    const addresses = (await filesOf(map())).files.map(({ address }) => address)
    expect(new Set(addresses).size).toBe(addresses.length)
    const tileCount = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => tilesOf([lake], from + index).length).reduce((a, b) => a + b)
    expect(addresses.slice(0, 3).toSorted()).toEqual([
      'https://maps.test/land.json',
      'https://maps.test/styles/day.json?key=1',
      'https://maps.test/styles/night.json?key=1',
    ])
    expect(addresses.slice(3, 14)).toEqual([
      'https://maps.test/styles/sprites/all.json?key=1',
      'https://maps.test/styles/sprites/all.png?key=1',
      'https://maps.test/styles/sprites/all@2x.json?key=1',
      'https://maps.test/styles/sprites/all@2x.png?key=1',
      'https://maps.test/styles/parks.json',
      ...['Noto%20Sans%20Regular,Fallback', 'Noto%20Sans%20Bold'].flatMap((stack) =>
        ['0-255', '256-511', '8192-8447'].map((range) => `https://fonts.test/${stack}/${range}.pbf`),
      ),
    ])
    const tiles = addresses.slice(14)
    expect(tiles).toHaveLength(tileCount(1, 14) + tileCount(0, 3))
    expect(tiles[0]).toBe('https://a.test/0/0/0.png')
    expect(tiles.at(-1)).toMatch(/^https:\/\/tiles\.test\/14\/\d+\/\d+\.pbf$/)
  })

  it('cannot be listed if the service has no style', async () => {
    answers['https://maps.test/styles/night.json?key=1'] = { hello: 'world' }
    await expect(listArea(about(map()), signal)).rejects.toThrow('No style')
  })

  it('have the addresses that the map asks for', () => {
    const set = {
      addresses: ['https://a/{z}/{x}/{y}', 'https://b/{quadkey}'],
      isFromSouth: false,
      minZoom: 0,
      maxZoom: 9,
    }
    expect(tileAddress(set, { zoom: 3, x: 3, y: 5 })).toBe('https://a/3/3/5')
    expect(tileAddress(set, { zoom: 3, x: 3, y: 4 })).toBe('https://b/211')
    const south = { ...set, addresses: ['https://a/{prefix}/{z}/{x}/{y}{ratio}'], isFromSouth: true }
    expect(tileAddress(south, { zoom: 3, x: 3, y: 5 })).toBe('https://a/35/3/3/2')
  })
})

describe('the size of a service’s area', () => {
  it('is estimated from some of its tiles, and what it is in the end is near', async () => {
    const service = map()
    const { bytes = 0, isExact } = await measureArea(service, [lake], signal)
    expect(isExact).toBe(false)
    expect(asked.length).toBeLessThan(30)
    const { files } = await filesOf(service)
    const zooms = files.map(({ address }) => Number(/^https:\/\/tiles\.test\/(\d+)\//.exec(address)?.[1] ?? 0))
    const tiles = zooms.reduce((sum, zoom) => sum + zoom * 1000, 0)
    const rest = 6 * 70_000 + 5 * 40_000
    expect(bytes - rest).toBeGreaterThan(tiles * 0.9)
    expect(bytes - rest).toBeLessThan(tiles * 1.2 + 5000)
  })

  it('asks for no tile twice', async () => {
    const service = map()
    await measureArea(service, [lake], signal)
    asked = []
    await measureArea(service, [lake], signal)
    expect(asked).toEqual([])
  })

  it('is not estimated for more tiles than anybody should save', async () => {
    expect(await measureArea(map(), [ontario], signal)).toEqual({ bytes: undefined, isExact: false })
    expect(asked.filter((address) => address.includes('tiles.test'))).toEqual([])
    expect(await listArea(about(map(), [ontario]), signal)).toBe('too_large')
  })
})

describe('the area of a PMTiles file', () => {
  const file = { ...map(), style: '', dark_style: '', pmtiles: 'https://wayfare.test/map/lake.pmtiles' }
  const tiles = [0, 5, 10, 14].flatMap((z) =>
    tilesOf([lake], z).map(({ x, y }) => ({ z, x, y, data: new TextEncoder().encode(`${z}/${x}/${y}`.repeat(20)) })),
  )
  const other = { z: 14, x: 1, y: 1, data: new Uint8Array(100) }
  const serve = (whole: Uint8Array) =>
    vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: { Range: string } }) => {
      const [from = 0, to = 0] = headers.Range.slice('bytes='.length).split('-').map(Number)
      return new Response(new Uint8Array(whole.subarray(from, to + 1)), { status: 206 })
    })
  /** A file whose directories are in more than one place. */
  const writeLarge = () => serve(withLeaf(writePmtiles(tiles, {})))
  beforeEach(() => void serve(writePmtiles([...tiles, other], {})))

  it('weighs exactly what its entries say, and has only the tiles that are in the file', async () => {
    const { bytes, isExact } = await measureArea(file, [lake], signal)
    expect(isExact).toBe(true)
    const { files, facts } = await filesOf(file)
    expect(files).toHaveLength(tiles.length)
    const parts = await Promise.all(files.map(({ read }) => read?.(new AbortController().signal)))
    expect(parts.reduce((sum, part) => sum + (part?.byteLength ?? 0), 0)).toBe(bytes)
    expect(facts).toMatchObject({ minZoom: 0, maxZoom: 14, compression: 2 })
    expect(files[0]?.address).toMatch(/^https:\/\/wayfare\.test\/map-area\/[\d-]+\/0\/0\/0$/)
  })

  it('may be too large', async () => {
    expect(await measureArea(file, [ontario], signal)).toEqual({ bytes: undefined, isExact: true })
    expect(await listArea(about(file, [ontario]), signal)).toBe('too_large')
  })

  describe('on a server that does not answer', () => {
    /** Answers the first requests, and no other until its signal ends. */
    const silentAfter = (count: number) => {
      const answering = globalThis.fetch
      const seen = { requests: 0, ended: 0 }
      vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
        seen.requests += 1
        if (seen.requests <= count) return answering(address, init)
        return new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => {
            seen.ended += 1
            reject(new DOMException('Aborted', 'AbortError'))
          })
        })
      })
      return seen
    }
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    it.each([
      ['its header', 0],
      ['its directories', 1],
    ])('ends at once for whoever cancels while it reads %s', async (_, count) => {
      writeLarge()
      const seen = silentAfter(count)
      const cancelling = new AbortController()
      const listed = listArea(about(file), cancelling.signal)
      await expect.poll(() => seen.requests).toBe(count + 1)
      cancelling.abort()
      await expect(listed).rejects.toThrow()
    })

    it.each([
      ['its header', 0],
      ['its directories', 1],
    ])('gives up on %s after 30 seconds', async (_, count) => {
      writeLarge()
      const seen = silentAfter(count)
      const listed = listArea(about(file), signal)
      listed.catch(() => {})
      await expect.poll(() => seen.requests).toBe(count + 1)
      await vi.advanceTimersByTimeAsync(30_000)
      await expect(listed).rejects.toThrow()
      expect(seen.ended).toBe(1)
    })

    it('gives up on a tile after 30 seconds', async () => {
      const { files } = await filesOf(file)
      silentAfter(0)
      const reading = files[0]?.read?.(signal)
      reading?.catch(() => {})
      await vi.advanceTimersByTimeAsync(30_000)
      await expect(reading).rejects.toThrow()
    })

    it('is asked again for a directory that it did not send', async () => {
      writeLarge()
      const answering = globalThis.fetch
      const tileFile = new TileFile(file.pmtiles)
      const [tile] = tilesOf([lake], 14)
      const find = () => tileFile.findPart(14, tile?.x ?? 0, tile?.y ?? 0, signal)
      await tileFile.readHeader()
      vi.stubGlobal('fetch', async () => {
        throw new TypeError('Failed to fetch')
      })
      await expect(find()).rejects.toThrow()
      vi.stubGlobal('fetch', answering)
      expect(await find()).toBeDefined()
    })
  })
})

/** A file with its directory in a leaf, to which the root directory points. */
function withLeaf(file: Buffer): Buffer {
  const [header, rest] = [Buffer.from(file.subarray(0, 127)), file.subarray(127)]
  const numberAt = (index: number) => Number(header.readBigUInt64LE(8 + index * 8))
  const length = numberAt(1)
  // One entry: no tile, a run of none, its length, and where it begins.
  const root = gzipSync(Buffer.from([1, 0, 0, (length & 127) | 128, length >> 7, 1]))
  const after = 127 + root.length
  const numbers = [127, root.length, numberAt(2) + root.length, numberAt(3), after, length, numberAt(6) + root.length]
  for (const [index, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + index * 8)
  return Buffer.concat([header, root, rest])
}

describe('the protocol of what is saved', () => {
  const saved = new Map([['https://maps.test/styles/sprites/all@2x.json?key=1', '{"dot":{}}']])
  const cache = {
    match: async (address: string) => saved.has(address) && new Response(saved.get(address)),
  } as unknown as Cache
  const load = (url: string, type: 'json' | 'arrayBuffer' = 'arrayBuffer') =>
    loadSaved({ url, type }, new AbortController())
  const parsed = parseStyle(JSON.stringify(style(['A'])), 'https://maps.test/styles/day.json')
  const own = throughProtocol(parsed, { cache, isLive: false })
  throughProtocol(parsed, { cache, isLive: true })

  it('takes the place of every address of a style, and of no other', () => {
    expect(own.sprite).toBe('saved://offline/file/https/maps.test/styles/sprites/all?key=1')
    expect(own.glyphs).toBe('saved://offline/file/https/fonts.test/{fontstack}/{range}.pbf')
    expect(own.sources['shade']).toMatchObject({
      tiles: ['saved://offline/tile/https/a.test/{z}/{x}/{y}{ratio}.png'],
      maxzoom: 3,
    })
    expect(own.sources['parks']).toMatchObject({ data: 'saved://offline/file/https/maps.test/styles/parks.json' })
    expect(own.sources['unused']).toMatchObject({ maxzoom: 14 })
  })

  it('reads what is here without asking anybody, as the library writes it', async () => {
    const sprite = new URL(String(own.sprite))
    sprite.pathname += '@2x.json'
    expect(await load(sprite.href, 'json')).toEqual({ data: { dot: {} } })
    expect((await load('saved://offline/tile/https/tiles.test/9/1/2.pbf')).data).toEqual(new ArrayBuffer(0))
    await expect(load('saved://offline/file/https/fonts.test/A/0-255.pbf')).rejects.toThrow('Not saved')
    expect(asked).toEqual([])
  })

  it('asks the service for the rest where it may, and only for the style that may', async () => {
    expect((await load('saved://live/tile/https/tiles.test/9/1/2.pbf')).data).toHaveProperty('byteLength', 9000)
    expect(asked).toEqual(['https://tiles.test/9/1/2.pbf'])
  })
})
