import { isLoose, type ListUnit } from './list-unit.ts'
import { isContainer } from './units.ts'

/** How much of a step is a rounding error: 18.000000000000004 stays 18. */
const TOLERANCE = 1e-9

/** The step of a loose amount in g or mL that is below `below`. Each step is a multiple of those before it. */
const steps: readonly { below: number; step: number }[] = [
  { below: 20, step: 1 },
  { below: 1000, step: 5 },
  { below: 10_000, step: 50 },
  { below: 100_000, step: 100 },
  { below: Number.POSITIVE_INFINITY, step: 1000 },
]

/** An amount rounded up to what can be bought: whole packs and pieces, loose mass and volume in sensible steps. */
export function roundUpToBuy(value: number, listUnit: Pick<ListUnit, 'unit' | 'pack'>): number {
  return isLoose(listUnit) ? ceilTo(value, steps.find(({ below }) => value < below)?.step ?? 1) : ceilTo(value, 1)
}

/** A remainder under this part of a pack is no further pack. */
const SMALL_REMAINDER = 0.1

/**
 * How much of a sum is to buy. A small remainder beyond whole packs is left out, but not if it is all that is needed.
 * @param there what is there already, of the same list unit
 */
export function amountToBuy(exact: number, listUnit: Pick<ListUnit, 'unit' | 'pack'>, there = 0): number {
  const open = Math.max(0, exact - there)
  const all = roundUpToBuy(open, listUnit)
  if (listUnit.pack === null && !isContainer(listUnit.unit)) return all
  const isSmall = all > 0 && open - (all - 1) < SMALL_REMAINDER - TOLERANCE
  return isSmall && there + all - 1 >= 1 ? all - 1 : all
}

function ceilTo(value: number, step: number): number {
  const count = value / step
  const nearest = Math.round(count)
  const isError = Math.abs(count - nearest) <= TOLERANCE * Math.max(1, count)
  return (isError ? nearest : Math.ceil(count)) * step
}
