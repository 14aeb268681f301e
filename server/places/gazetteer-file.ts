import type { CountryNames, Gazetteer, GazetteerPlace, Region, WordIndex } from '#domain/places/gazetteer.ts'
import { indexPlaces, indexRegions, sortBySize } from '#domain/places/gazetteer.ts'

/*
 * The gazetteer as a file, which is searched as it is: nothing is parsed, and its texts are never all in the heap.
 * Job: 'encode' writes it when the app is built, 'read' gives it to domain/places/search.ts.
 * Invariants: written and read by the same version of the app, so there is no version in it. Numbers are little-endian.
 */

/** Where each part is: its offset and length in bytes. They begin at multiples of four, for typed arrays. */
type Parts = Record<PartName, { at: number; length: number }>
const partNames = [
  'lats',
  'lons',
  'sizes',
  'regionOf',
  'codes',
  'nameStarts',
  'names',
  'wordStarts',
  'words',
  'postingStarts',
  'postings',
  'regionWordStarts',
  'regionWords',
  'regionStarts',
  'regionEntries',
] as const
type PartName = (typeof partNames)[number]

interface Header {
  placeCount: number
  regions: readonly Region[]
  parts: Parts
}

const CODE_LENGTH = 3

/** @param places in any order */
export function encodeGazetteer(
  places: readonly GazetteerPlace[],
  regions: readonly Region[],
  countryNames: CountryNames,
): Buffer {
  const sorted = sortBySize(places)
  const [placeWords, regionWords] = [indexPlaces(sorted), indexRegions(regions, countryNames)]
  const names = packTexts(sorted.map(({ name, others }) => [name, ...others].join('\n')))
  const [ofPlaces, ofRegions] = [packTexts(placeWords.words), packTexts(regionWords.words)]
  const bytes: Record<PartName, ArrayBufferView> = {
    lats: Float32Array.from(sorted, ({ lat }) => lat),
    lons: Float32Array.from(sorted, ({ lon }) => lon),
    sizes: Float32Array.from(sorted, ({ size }) => size),
    regionOf: Uint16Array.from(sorted, ({ region }) => region),
    codes: Buffer.from(sorted.map(({ code }) => code.padEnd(CODE_LENGTH)).join(''), 'latin1'),
    nameStarts: names.starts,
    names: names.bytes,
    wordStarts: ofPlaces.starts,
    words: ofPlaces.bytes,
    postingStarts: placeWords.starts,
    postings: placeWords.entries,
    regionWordStarts: ofRegions.starts,
    regionWords: ofRegions.bytes,
    regionStarts: regionWords.starts,
    regionEntries: regionWords.entries,
  }
  let at = 0
  const parts = Object.fromEntries(
    partNames.map((name) => {
      const part = { at, length: bytes[name].byteLength }
      at = aligned(at + part.length)
      return [name, part]
    }),
  ) as Parts
  const header: Header = { placeCount: sorted.length, regions, parts }
  const head = Buffer.from(JSON.stringify(header))
  const start = aligned(4 + head.length)
  const file = Buffer.alloc(start + at)
  file.writeUInt32LE(head.length, 0)
  head.copy(file, 4)
  for (const name of partNames) {
    const { buffer, byteOffset, byteLength } = bytes[name]
    Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).copy(file, start + parts[name].at)
  }
  return file
}

/** @param file as `encodeGazetteer` made it */
export function readGazetteer(file: Buffer): Gazetteer {
  const headLength = file.readUInt32LE(0)
  const { parts, placeCount, regions } = JSON.parse(file.toString('utf8', 4, 4 + headLength)) as Header
  const start = aligned(4 + headLength)
  // Typed arrays need an aligned offset, which a buffer from a pool may not have.
  const { buffer, byteOffset } = file.byteOffset % 4 === 0 ? file : new Uint8Array(file)
  const offsetOf = (name: PartName) => byteOffset + start + parts[name].at
  const floats = (name: PartName) => new Float32Array(buffer, offsetOf(name), parts[name].length / 4)
  const integers = (name: PartName) => new Uint32Array(buffer, offsetOf(name), parts[name].length / 4)
  const bytes = (name: PartName) => Buffer.from(buffer as ArrayBuffer, offsetOf(name), parts[name].length)
  const texts = (name: PartName, starts: Uint32Array) => {
    const packed = bytes(name)
    return (at: number) => packed.toString('utf8', starts[at], starts[at + 1])
  }
  const index = (starts: PartName, words: PartName, ofEntries: PartName, entries: PartName): WordIndex => {
    const wordStarts = integers(starts)
    return {
      wordCount: wordStarts.length - 1,
      wordAt: texts(words, wordStarts),
      starts: integers(ofEntries),
      entries: integers(entries),
    }
  }
  const codes = bytes('codes')
  const namesAt = texts('names', integers('nameStarts'))
  const codeOf = (place: number) => codes.toString('latin1', place * CODE_LENGTH, (place + 1) * CODE_LENGTH).trim()
  return {
    placeCount,
    regions,
    lats: floats('lats'),
    lons: floats('lons'),
    sizes: floats('sizes'),
    regionOf: new Uint16Array(buffer, offsetOf('regionOf'), placeCount),
    codeOf,
    isAirport: (place) => codeOf(place) !== '',
    namesOf: (place) => namesAt(place).split('\n'),
    placeWords: index('wordStarts', 'words', 'postingStarts', 'postings'),
    regionWords: index('regionWordStarts', 'regionWords', 'regionStarts', 'regionEntries'),
  }
}

const aligned = (length: number) => Math.ceil(length / 4) * 4

function packTexts(texts: readonly string[]): { starts: Uint32Array; bytes: Buffer } {
  const packed = texts.map((text) => Buffer.from(text))
  const starts = new Uint32Array(texts.length + 1)
  for (const [at, { length }] of packed.entries()) starts[at + 1] = (starts[at] ?? 0) + length
  return { starts, bytes: Buffer.concat(packed) }
}
