import { positionOfMgrs, positionOfUtm } from './grid.ts'
import { readPlusCode } from './plus-code.ts'
import type { Position } from './position.ts'
import type { Found, PositionForm } from './read-result.ts'

/*
 * UTM, MGRS and plus codes, anywhere in a text with plain marks (plain-text.ts).
 * Failure: what has the form of UTM and is no point is told as wrong. MGRS and plus codes look like booking numbers, so
 *   those that are no place are not coordinates.
 */

const NOT_WITHIN = '(?<![\\p{L}\\d.,+-])'
const ZONE = '(\\d{1,2})'
const EAST = /(?:(?:E|easting)[ :=]{0,2})?(0?\d{6}(?:[.,]\d{1,6})?) ?(?:m ?E|mE|m|E)?/.source
const NORTH = /(?:(?:N|northing)[ :=]{0,2})?(\d{5,7}(?:[.,]\d{1,6})?) ?(?:m ?N|mN|m|N)?/.source

/** '17T 630084 4833438', '17 N 630084mE, 4833438mN', 'Zone 17T E 630084 N 4833438'. */
const utm = new RegExp(`${NOT_WITHIN}${ZONE} ?([C-HJ-NP-X])[ ,:]{0,2}${EAST}[ ,;/]{1,3}${NORTH}(?![\\p{L}\\d])`, 'giu')
/** '17T6300844833438': six digits and seven. */
const utmWithoutSpaces = new RegExp(`${NOT_WITHIN}${ZONE}([C-HJ-NP-X])(\\d{6})(\\d{7})(?!\\d)`, 'giu')
/** '17TPJ3008433438', '17T PJ 30084 33438'. At least squares of 100 metres, or it may be anything. */
const mgrs = new RegExp(
  `${NOT_WITHIN}${ZONE} ?([C-HJ-NP-X]) ?([A-HJ-NP-Z][A-HJ-NP-V]) ?` +
    '(?:(\\d{3,5}) (\\d{3,5})|(\\d{6}|\\d{8}|\\d{10}))(?![\\p{L}\\d])',
  'giu',
)

const DIGIT = '[23456789CFGHJMPQRVWX]'
const AROUND = ['(?<![\\p{L}\\d+])', '(?![\\p{L}\\d+])'] as const
const fullCode = new RegExp(
  `${AROUND[0]}(?:${DIGIT}{8}\\+(?:${DIGIT}{2,7})?|${DIGIT}{2,6}0{2,6}\\+)${AROUND[1]}`,
  'giu',
)
/** In capitals and with a letter: '22+35' is a sum. */
const shortCode = new RegExp(
  `${AROUND[0]}(?=[\\d+]{0,9}[CFGHJMPQRVWX])(?:${DIGIT}{6}|${DIGIT}{4})\\+${DIGIT}{2,7}${AROUND[1]}`,
  'gu',
)

/** The first of each kind. `near` is what a short plus code is near. */
export function findCodes(text: string, near?: Position): Found[] {
  const found = [findUtm(text), findMgrs(text), findPlusCode(text, fullCode), findPlusCode(text, shortCode, near)]
  return found.filter((one) => one !== undefined)
}

function findUtm(text: string): Found | undefined {
  return firstOf(text, [utmWithoutSpaces, utm], ([, zone = '', letter = '', east = '', north = '']) => {
    const number = (digits: string) => Number(digits.replace(',', '.'))
    const position = positionOfUtm(Number(zone), letter, number(east), number(north))
    if (position) return at('utm', position)
    return /^\d{7}/.test(north) ? { is: 'wrong', why: 'grid' } : undefined
  })
}

function findMgrs(text: string): Found | undefined {
  return firstOf(text, [mgrs], ([, zone = '', band = '', square = '', east = '', north = '', both = '']) => {
    if (east.length !== north.length) return undefined
    const position = positionOfMgrs(Number(zone), band, square, both || east + north)
    return position && at('mgrs', position)
  })
}

/** A short code with a town behind it is near that town, which is not known here. */
const TOWN = /^[,\s]+\p{L}/u

function findPlusCode(text: string, pattern: RegExp, near?: Position): Found | undefined {
  return firstOf(text, [pattern], ({ 0: code, index }) => {
    const position = readPlusCode(code, TOWN.test(text.slice(index + code.length)) ? undefined : near)
    return position === 'needs a place nearby' ? { is: 'wrong', why: 'nearby' } : position && at('plus code', position)
  })
}

const at = (form: PositionForm, position: Position): Found['read'] => ({ is: 'position', position, form })

function firstOf(
  text: string,
  patterns: readonly RegExp[],
  read: (match: RegExpExecArray) => Found['read'] | undefined,
): Found | undefined {
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const result = read(match)
      if (result) return { at: match.index, read: result }
    }
  return undefined
}
