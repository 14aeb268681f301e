import { formatMoney } from '#domain/costs/format-money.ts'
import { listText } from '#domain/list-text.ts'
import { formatLocalDate, type LocalDate, type OptionalLocalDate } from '#domain/local-date.ts'
import type { Expense, Fee, Payment } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { type ConflictRules, named } from './conflicts.ts'
import { nameInside } from './cost-rows.ts'
import type { CostsGroup } from './costs-group.ts'
import { categoryNames } from './costs-words.ts'

/** Fields that say how an expense is shared. */
const sharing: readonly (keyof Expense)[] = ['split', 'is_for_all', 'shares']

export const expenseRules: ConflictRules<Expense> = {
  wholes: ['payers'],
  // An amount is in a currency.
  asOne: ['payers', 'currency'],
  together: sharing,
  fieldWords(field, newest, before, group) {
    if (field === 'payers') {
      const total = totalOf(newest)
      if (total !== totalOf(before)) return amountWords(total, newest.currency, group)
      return payerWords(
        newest.payers.map(({ person_id }) => person_id),
        group,
      )
    }
    if (field === 'name') return m.costs_conflict_name({ name: newest.name })
    if (field === 'category') return m.costs_conflict_category({ category: categoryNames[newest.category]() })
    return commonWords(sharing.includes(field) ? 'shares' : field, newest)
  },
  removedWords: (by = '') => m.costs_conflict_removed({ ...named(by), is: 'expense' }),
}

export const paymentRules: ConflictRules<Payment> = {
  wholes: [],
  asOne: ['amount', 'currency'],
  together: [],
  fieldWords(field, newest, _before, group) {
    if (field === 'amount') return amountWords(newest.amount, newest.currency, group)
    if (field === 'from') return payerWords([newest.from], group)
    if (field === 'to') return m.costs_conflict_receiver({ person: nameInside(newest.to, group) })
    return commonWords(field, newest)
  },
  removedWords: (by = '') => m.costs_conflict_removed({ ...named(by), is: 'payment' }),
}

export const feeRules: ConflictRules<Fee> = {
  wholes: [],
  asOne: ['adult', 'child', 'currency'],
  together: [],
  fieldWords(field, newest, _before, group) {
    const amountOf = (amount: number) => ({ amount: formatMoney(amount, newest.currency, group.currency) })
    if (field === 'adult') return m.fees_conflict_adult(amountOf(newest.adult))
    if (field === 'child') return m.fees_conflict_child(amountOf(newest.child))
    if (field === 'name') return m.costs_conflict_name({ name: newest.name })
    if (field === 'to') return m.fees_conflict_to({ person: nameInside(newest.to, group) })
    return commonWords(field, { date: '', currency: newest.currency })
  },
  removedWords: (by = '') => m.costs_conflict_removed({ ...named(by), is: 'fee' }),
}

const totalOf = ({ payers }: Expense) => payers.reduce((sum, { amount }) => sum + amount, 0)

const amountWords = (amount: number, currency: string, group: CostsGroup) =>
  m.costs_conflict_amount({ amount: formatMoney(amount, currency, group.currency) })

function payerWords(ids: readonly string[], group: CostsGroup): string {
  return m.costs_conflict_payers({ people: listText([...new Set(ids.map((id) => nameInside(id, group)))]) })
}

/** The words for fields that expenses and payments have. */
function commonWords(field: string, { date, currency }: { date: OptionalLocalDate; currency: string }): string {
  if (field === 'date' && date !== '') return m.costs_conflict_date({ date: formatLocalDate(date as LocalDate) })
  if (field === 'currency') return m.costs_conflict_currency({ currency })
  return m.costs_conflict_field({ field })
}
