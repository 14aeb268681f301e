import { distanceBetween, isOnEarth, type Position } from './position.ts'
import type { Found, PositionForm } from './read-result.ts'

/*
 * Coordinates in degrees, anywhere in a text with plain marks (plain-text.ts).
 * Job: find two angles beside each other that are clearly a latitude and a longitude.
 * Invariants: nothing is guessed. Numbers without a mark are read only if they are as exact as coordinates are, or if
 *   they are the whole text. Numbers that are the wrong way round are told, never swapped.
 * Failure: every repetition has a limit, so that no text takes long.
 */

/** A number that is no part of a longer one, such as an IP address. */
const INTEGER = '\\d{1,3}(?![\\d]|[.,]\\d)'
const DECIMAL = '\\d{1,3}[.,]\\d{1,20}(?!\\d|\\.\\d)'
/** Up to 99, so that 75 minutes are told as wrong and not read as something else. */
const SIXTIETHS = '\\d{1,2}(?:[.,]\\d{1,12})?(?!\\d|\\.\\d)'
const WHOLE_SIXTIETHS = '\\d{1,2}(?![\\d]|[.,]\\d)'
const SIGN = '(?<sign>[-+])?'
const DECIMAL_DEGREES = `(?<decimal>${DECIMAL})(?<mark> ?°)?`
const SIXTIETHS_AFTER =
  `(?<wholeMinutes>${WHOLE_SIXTIETHS})(?: ?' ?|:|[ -])(?<seconds>${SIXTIETHS})(?: ?")?` +
  `|(?<minutes>${SIXTIETHS})(?: ?')?`
const WHOLE_DEGREES = `(?<whole>${INTEGER})(?:(?<afterWhole> ?° ?|:|[ -])(?:${SIXTIETHS_AFTER})|(?<wholeMark> ?°))?`
/** '45.8364°', '45° 50.184'', '45°50'11"', '45:50:11'. */
const ANGLE = `${SIGN}(?:${DECIMAL_DEGREES}|${WHOLE_DEGREES})`

const LETTERS = '[NSEWO]'
const LETTER_BEHIND = `(?: ?(?<letter>${LETTERS})(?!\\p{L}))?`
/** Not within a word or a number; but 'N' of '45°50.18'N78°22.75'W' may be before it. */
const FREE = '(?:(?<![\\p{L}\\d_]|\\d\\.)|(?<=[\\d°\'"] ?[NSEWO]))'

const PATTERNS = [
  // '45°50'11"N'. The letter may be missing.
  new RegExp(`${FREE}${ANGLE}${LETTER_BEHIND}`, 'giu'),
  // 'N 45° 50.18''.
  new RegExp(`(?<!\\p{L})(?<letter>${LETTERS}) ?[:.]? ?${ANGLE}`, 'giu'),
  // 'Site 12 45.8364 -78.3791' has no 45.8364 minutes.
  new RegExp(`${FREE}${SIGN}${DECIMAL_DEGREES}${LETTER_BEHIND}`, 'giu'),
]
const between = /^[\s,;/|&()[\]{}·•_"']{0,12}$/
const betweenLetters = /^[\s,;/|&()[\]·•_"'-]{0,12}(?:(?:and|und|et|y|by) )?$/i

const LABEL_END = '(?![\\p{L}])["\' ]{0,3}(?:[:=]|is|of|=>|->)?["\' ]{0,3}'
const LAT = `(?<!\\p{L})(?:lat(?:itude)?|lat\\.|breite|breitengrad)${LABEL_END}`
const LON = `(?<!\\p{L})(?:lon(?:g(?:itude)?)?|lng|long\\.|länge|längengrad)${LABEL_END}`
const labelled = (label: string) => new RegExp(`${label}(?:(?<before>${LETTERS}) ?)?${ANGLE}${LETTER_BEHIND}`, 'iu')
const labelledLat = labelled(LAT)
const labelledLon = labelled(LON)
/** How far a latitude and a longitude with labels may be apart, in characters. */
const LABELS_APART = 120

/** More numbers than anybody writes beside coordinates. */
const MOST_ANGLES = 400

type Kind = 'lat' | 'lon'

interface Angle {
  /** Where it begins and ends in the text. */
  start: number
  end: number
  sign: string
  degrees: number
  minutes: number
  seconds: number
  letter: string
  /** Digits behind the decimal mark of degrees or minutes. */
  digits: number
  /** How many of degrees, minutes and seconds it has. */
  parts: number
  hasDegreeMark: boolean
}

/** All coordinates in degrees. `near` tells what O means, and which number is the latitude. */
export function findDegrees(text: string, near?: Position): Found[] {
  const pairs = PATTERNS.map((pattern) => findPair(text, anglesOf(text, pattern), near))
  return [findLabelled(text, near), ...pairs].filter((found) => found !== undefined)
}

function anglesOf(text: string, pattern: RegExp): Angle[] {
  const angles: Angle[] = []
  for (const match of text.matchAll(pattern)) {
    angles.push(angleOf(match))
    if (angles.length === MOST_ANGLES) break
  }
  return angles
}

function angleOf({ 0: all, index, groups = {} }: RegExpExecArray): Angle {
  const { sign = '', decimal, mark, whole, afterWhole, wholeMark, wholeMinutes, minutes, seconds } = groups
  return {
    start: index,
    end: index + all.length,
    sign,
    degrees: numberOf(decimal ?? whole),
    minutes: numberOf(wholeMinutes ?? minutes),
    seconds: numberOf(seconds),
    letter: (groups['before'] ?? groups['letter'] ?? '').toUpperCase(),
    digits: (decimal ?? minutes ?? '').split(/[.,]/)[1]?.length ?? 0,
    parts: seconds !== undefined ? 3 : minutes !== undefined ? 2 : 1,
    hasDegreeMark: [mark, afterWhole, wholeMark].some((between) => between?.includes('°')),
  }
}

const numberOf = (text = '') => Number(text.replace(',', '.') || 0)

const kindOf = ({ letter }: Angle): Kind | undefined =>
  letter === '' ? undefined : letter === 'N' || letter === 'S' ? 'lat' : 'lon'

/** 'Lat: 45.8364, Long: -78.3791', in either order. The labels say which is which, so any number counts. */
function findLabelled(text: string, near?: Position): Found | undefined {
  const [lat, lon] = [labelledAngle(text, labelledLat), labelledAngle(text, labelledLon)]
  if (!lat || !lon) return undefined
  const apart = Math.max(lat.start, lon.start) - Math.min(lat.end, lon.end)
  if (apart > LABELS_APART || kindOf(lat) === 'lon' || kindOf(lon) === 'lat') return undefined
  return { at: Math.min(lat.start, lon.start), read: readPair(lat, lon, near) }
}

function labelledAngle(text: string, pattern: RegExp): Angle | undefined {
  const match = pattern.exec(text)
  return match ? angleOf(match) : undefined
}

/** The first two angles beside each other that are coordinates; those that are wrong only if none are right. */
function findPair(text: string, angles: readonly Angle[], near?: Position): Found | undefined {
  let wrong: Found | undefined
  for (const [at, first] of angles.entries()) {
    const second = angles[at + 1]
    if (!second || !areCoordinates(text, first, second)) continue
    const isLonFirst = kindOf(first) === 'lon' || kindOf(second) === 'lat'
    const [lat, lon] = isLonFirst ? [second, first] : [first, second]
    const hasLetters = first.letter !== '' || second.letter !== ''
    const swapped = hasLetters ? undefined : findSwapped(lat, lon, near)
    const found: Found = { at: first.start, read: swapped ?? readPair(lat, lon, near) }
    if (found.read.is === 'position') return found
    wrong ??= found
  }
  return wrong
}

function areCoordinates(text: string, first: Angle, second: Angle): boolean {
  const gap = text.slice(first.end, second.start)
  const kinds = [kindOf(first), kindOf(second)]
  if (kinds[0] !== undefined && kinds[0] === kinds[1]) return false
  const areAlone = isMark(text.slice(0, first.start)) && isMark(text.slice(second.end))
  if (first.letter && second.letter) {
    if (!betweenLetters.test(gap)) return false
    return areAlone || [first, second].every(isFairlyExact)
  }
  if (!between.test(gap) || (gap === '' && first.letter === '' && second.sign === '')) return false
  // 'N 45° 50.180' W 078° 22.750'': the W belongs to the second angle.
  if (letterAtEnd.test(text.slice(Math.max(0, first.start - 4), first.start))) return false
  if (areAlone) return isSigned(first, second, gap) || arePlain(text, first, second, gap)
  if (first.degrees > 180 || second.degrees > 180 || isMeasure(text, first, second)) return false
  const digits = [first, second].some(({ sign }) => sign === '-') ? 3 : 4
  return [first, second].every((angle) => isExact(angle, digits))
}

/** Nothing but brackets, quotes and full stops, and what people write before coordinates. */
const isMark = (text: string) => OUTSIDE.test(text)
const OUTSIDE =
  /^[\s📍()[\]{}"'.,;:@<>=]{0,20}(?:(?:gps|coords?|coordinates|koordinaten|position|location|pin|lat ?[/,] ?lo?ng?|wgs ?84)[\s:=()]{0,5})?$/iu
const letterAtEnd = /(?<!\p{L})[NSEWO] ?[:.]? ?$/iu
/** Numbers that may be coordinates if the text has nothing else. Times have colons, prices two digits. */
function arePlain(text: string, first: Angle, second: Angle, gap: string): boolean {
  const usesComma = /\d,\d/.test(text.slice(first.start, second.end))
  const enough =
    first.sign === '-' || second.sign === '-' ? 1 : usesComma ? 3 : /[,;]/.test(gap) ? 1 : gap.trim() ? 3 : 2
  return [first, second].every(({ hasDegreeMark, digits, parts }) => (parts === 1 ? digits >= enough : hasDegreeMark))
}

/** '45, -78': a sign, and a comma between, which no range of numbers has. */
const isSigned = (first: Angle, second: Angle, gap: string) =>
  /[,;]/.test(gap) &&
  (first.sign === '-' || second.sign === '-' || (first.sign === '+' && second.sign === '+')) &&
  [first, second].every(({ parts, hasDegreeMark }) => parts === 1 || hasDegreeMark)
/** With its letter, an angle needs only what tells it from '5 S' and '20 W'. */
const isFairlyExact = ({ hasDegreeMark, digits, parts }: Angle) => hasDegreeMark || digits >= 2 || parts === 3
const isExact = ({ hasDegreeMark, digits, parts }: Angle, enough: number) =>
  hasDegreeMark ? parts > 1 || digits >= 3 : parts === 1 && digits >= enough

/** '1.2500, 2.7500 kg', '$1.0845 1.1034': amounts and prices. */
function isMeasure(text: string, first: Angle, second: Angle): boolean {
  const [before, after] = [
    text.slice(Math.max(0, first.start - 4), first.start),
    text.slice(second.end, second.end + 6),
  ]
  return /[$€£¥]\s?$|(?:usd|eur|cad|gbp)\s?$/i.test(before) || UNIT.test(after)
}
const UNIT = /^\s?(?:[%$€£¥]|(?:kg|g|mg|lbs?|oz|km|cm|mm|m|mi|ft|ml|usd|eur|cad|gbp)(?![\p{L}]))/iu

/** No land but Antarctica is south of here. */
const ANTARCTIC = -60
/** No land of other continents is south of here. */
const SOUTHERN_TIP = -56
const [FAR, CLOSE] = [3_000_000, 500_000]

/** Whether two numbers without letters are the wrong way round: certainly, or as far as anybody can tell. */
function findSwapped(first: Angle, second: Angle, near?: Position): Found['read'] | undefined {
  const position = { lat: degreesOf(first), lon: degreesOf(second) }
  const other = { lat: position.lon, lon: position.lat }
  const swapped = { is: 'wrong', why: 'swapped' } as const
  if (!isOnEarth(other)) return undefined
  const isAntarctic = position.lat < ANTARCTIC && other.lat > SOUTHERN_TIP
  if (!isOnEarth(position)) return other.lat > SOUTHERN_TIP ? swapped : undefined
  if (!near) return isAntarctic ? swapped : undefined
  if (distanceBetween(near, position) < FAR) return undefined
  return isAntarctic || distanceBetween(near, other) < CLOSE ? swapped : undefined
}

function readPair(lat: Angle, lon: Angle, near?: Position): Found['read'] {
  if ([lat, lon].some(({ minutes, seconds }) => minutes >= 60 || seconds >= 60)) return { is: 'wrong', why: 'minutes' }
  if (Math.abs(degreesOf(lat)) > 90 || isContradiction(lat)) return { is: 'wrong', why: 'latitude' }
  if (Math.abs(degreesOf(lon)) > 180 || isContradiction(lon)) return { is: 'wrong', why: 'longitude' }
  const position = { lat: degreesOf(lat), lon: degreesOf(lon) }
  if (lon.letter === 'O') {
    // German Ost is east; French ouest and Spanish oeste are west.
    if (!near) return { is: 'wrong', why: 'east or west' }
    const west = { ...position, lon: -position.lon }
    if (distanceBetween(near, west) < distanceBetween(near, position)) position.lon = west.lon
  }
  return { is: 'position', position, form: formOf(lat, lon) }
}

/** '-45° N' is north and south at once; '-78° W' says the same twice. */
const isContradiction = ({ sign, letter }: Angle) =>
  sign === '-' && (letter === 'N' || letter === 'E' || letter === 'O')

function degreesOf({ sign, degrees, minutes, seconds, letter }: Angle): number {
  const size = degrees + minutes / 60 + seconds / 3600
  return size !== 0 && (sign === '-' || letter === 'S' || letter === 'W') ? -size : size
}

function formOf(lat: Angle, lon: Angle): PositionForm {
  const parts = Math.max(lat.parts, lon.parts)
  return parts === 1 ? 'decimal' : parts === 2 ? 'degrees and minutes' : 'degrees, minutes and seconds'
}
