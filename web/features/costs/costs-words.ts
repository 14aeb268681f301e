import { listText } from '#domain/list-text.ts'
import { formatLocalDate, type LocalDate, type OptionalLocalDate } from '#domain/local-date.ts'
import type { Expense, ExpenseCategory, Split } from '#domain/plan/costs.ts'
import { trimmed } from '#domain/text.ts'
import { formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import type { CostsGroup } from './costs-group.ts'

/* What the tab says about expenses and payments. */

export const categoryNames: Record<ExpenseCategory, () => string> = {
  food: m.costs_category_food,
  lodging: m.costs_category_lodging,
  transport: m.costs_category_transport,
  fees: m.costs_category_fees,
  activities: m.costs_category_activities,
  gear: m.costs_category_gear,
  other: m.costs_category_other,
}

export const splitNames: Record<Split, () => string> = {
  equally: m.costs_split_equally,
  weights: m.costs_split_weights,
  amounts: m.costs_split_amounts,
  nights: m.costs_split_nights,
  meals: m.costs_split_meals,
}

/** An expense's name, or what it is for. */
export const expenseTitle = ({ name, category, kind }: Pick<Expense, 'name' | 'category' | 'kind'>): string =>
  trimmed(name) || (kind === 'refund' ? m.costs_refund() : categoryNames[category]())

/** 'You and Ben paid'. */
export function paidBy({ payers, kind }: Expense, { nameOf, me }: Pick<CostsGroup, 'nameOf' | 'me'>): string {
  const ids = [...new Set(payers.map(({ person_id }) => person_id))].toSorted(
    (one, other) => Number(other === me) - Number(one === me),
  )
  const names =
    ids.length > 3 ? [...ids.slice(0, 2).map(nameOf), m.costs_more_people({ count: ids.length - 2 })] : ids.map(nameOf)
  if (names.length === 0) return m.costs_paid_by_nobody()
  return kind === 'refund' ? m.costs_got_by({ people: listText(names) }) : m.costs_paid_by({ people: listText(names) })
}

/** 'Fri, Jul 3', with the year if it is not this one. */
export function dateTitle(date: OptionalLocalDate, today: LocalDate): string {
  if (date === '') return m.costs_no_date()
  if (date.slice(0, 4) === today.slice(0, 4)) return formatDay(date as LocalDate)
  return formatLocalDate(date as LocalDate, 'en-CA', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  })
}
