import { otherFormOf, wordsOf } from './search-key.ts'

/*
 * A gazetteer that can be searched.
 * Job: find places by the words of their names. search.ts ranks them.
 * Invariants: places are sorted by size, the largest first; words are sorted and unique. Where the texts are stored is
 *   up to the implementation: in bytes on the server, in strings on the device.
 */

/** A city or an airport of the gazetteer. */
export interface GazetteerPlace {
  name: string
  /** Other names, in the order of preference. */
  others: readonly string[]
  /** Its index in `regions`. */
  region: number
  lat: number
  lon: number
  kind: 'city' | 'airport'
  /** The IATA code of an airport; '' for a city. */
  code: string
  /** How large it is: the decimal logarithm of its population, for an airport what compares with that. */
  size: number
}

/** A province or state with its country. Each country also has one region without a name. */
export interface Region {
  name: string
  /** As people abbreviate it, such as ON for Ontario; '' if unknown. */
  code: string
  /** ISO 3166 alpha-2; '' if unknown. */
  country: string
}

/** The words by which places of a country or region are found too. */
export type CountryNames = Readonly<Record<string, readonly string[]>>

/** Sorted, unique words, and what each of them is about: the numbers from its start to the start of the next. */
export interface WordIndex {
  wordCount: number
  wordAt: (word: number) => string
  starts: ArrayLike<number>
  entries: ArrayLike<number>
}

export interface Gazetteer {
  placeCount: number
  /** Latitudes and longitudes in degrees. */
  lats: ArrayLike<number>
  lons: ArrayLike<number>
  sizes: ArrayLike<number>
  /** For each place the index of its region. */
  regionOf: ArrayLike<number>
  regions: readonly Region[]
  isAirport: (place: number) => boolean
  codeOf: (place: number) => string
  /** Its name, then its other names. */
  namesOf: (place: number) => readonly string[]
  /** Its entries are postings. */
  placeWords: WordIndex
  /** Its entries are indexes of regions. */
  regionWords: WordIndex
}

/** A posting says that a word is in a name of a place: the place's index, and these flags about the name. */
export const FLAG_BITS = 4
/** The name is the place's first one. */
export const IS_MAIN = 1
/** The name begins with the word. */
export const IS_FIRST = 2
/** The name has no other word. */
export const IS_ONLY = 4
/** The word is the code of an airport. */
export const IS_CODE = 8

/** An index in memory. */
export interface WrittenIndex extends WordIndex {
  words: readonly string[]
  starts: Uint32Array
  entries: Uint32Array
}

/** @param places sorted by size, the largest first */
export function indexPlaces(places: readonly GazetteerPlace[]): WrittenIndex {
  const postings = new Map<string, number[]>()
  const add = (word: string, place: number, flags: number) => addTo(postings, word, (place << FLAG_BITS) | flags)
  for (const [place, { name, others, code }] of places.entries()) {
    if (code !== '') add(code.toLowerCase(), place, IS_CODE)
    for (const [index, text] of [name, ...others].entries()) {
      const words = wordsOf(text)
      for (const [at, word] of words.entries()) {
        const flags = (index === 0 ? IS_MAIN : 0) | (at === 0 ? IS_FIRST : 0) | (words.length === 1 ? IS_ONLY : 0)
        add(word, place, flags)
        const other = otherFormOf(word)
        if (other !== undefined) add(other, place, flags)
      }
    }
  }
  return writeIndex(postings)
}

/** What a word begins with that is found only as a whole: codes, so that 'on' is Ontario and 'o' is not. */
export const WHOLE = '='

/** The words by which places are found by their region or country. */
export function indexRegions(regions: readonly Region[], countryNames: CountryNames): WrittenIndex {
  const indexes = new Map<string, number[]>()
  for (const [region, { name, code, country }] of regions.entries()) {
    for (const text of [name, ...(countryNames[country] ?? [])])
      for (const word of wordsOf(text)) addTo(indexes, word, region)
    for (const text of [code, country]) if (text !== '') addTo(indexes, WHOLE + text.toLowerCase(), region)
  }
  return writeIndex(indexes)
}

/** An entry may be there twice, which changes nothing that is found. */
function addTo(index: Map<string, number[]>, word: string, entry: number): void {
  const entries = index.get(word)
  if (!entries) index.set(word, [entry])
  else if (entries.at(-1) !== entry) entries.push(entry)
}

function writeIndex(index: ReadonlyMap<string, readonly number[]>): WrittenIndex {
  const words = [...index.keys()].sort()
  const starts = new Uint32Array(words.length + 1)
  const entries: number[] = []
  for (const [at, word] of words.entries()) {
    for (const entry of index.get(word) ?? []) entries.push(entry)
    starts[at + 1] = entries.length
  }
  return { words, wordCount: words.length, wordAt: (at) => words[at] ?? '', starts, entries: Uint32Array.from(entries) }
}

/**
 * A gazetteer in memory.
 * @param places in any order
 */
export function buildGazetteer(
  places: readonly GazetteerPlace[],
  regions: readonly Region[],
  countryNames: CountryNames,
): Gazetteer {
  const sorted = sortBySize(places)
  const at = (place: number) => sorted[place] as GazetteerPlace
  return {
    placeCount: sorted.length,
    lats: sorted.map(({ lat }) => lat),
    lons: sorted.map(({ lon }) => lon),
    sizes: sorted.map(({ size }) => size),
    regionOf: sorted.map(({ region }) => region),
    regions,
    isAirport: (place) => at(place).kind === 'airport',
    codeOf: (place) => at(place).code,
    namesOf: (place) => [at(place).name, ...at(place).others],
    placeWords: indexPlaces(sorted),
    regionWords: indexRegions(regions, countryNames),
  }
}

export const sortBySize = (places: readonly GazetteerPlace[]) => places.toSorted((one, other) => other.size - one.size)
