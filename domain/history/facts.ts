import { childOf, findAt, type Json, type JsonObject } from '../operations/json.ts'
import type { Path } from '../operations/operation.ts'
import type { Expense } from '../plan/costs.ts'
import type { SectionName } from '../plan/index.ts'

/**
 * What else of a section the sentence of a change needs.
 * @param section as it is now
 * @param entry the outermost entry of the path; if it is gone, as it was
 */
export type FindFacts = (section: Json, at: Path, entry: Json | undefined) => JsonObject | undefined

/** For money: the trip's currency and, for a whole expense, what was paid in all. */
export interface MoneyFacts {
  currency?: string
  total?: number
}

export const factFinders: { [Name in SectionName]?: FindFacts } = {
  costs: (section, at, entry) => {
    const [list] = at
    if (list === 'currency') return undefined
    const facts: MoneyFacts & JsonObject = { currency: String(childOf(section, 'currency')) }
    if (list !== 'expenses' || at.length !== 2 || !entry) return facts
    const { payers } = entry as Expense
    return { ...facts, total: payers.reduce((sum, { amount }) => sum + amount, 0) }
  },
}

export const outermostEntry = (section: Json, at: Path): Json | undefined => findAt(section, at.slice(0, 2))
