import type { ListUnit } from './list-unit.ts'
import type { Amount } from './reading.ts'
import { isSameWord, plainText } from './word-forms.ts'

/* Amounts that people type beside a shopping item: '2 kg', '1,5 L', '3 cans'. */

/** Grams or millilitres of one unit. */
const metric = new Map<string, { unit: 'g' | 'mL'; size: number }>(
  Object.entries({
    mg: { unit: 'g', size: 0.001 },
    g: { unit: 'g', size: 1 },
    gram: { unit: 'g', size: 1 },
    kg: { unit: 'g', size: 1000 },
    kilo: { unit: 'g', size: 1000 },
    kilogram: { unit: 'g', size: 1000 },
    oz: { unit: 'g', size: 28.349523125 },
    ounce: { unit: 'g', size: 28.349523125 },
    lb: { unit: 'g', size: 453.59237 },
    pound: { unit: 'g', size: 453.59237 },
    ml: { unit: 'mL', size: 1 },
    millilitre: { unit: 'mL', size: 1 },
    milliliter: { unit: 'mL', size: 1 },
    cl: { unit: 'mL', size: 10 },
    dl: { unit: 'mL', size: 100 },
    l: { unit: 'mL', size: 1000 },
    litre: { unit: 'mL', size: 1000 },
    liter: { unit: 'mL', size: 1000 },
    cup: { unit: 'mL', size: 250 },
    tbsp: { unit: 'mL', size: 15 },
    tsp: { unit: 'mL', size: 5 },
  }),
)

/** A number and what follows it. */
const TYPED = /^(\d*[½¼¾]|\d[\d.,\s]*)\s*(.*)$/u
const FRACTIONS: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75 }

/** An amount as typed, in the unit's own words; undefined if it cannot be read. */
export function parseTypedAmount(text: string): Amount | undefined {
  const [, number, rest] = TYPED.exec(text.trim()) ?? []
  if (number === undefined || rest === undefined) return undefined
  const value = parseNumber(number.trim())
  if (value === undefined) return undefined
  const word = plainText(rest).trim().replace(/\.$/, '')
  // '2 1/2 kg' and '2-3 kg' are not guessed.
  if (/^[^\p{L}]/u.test(word)) return undefined
  const known = metric.get(word) ?? metric.get(word.replace(/s$/, ''))
  return known ? { value: value * known.size, unit: known.unit } : { value, unit: rest.trim() }
}

function parseNumber(typed: string): number | undefined {
  const fraction = FRACTIONS[typed.at(-1) ?? '']
  if (fraction !== undefined) return Number(typed.slice(0, -1) || '0') + fraction
  const isGrouped = /^\d{1,3}(?:[,\s]\d{3})+(?:\.\d+)?$/.test(typed)
  const plain = isGrouped ? typed.replace(/[,\s]/g, '') : typed.replace(',', '.')
  return /^\d+(?:\.\d*)?$/.test(plain) ? Number(plain) : undefined
}

/**
 * The list unit that a typed amount is meant for: the same unit, or the only packs with this name. Undefined if there
 * is none: what was bought in pieces says nothing about kilograms.
 */
export function findListUnit({ unit }: Amount, listUnits: readonly ListUnit[]): ListUnit | undefined {
  const same = listUnits.find(({ pack, unit: counted }) => pack === null && isSameWord(counted, unit))
  if (same) return same
  const packs = listUnits.filter(({ pack }) => pack !== null && unit !== '' && isSameWord(pack.name, unit))
  return packs.length === 1 ? packs[0] : undefined
}
