import type { Amount, Pack, Unit } from './reading.ts'
import { isCountWord } from './units.ts'

/**
 * What an amount of the list is in: grams, millilitres, a counted unit, or packs of one size. Amounts of
 * different list units are never added.
 */
export interface ListUnit {
  /** Identifies it: 'g', '' for pieces, 'slice', '400 mL can'. Purchases are stored with it. */
  key: string
  unit: Unit
  /** If packs are counted. */
  pack: Pack | null
}

/** An amount in a list unit: 2 packs of 500 g. */
export interface ListAmount {
  listUnit: ListUnit
  value: number
}

/** The list unit of an amount, and how much of that it is: 1000 g in packs of 500 g are 2. */
export function toListUnit({ value, unit }: Amount, pack: Pack | null): ListAmount {
  if (pack === null || !Number.isFinite(value / pack.size) || pack.size <= 0)
    return { listUnit: { key: unit, unit, pack: null }, value }
  const size = unit === '' ? String(pack.size) : `${pack.size} ${unit}`
  return { listUnit: { key: `${size} ${pack.name}`, unit, pack }, value: value / pack.size }
}

/** The list unit that a key was made of. */
export function listUnitOfKey(key: string): ListUnit {
  const [, size, rest = ''] = /^(\d+(?:\.\d+)?) (.+)$/.exec(key) ?? []
  if (size === undefined) return { key, unit: key, pack: null }
  const words = rest.split(' ')
  // '8 small can' are packs of 8.
  const isUnit = (word: string, index: number) =>
    index < words.length - 1 && (word === 'g' || word === 'mL' || isCountWord(word))
  const end = words.findIndex(isUnit) + 1
  const unit = words.slice(0, end).join(' ')
  return { key, unit, pack: { size: Number(size), name: words.slice(end).join(' ') } }
}

/** Whether it is grams or millilitres, not counted in anything. */
export function isLoose({ unit, pack }: Pick<ListUnit, 'unit' | 'pack'>): boolean {
  return pack === null && (unit === 'g' || unit === 'mL')
}
