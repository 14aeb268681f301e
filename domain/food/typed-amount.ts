import { formatAmount } from './format-amount.ts'
import { isLoose, type ListAmount, type ListUnit } from './list-unit.ts'
import type { Amount } from './reading.ts'
import { findMeasure, isContainer, isCountWord } from './units.ts'
import { isSameWord, plainText } from './word-forms.ts'

/*
 * Amounts that people type beside a shopping item: '2 kg', '1,5 L', '3 cans', '6 x 398 mL'.
 * Invariants: every amount that the list shows is read as itself. Nothing is guessed: an amount that may be meant for
 *   two of an item's list units is meant for neither, unless it is in the field of one.
 */

const NUMBER = String.raw`(\d*[½¼¾]|\d[\d.,\s]*)`
/** A number and what follows it. */
const TYPED = new RegExp(`^${NUMBER}\\s*(.*)$`, 'u')
/** '6 x 398 mL', '6 × 398 mL cans' */
const TIMES = new RegExp(String.raw`^${NUMBER}\s*[x×*]\s*${NUMBER}\s*(\S*)\s*(.*)$`, 'iu')
/** '6 cans of 398 mL', '6 cans (398 mL each)' */
const PACKS = new RegExp(
  String.raw`^${NUMBER}\s*(\p{L}[\p{L}\s-]*?)\s*(?:[(,]|\bof\b|\sà\s|\s)\s*${NUMBER}\s*(\p{L}[\p{L}\s]*?|)(?:\s+each)?\s*\)?$`,
  'iu',
)
const FRACTIONS: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75 }
const PIECES = new Set(['', 'piece', 'pieces', 'pc', 'pcs', 'pce', 'pces'])

/** What somebody typed: 6 'cans' of 398 mL each. */
export interface TypedAmount extends Amount {
  /** What one of them holds; null if the text does not say it. */
  size: Amount | null
}

/**
 * An amount as typed, in the unit's own words; undefined if it cannot be read.
 * @param item the item, which people may repeat: '4 onions', '6 cans of tomatoes'
 */
export function parseTypedAmount(text: string, item = ''): TypedAmount | undefined {
  const typed = withoutItem(text.trim(), item)
  return parsePacks(typed) ?? parseSingle(typed)
}

function parsePacks(text: string): TypedAmount | undefined {
  const [, times, ofTimes, unit = '', rest = ''] = TIMES.exec(text) ?? []
  const [, packs, name = '', ofPacks, sizeUnit = ''] = times === undefined ? (PACKS.exec(text) ?? []) : []
  const value = parseNumber(times ?? packs)
  const number = parseNumber(ofTimes ?? ofPacks)
  if (value === undefined || number === undefined) return undefined
  // '2 to 3 kg' and '2 kg and 500 g' are no packs.
  if (times === undefined && !isPackName(name)) return undefined
  if (times === undefined) return { value, unit: name, size: inUnit(number, sizeUnit) }
  // '2 x 18 loaves' says of what there are 18 in a loaf as little as '2 loaves of 18'.
  return findMeasure(unit) || rest !== ''
    ? { value, unit: rest, size: inUnit(number, unit) }
    : { value, unit, size: inUnit(number, '') }
}

/** 'cans', 'small cans' */
const isPackName = (name: string) => isCountWord(lastWordOf(name.toLowerCase()))
const lastWordOf = (name: string) => name.split(/[\s-]+/).at(-1) ?? ''

function parseSingle(text: string): TypedAmount | undefined {
  const [, number, rest = ''] = TYPED.exec(text) ?? []
  const value = parseNumber(number)
  if (value === undefined) return undefined
  // '2 1/2 kg' and '2-3 kg' are not guessed.
  if (/^[^\p{L}]/u.test(rest)) return undefined
  return { ...inUnit(value, rest.trim()), size: null }
}

function inUnit(value: number, unit: string): Amount {
  const measure = findMeasure(unit)
  return measure ? { value: value * measure.factor, unit: measure.unit } : { value, unit }
}

/** Without the item at its end, and then in pieces if no other word is left. */
function withoutItem(text: string, item: string): string {
  const words = text.split(/\s+/)
  const ofItem = plainText(item).trim().split(/\s+/)
  const end = plainText(words.slice(-ofItem.length).join(' '))
  if (item.trim() === '' || words.length <= ofItem.length || !isSameWord(end, ofItem.join(' '))) return text
  const rest = words
    .slice(0, -ofItem.length)
    .join(' ')
    .replace(/\s+of$/i, '')
  return /\p{L}/u.test(rest) ? rest : `${rest} pieces`
}

function parseNumber(text: string | undefined): number | undefined {
  const typed = text?.trim() ?? ''
  const fraction = FRACTIONS[typed.at(-1) ?? '']
  if (fraction !== undefined) return Number(typed.slice(0, -1) || '0') + fraction
  const isGrouped = /^\d{1,3}(?:[,\s]\d{3})+(?:\.\d+)?$/.test(typed)
  const plain = isGrouped ? typed.replace(/[,\s]/g, '') : typed.replace(',', '.')
  return /^\d+(?:\.\d*)?$/.test(plain) ? Number(plain) : undefined
}

/**
 * The list unit that a typed amount is meant for, and how much of that it is. Undefined if there is none: what was
 * bought in pieces says nothing about kilograms.
 * @param own the list unit in whose field it was typed
 */
export function findListAmount(
  typed: TypedAmount,
  listUnits: readonly ListUnit[],
  own?: ListUnit,
): ListAmount | undefined {
  if (typed.unit === '' && typed.size === null) return findForNumber(typed.value, listUnits, own)
  const found = listUnits.flatMap((listUnit) => {
    const match = matchOf(typed, listUnit)
    return match ? [{ listUnit, ...match }] : []
  })
  const best = Math.min(...found.map(({ rank }) => rank))
  // Its own field decides, unless the text names another list unit more exactly.
  const inOwn = found.find(({ listUnit, rank }) => listUnit === own && (rank === best || rank === BY_NAME))
  const fitting = found.filter(({ rank }) => rank === best)
  return inOwn ?? (fitting.length === 1 ? fitting[0] : undefined)
}

/** A number alone: pieces, or packs or whatever the item is counted in if it is in only that. Never kilograms. */
function findForNumber(value: number, listUnits: readonly ListUnit[], own?: ListUnit): ListAmount | undefined {
  const only = listUnits.length === 1 ? listUnits[0] : listUnits.find(({ key }) => key === '')
  const listUnit = own ?? only
  return listUnit && !isLoose(listUnit) ? { listUnit, value } : undefined
}

/** How exactly a typed amount names a list unit: the first is best. */
const [BY_NAME_AND_SIZE, BY_UNIT, BY_NAME, BY_TOTAL] = [0, 1, 2, 3]

function matchOf(
  { value, unit, size }: TypedAmount,
  { unit: inside, pack }: ListUnit,
): { value: number; rank: number } | undefined {
  const each = size ?? { value: 1, unit }
  const total = isSameUnit(each.unit, inside) ? value * each.value : undefined
  // '12 cans of 355 mL' and '12 x 355 mL' of what is needed in cans of any size.
  if (pack === null && size && isContainer(inside) && (unit === '' || isSameWord(unit, inside)))
    return { value, rank: BY_TOTAL }
  if (pack === null) return total === undefined ? undefined : { value: total, rank: size ? BY_TOTAL : BY_UNIT }
  const isNamed = isSameWord(pack.name, unit)
  if (size ? isSameSize(size, { value: pack.size, unit: inside }) : isNamed)
    return {
      value,
      rank: size === null ? BY_NAME : isNamed && isSameUnit(size.unit, inside) ? BY_NAME_AND_SIZE : BY_UNIT,
    }
  return total === undefined ? undefined : { value: inPacks(total, pack.size), rank: BY_TOTAL }
}

function isSameUnit(typed: string, unit: string): boolean {
  return unit === '' ? PIECES.has(plainText(typed).replace(/\.$/, '')) : isSameWord(typed, unit)
}

/** Whether both are shown as the same: a pound may be typed as 454 g. Without a unit, the number says it. */
function isSameSize(typed: Amount, size: Amount): boolean {
  const unit = typed.unit === '' ? size.unit : typed.unit
  return isSameUnit(unit, size.unit) && formatAmount({ ...size, value: typed.value }) === formatAmount(size)
}

/** A total in packs. The size of a pack is rounded where it is shown: 2.4 L are 6 cans of 398 mL. */
function inPacks(total: number, size: number): number {
  const packs = total / size
  const whole = Math.round(packs)
  return whole > 0 && Math.abs(packs - whole) <= 0.05 ? whole : packs
}
