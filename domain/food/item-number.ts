import { itemKey } from './item-key.ts'
import type { Amount, Pack } from './reading.ts'

/*
 * An item in the singular or plural of its count: '1 tomato', '2 tomatoes'.
 * Invariants: the item stays the same one (its key does), and what no rule is sure about stays as typed.
 */

/** Endings of the last word, the first that matches. null: not sure. */
const singulars: readonly [RegExp, string | null][] = [
  [/^(?:bellows|binoculars|brussels|canvas|chopsticks|gas|glasses|lens|oats|pliers|scissors|tongs|tweezers)$/, null],
  [/(tomato|potato|mango|avocado)es$/, '$1'],
  [/^(cookie|brownie|pie|smoothie|veggie|hoagie)s$/, '$1'],
  [/(rr|tt|nd|str|pp|ov|ter)ies$/, '$1y'],
  [/ies$/, null],
  [/(loa|lea|hal)ves$/, '$1f'],
  [/knives$/, 'knife'],
  [/(quich|brioch|ganach|cloth)es$/, '$1e'],
  [/(ch|sh|x)es$/, '$1'],
  [/(?:ss|us|is|oes|[^e]ses|zes)$/, null],
  [/([a-rt-z])s$/, '$1'],
]
const plurals: readonly [RegExp, string | null][] = [
  [/s$/, null],
  [/^(?:bacon|bread|broccoli|corn|fish|food|fruit|garlic|meat|ham|rice|salmon|shrimp|tuna|tofu|water)$/, null],
  [/(tomato|potato|mango)$/, '$1es'],
  [/([^aeiou])y$/, '$1ies'],
  [/(lea|loa|hal)f$/, '$1ves'],
  [/knife$/, 'knives'],
  [/(ch|sh|x)$/, '$1es'],
  [/([a-y])$/, '$1s'],
]

/** The item of an amount as it is shown. Only counted pieces have a number. */
export function itemInNumber(item: string, amount: Amount, pack: Pack | null): string {
  return isPieces(amount, pack) && amount.value === 1 ? changed(item, singulars) : item
}

/** The same for an amount that was computed from the one that somebody typed with the item. */
export function scaledItem(item: string, typed: Amount, shown: Amount, pack: Pack | null): string {
  if (isPieces(typed, pack) && typed.value <= 1 && shown.value > 1) return changed(item, plurals)
  return itemInNumber(item, shown, pack)
}

const isPieces = ({ unit }: Amount, pack: Pack | null) => unit === '' && pack === null

function changed(item: string, rules: readonly [RegExp, string | null][]): string {
  // 'dish to share': the dish is counted.
  const [, counted = item, purpose = ''] = /^(.*?)( to share)$/i.exec(item) ?? []
  const [, before = '', last = ''] = /^(.*?)([a-z]{3,})$/i.exec(counted) ?? []
  const [ending, by] = rules.find(([pattern]) => pattern.test(last.toLowerCase())) ?? []
  if (!ending || typeof by !== 'string' || /\b(?:and|or|of|with|in|for)\b|[/&,]/i.test(before)) return item
  const other = `${before}${last.replace(new RegExp(ending, 'i'), by)}`
  return itemKey(other) === itemKey(counted) ? `${other}${purpose}` : item
}
