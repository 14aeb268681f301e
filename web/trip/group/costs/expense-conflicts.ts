import { formatMoney } from '#domain/costs/format-money.ts'
import { listText } from '#domain/list-text.ts'
import { formatLocalDate, type LocalDate } from '#domain/local-date.ts'
import { equal } from '#domain/operations/json.ts'
import type { Expense } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { nameInside } from './cost-rows.ts'
import type { CostsGroup } from './costs-group.ts'
import { categoryNames } from './costs-words.ts'
import { listConflicts, replaceConflicts } from './merge-entry.ts'

/* Two people edit one expense: the second to save is told what would be replaced. */

type Field = keyof Expense

/** Fields that only make sense together. */
const sharing: readonly Field[] = ['split', 'is_for_all', 'shares']

/** Says what happened; with the name of the person who did it, if it is known. */
export type ConflictWords = (by: string | undefined) => string

/**
 * What others changed in an expense that the current user changed too, to something else.
 * @param seen the newest value that the current user was told about
 */
export function findConflict(
  newest: Expense,
  before: Expense,
  after: Expense,
  { seen, group }: { seen: Expense | undefined; group: CostsGroup },
): ConflictWords | undefined {
  const found = listConflicts(newest, before, after, ['payers'])
  const untold = found.filter((field) => !seen || !equal(seen[field], newest[field]))
  if (untold.length === 0) return undefined
  const words = [...new Set(untold.map((field) => fieldWords(field, newest, before, group)))]
  return (by = '') => m.costs_conflict({ ...named(by), fields: listText(words), count: words.length })
}

export const removedWords: ConflictWords = (by = '') => m.costs_conflict_removed(named(by))

const named = (by: string) => ({ known: by === '' ? ('no' as const) : ('yes' as const), by })

/** The expense to save once the current user has been told. */
export function replacing(newest: Expense, before: Expense, after: Expense): Expense {
  const found = listConflicts(newest, before, after, ['payers'])
  const fields = found.some((field) => sharing.includes(field)) ? [...new Set([...found, ...sharing])] : found
  return replaceConflicts(newest, before, after, fields)
}

const totalOf = ({ payers }: Expense) => payers.reduce((sum, { amount }) => sum + amount, 0)

function fieldWords(field: Field, newest: Expense, before: Expense, group: CostsGroup): string {
  if (field === 'payers') {
    const total = totalOf(newest)
    if (total !== totalOf(before))
      return m.costs_conflict_amount({ amount: formatMoney(total, newest.currency, group.currency) })
    const names = [...new Set(newest.payers.map(({ person_id }) => nameInside(person_id, group)))]
    return m.costs_conflict_payers({ people: listText(names) })
  }
  if (field === 'name') return m.costs_conflict_name({ name: newest.name })
  if (field === 'date' && newest.date !== '')
    return m.costs_conflict_date({ date: formatLocalDate(newest.date as LocalDate) })
  if (field === 'category') return m.costs_conflict_category({ category: categoryNames[newest.category]() })
  if (field === 'currency') return m.costs_conflict_currency({ currency: newest.currency })
  return m.costs_conflict_field({ field: sharing.includes(field) ? 'shares' : field })
}
