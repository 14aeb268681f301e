import { childOf, findAt, type Json, type JsonObject } from '../operations/json.ts'
import type { Path } from '../operations/operation.ts'
import type { Expense } from '../plan/costs.ts'
import type { SectionName } from '../plan/index.ts'

/**
 * What else of a section the sentence of a change needs.
 * @param section as it is now
 * @param entry the outermost entry of the path as it is now or, if it is gone, as it was
 */
export type FindFacts = (section: Json, at: Path, entry: Json | undefined) => JsonObject | undefined

/** For money: the trip's currency and, for a whole expense, what was paid in all. */
export interface MoneyFacts {
  currency: string
  total?: number
}

export const factFinders: { [Name in SectionName]?: FindFacts } = {
  costs: (section, at, entry) => {
    if (at[0] === 'currency') return undefined
    const facts: MoneyFacts = { currency: String(childOf(section, 'currency')) }
    if (at[0] !== 'expenses' || at.length !== 2 || !entry) return { ...facts }
    const { payers } = entry as unknown as Expense
    return { ...facts, total: payers.reduce((sum, { amount }) => sum + amount, 0) }
  },
}

/** The outermost entry of a path. */
export const entryAround = (section: Json, at: Path): Json | undefined => findAt(section, at.slice(0, 2))
