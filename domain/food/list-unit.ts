import type { Amount, Pack, Unit } from './reading.ts'

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

/** The list unit of an amount, and how much of that it is: 1000 g in packs of 500 g are 2. */
export function toListUnit({ value, unit }: Amount, pack: Pack | null): { listUnit: ListUnit; value: number } {
  if (pack === null || !Number.isFinite(value / pack.size) || pack.size <= 0)
    return { listUnit: { key: unit, unit, pack: null }, value }
  const size = unit === '' ? String(pack.size) : `${pack.size} ${unit}`
  return { listUnit: { key: `${size} ${pack.name}`, unit, pack }, value: value / pack.size }
}
