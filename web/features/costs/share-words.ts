import { attendedShare, countTimes } from '#domain/costs/attendance.ts'
import { expenseAmounts } from '#domain/costs/expense-amounts.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { Expense } from '#domain/plan/costs.ts'
import { listPersons } from '#domain/plan/people.ts'
import * as m from '#messages'
import type { CostsGroup } from './costs-group.ts'

/* How an expense is shared, in words: 'Ben: 2 of 3 nights'. */

export interface ShareLine {
  personId: string
  name: string
  /** '2 of 3 nights, counts half'; '' if all pay the same. */
  why: string
  /** Whether it is a child who counts less than an adult. */
  isReduced: boolean
  /** In the expense's own currency. */
  amount: string
  /** In minor units. */
  owed: number
}

export function shareLines(expense: Expense, group: CostsGroup): ShareLine[] {
  const { owed } = expenseAmounts({ ...expense, rate: '' }, expense.currency)
  return [...owed]
    .map(([personId, amount]) => ({
      personId,
      name: group.nameOf(personId),
      ...whyOf(personId, expense, group),
      amount: formatMoney(amount, expense.currency, group.currency),
      owed: amount,
    }))
    .toSorted((one, other) => order(one.personId, group) - order(other.personId, group))
}

function order(personId: string, { everybody }: CostsGroup): number {
  const at = everybody.indexOf(personId)
  return at < 0 ? everybody.length : at
}

function whyOf(personId: string, expense: Expense, group: CostsGroup): Pick<ShareLine, 'why' | 'isReduced'> {
  const whole = (why: string) => ({ why, isReduced: false })
  const { split } = expense
  const weight = expense.shares.find(({ person_id }) => person_id === personId)?.weight ?? 1000
  if (split === 'weights') return whole(m.costs_share_weight({ weight: weight / 1000 }))
  if (split !== 'nights' && split !== 'meals') return whole('')
  const person = listPersons(group.people).find(({ id }) => id === personId)
  const of = countTimes(expense, group.days)
  const attended = person && attendedShare(person, expense, group)
  // Attendance has changed since it was saved.
  if (!attended || attended.weight !== weight) return whole(m.costs_share_times({ split, attended: weight / 1000, of }))
  const times = m.costs_share_times({ split, attended: attended.attended, of })
  if (attended.childShare === 1) return whole(times)
  const percent = Math.round(attended.childShare * 100)
  return { why: m.costs_share_child({ times, percent }), isReduced: attended.childShare < 1 }
}

/** 'Equally, €4.00 each'. */
export function equalWords(lines: readonly ShareLine[], currency: string, tripCurrency: string): string {
  const [first] = lines
  if (!first) return ''
  const least = Math.min(...lines.map(({ owed }) => owed))
  const most = Math.max(...lines.map(({ owed }) => owed))
  if (most === 0) return m.costs_equal_people({ count: lines.length })
  return least === most
    ? m.costs_equal_each({ count: lines.length, amount: formatMoney(least, currency, tripCurrency) })
    : m.costs_equal_about({
        count: lines.length,
        least: formatMoney(least, currency, tripCurrency),
        most: formatMoney(most, currency, tripCurrency),
      })
}
