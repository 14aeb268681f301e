import { type FoundPlace, MAX_FOUND_PLACES } from '../api/places.ts'
import { FLAG_BITS, type Gazetteer, IS_CODE, IS_FIRST, IS_MAIN, IS_ONLY, WHOLE, type WordIndex } from './gazetteer.ts'
import type { Position } from './position.ts'
import { otherFormOf, searchKey, wordsOf } from './search-key.ts'

/*
 * Searches a gazetteer, on the server and on the device.
 * Job: the places that have all words of a query, each at the beginning of a word of one of their names, or of their
 *   region or country. At least one word is in a name: 'paris tx', 'killarney ontario', 'yyz'.
 * Invariants: first everything is rated by what the index says (a pass over typed arrays), then only the best are
 *   compared with the text of their names.
 */

const MAX_WORDS = 8
/** How many places are compared with the text of their names. */
const SHORT_LIST = 40

/*
 * All ratings are in decimal logarithms of the population: a place whose name is what somebody typed comes before a
 * place with 100 times as many people whose name only begins with it.
 */
const WHOLE_NAME = 2
const FIRST_WORD = 0.2
const INNER_WORD = -0.8
const EXACT_WORD = 0.2
const OTHER_NAME = -0.5
/** Large cities have a hundred other names, each of which begins like something else. */
const BEGINNING_OF_OTHER_NAME = -1.5
/** As in 'yyz'. Small letters may also be the beginning of a name: 'van' is an airport, and begins Vancouver. */
const CODE = 0.6
const CODE_IN_CAPITALS = 4
/** What a place right here has over one far away, and the distance at which little of it is left. */
const NEARNESS = 3
const NEAR_KM = 1000

const KM_PER_DEGREE = 111.2
const RADIANS = Math.PI / 180

/**
 * Returns the places that a query finds, the best first, at most ten.
 * @param near places near it come before equally good ones
 */
export function searchGazetteer(gazetteer: Gazetteer, query: string, near?: Position): FoundPlace[] {
  const words = wordsOf(query).slice(0, MAX_WORDS)
  const ratings = query.trim() === words[0]?.toUpperCase() ? ratingsOfCapitals : ratingsOfSmall
  const matches = words.map((word, index) => {
    // A letter begins too many words, unless it is the last one of several: 'new y'.
    const mayContinue = word.length > 1 || (index > 0 && index === words.length - 1)
    return matchWord(gazetteer, word, { mayContinue, ratings, inNames: bufferOf(gazetteer, index) })
  })
  const nearness = near ? nearnessTo(gazetteer, near) : () => 0
  const rated = listBest(gazetteer, matches, ratings, nearness).flatMap(({ place }) => {
    const best = rateNames(gazetteer, place, matches, ratings)
    return best ? [{ place, ...best, rating: best.rating + (gazetteer.sizes[place] ?? 0) + nearness(place) }] : []
  })
  for (const { inNames, places } of matches) for (const place of places) inNames[place] = 0
  rated.sort((one, other) => other.rating - one.rating || one.place - other.place)
  const found: FoundPlace[] = []
  for (const { place, name } of rated) {
    const next = describe(gazetteer, place, name)
    if (!found.some((earlier) => isSamePlace(earlier, next))) found.push(next)
    if (found.length === MAX_FOUND_PLACES) break
  }
  return found
}

/** How a word is in the names of a place: the flags of a posting, and two more. 0 if it is in none. */
type Match = number
const IS_EXACT = 1 << FLAG_BITS
const IS_IN_NAMES = IS_EXACT << 1
const EVERY_MATCH = IS_IN_NAMES << 1

interface WordMatch {
  word: string
  /** By place. */
  inNames: Uint8Array
  /** The places that have it in their names. */
  places: number[]
  /** By region: whether the word is in its name, or in the names of its country. */
  inRegions: Uint8Array
}

const NOT_FOUND = -100

/** The rating of each match. */
const ratingsFor = (code: number) => Float32Array.from({ length: EVERY_MATCH }, (_, match) => rateMatch(match, code))

function rateMatch(match: Match, code: number): number {
  const isExact = (match & IS_EXACT) !== 0
  const isMain = (match & IS_MAIN) !== 0
  if (!(match & IS_IN_NAMES)) return NOT_FOUND
  if (match & IS_CODE) return isExact ? code : NOT_FOUND
  if (isExact && match & IS_ONLY) return WHOLE_NAME + (isMain ? 0 : OTHER_NAME)
  const rating = (match & IS_FIRST ? FIRST_WORD : INNER_WORD) + (isExact ? EXACT_WORD : 0)
  return rating + (isMain ? 0 : BEGINNING_OF_OTHER_NAME)
}

const ratingsOfSmall = ratingsFor(CODE)
const ratingsOfCapitals = ratingsFor(CODE_IN_CAPITALS)

const buffers = new WeakMap<Gazetteer, Uint8Array[]>()

/** A buffer of zeros for the matches of one word. Each search uses the same ones, and sets what it wrote to zero. */
function bufferOf(gazetteer: Gazetteer, word: number): Uint8Array {
  const known = buffers.get(gazetteer) ?? []
  buffers.set(gazetteer, known)
  known[word] ??= new Uint8Array(gazetteer.placeCount)
  return known[word]
}

interface MatchOptions {
  /** Whether words count that only begin with this one. */
  mayContinue: boolean
  ratings: Float32Array
  inNames: Uint8Array
}

function matchWord(gazetteer: Gazetteer, word: string, { mayContinue, ratings, inNames }: MatchOptions): WordMatch {
  const { placeWords } = gazetteer
  const places: number[] = []
  const { start, exactEnd, end } = findEntries(placeWords, word)
  const last = mayContinue ? end : exactEnd
  for (let index = start; index < last; index++) {
    const posting = placeWords.entries[index] ?? 0
    const match = IS_IN_NAMES | (index < exactEnd ? IS_EXACT : 0) | (posting & (IS_EXACT - 1))
    const rating = ratings[match] ?? NOT_FOUND
    if (rating === NOT_FOUND) continue
    const place = posting >>> FLAG_BITS
    const known = inNames[place] ?? 0
    if (known === 0) places.push(place)
    if (known === 0 || rating > (ratings[known] ?? 0)) inNames[place] = match
  }
  return { word, inNames, places, inRegions: matchRegions(gazetteer, word) }
}

function matchRegions({ regions, regionWords }: Gazetteer, word: string): Uint8Array {
  const inRegions = new Uint8Array(regions.length)
  const beginning = findEntries(regionWords, word)
  const whole = findEntries(regionWords, WHOLE + word)
  for (let index = beginning.start; index < beginning.end; index++) inRegions[regionWords.entries[index] ?? 0] = 1
  for (let index = whole.start; index < whole.exactEnd; index++) inRegions[regionWords.entries[index] ?? 0] = 1
  return inRegions
}

const LAST_CHARACTER = '\uffff'

/** Where the entries of a word are, up to `exactEnd`, and of all words that begin with it, up to `end`. */
function findEntries(index: WordIndex, word: string): { start: number; exactEnd: number; end: number } {
  const first = findWord(index, word)
  const start = index.starts[first] ?? 0
  const exactEnd = first < index.wordCount && index.wordAt(first) === word ? (index.starts[first + 1] ?? start) : start
  return { start, exactEnd, end: index.starts[findWord(index, word + LAST_CHARACTER)] ?? start }
}

/** The index of the first word that is not before this one. */
function findWord({ wordAt, wordCount }: WordIndex, word: string): number {
  let [from, to] = [0, wordCount]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (wordAt(middle) < word) from = middle + 1
    else to = middle
  }
  return from
}

/** The best rated places that have all words, as far as the index says. */
function listBest(
  { regionOf, sizes }: Gazetteer,
  matches: readonly WordMatch[],
  ratings: Float32Array,
  nearness: (place: number) => number,
): { place: number; rating: number }[] {
  const best: { place: number; rating: number }[] = []
  let least = Number.NEGATIVE_INFINITY
  const sort = () => best.sort((one, other) => other.rating - one.rating).splice(SHORT_LIST)
  for (const [index, { places }] of matches.entries()) {
    for (const place of places) {
      // It came with an earlier word.
      if (index > 0 && matches.findIndex(({ inNames }) => inNames[place] !== 0) < index) continue
      const inNames = rateWords(matches, ratings, place, regionOf[place] ?? 0)
      if (inNames === NOT_FOUND) continue
      const bySize = inNames + (sizes[place] ?? 0)
      if (bySize + NEARNESS <= least) continue
      const rating = bySize + nearness(place)
      if (rating <= least) continue
      best.push({ place, rating })
      if (best.length < 2 * SHORT_LIST) continue
      sort()
      least = best.at(-1)?.rating ?? least
    }
  }
  sort()
  return best
}

/** The mean rating of the words that are in its names; NOT_FOUND if a word is nowhere. */
function rateWords(matches: readonly WordMatch[], ratings: Float32Array, place: number, region: number): number {
  let [sum, count] = [0, 0]
  for (const { inNames, inRegions } of matches) {
    const match = inNames[place] ?? 0
    if (match !== 0) {
      sum += ratings[match] ?? 0
      count += 1
    } else if (inRegions[region] !== 1) return NOT_FOUND
  }
  return sum / count
}

const CODE_NAME = /^[A-Z]{2,4}$/

/** Whether another name of a city is a code for it, such as YTO. */
export const isCodeName = (name: string) => CODE_NAME.test(name)

/** The name of a place that fits best, and the name to show; undefined if no name has all words. */
function rateNames(
  gazetteer: Gazetteer,
  place: number,
  matches: readonly WordMatch[],
  ratings: Float32Array,
): { name: string; rating: number } | undefined {
  const [main = '', ...others] = gazetteer.namesOf(place)
  const [only] = matches
  if (only && matches.length === 1) {
    const match = only.inNames[place] ?? 0
    const isOther = (match & IS_EXACT) !== 0 && (match & IS_ONLY) !== 0 && (match & IS_MAIN) === 0
    const name = isOther ? others.find((text) => searchKey(text) === only.word && !isCodeName(text)) : undefined
    return { name: name ?? main, rating: ratings[match] ?? NOT_FOUND }
  }
  const region = gazetteer.regionOf[place] ?? 0
  const ofMain = rateName(wordsOf(main), matches, region)
  let best = ofMain && { name: main, rating: ofMain.rating }
  if (ofMain?.isWhole) return best
  for (const text of others) {
    const fit = rateName(wordsOf(text), matches, region)
    if (!fit) continue
    const rating = fit.rating + (fit.isWhole ? OTHER_NAME : BEGINNING_OF_OTHER_NAME)
    // Another name is shown only if it is what somebody typed.
    if (!best || rating > best.rating) best = { name: fit.isWhole ? text : main, rating }
  }
  return best
}

/** How well one name fits; undefined if a word is neither in it nor in its region or country. */
function rateName(
  words: readonly string[],
  matches: readonly WordMatch[],
  region: number,
): { rating: number; isWhole: boolean } | undefined {
  let [found, exact, isFirst] = [0, 0, false]
  for (const { word, inRegions } of matches) {
    const at = words.findIndex((part) => part.startsWith(word) || otherFormOf(part)?.startsWith(word))
    if (at === -1) {
      if (inRegions[region] !== 1) return undefined
      continue
    }
    found += 1
    if (at === 0) isFirst = true
    if (words.some((part) => part === word || otherFormOf(part) === word)) exact += 1
  }
  if (found === 0) return undefined
  const isWhole = exact === words.length && exact === found
  if (isWhole) return { rating: WHOLE_NAME, isWhole }
  return { rating: (isFirst ? FIRST_WORD : INNER_WORD) + (exact === found ? EXACT_WORD : 0), isWhole }
}

/** Rates each place by its distance from a position, from 0 to NEARNESS. */
function nearnessTo(gazetteer: Gazetteer, near: Position): (place: number) => number {
  const distance = distanceFrom(gazetteer, near)
  return (place) => NEARNESS * Math.exp(-distance(place) / NEAR_KM)
}

/** The city nearest to a position; undefined if there is none. */
export function findNearest(gazetteer: Gazetteer, position: Position): number | undefined {
  const distance = distanceFrom(gazetteer, position)
  let nearest: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (let place = 0; place < gazetteer.placeCount; place++) {
    const next = distance(place)
    if (next >= least || gazetteer.isAirport(place)) continue
    nearest = place
    least = next
  }
  return nearest
}

/** Distances in kilometres, as if the earth was flat around the position: good enough to compare them. */
function distanceFrom({ lats, lons }: Gazetteer, { lat, lon }: Position): (place: number) => number {
  const width = Math.cos(lat * RADIANS)
  return (place) => {
    const north = (lats[place] ?? 0) - lat
    const apart = Math.abs((lons[place] ?? 0) - lon)
    const east = Math.min(apart, 360 - apart) * width
    return KM_PER_DEGREE * Math.sqrt(north * north + east * east)
  }
}

function describe(gazetteer: Gazetteer, place: number, name: string): FoundPlace {
  const region = gazetteer.regions[gazetteer.regionOf[place] ?? 0]
  return {
    name,
    region: region?.name ?? '',
    country: region?.country ?? '',
    lat: rounded(gazetteer.lats[place]),
    lon: rounded(gazetteer.lons[place]),
    kind: gazetteer.isAirport(place) ? 'airport' : 'city',
    code: gazetteer.codeOf(place),
    source: 'gazetteer',
  }
}

/** To about a metre: more digits than that are no part of the data. */
const rounded = (degrees = 0) => Math.round(degrees * 1e5) / 1e5

/** The same name within about 10 km: a city and a part of it. */
const SAME_DEGREES = 0.1

function isSamePlace(one: FoundPlace, other: FoundPlace): boolean {
  return (
    one.name === other.name &&
    one.kind === other.kind &&
    Math.abs(one.lat - other.lat) < SAME_DEGREES &&
    Math.abs(one.lon - other.lon) < SAME_DEGREES
  )
}
