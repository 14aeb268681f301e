import { CalendarSync } from 'lucide-react'
import { countSharers, proposeShares } from '#domain/costs/attendance.ts'
import { expenseAmounts } from '#domain/costs/expense-amounts.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { Expense } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { CostsGroup } from './costs-group.ts'

interface AttendanceOfferProps {
  /** The expenses that would be shared otherwise as attendance is now. */
  expenses: readonly Expense[]
  group: CostsGroup
  tripCurrency: string
  onUpdate: () => void
}

/** Offers to share expenses as attendance is now, and says what that means for the current user's party. */
export function AttendanceOffer({ expenses, group, tripCurrency, onUpdate }: AttendanceOfferProps) {
  const updated = expenses.map((expense) => ({ ...expense, shares: proposeShares(expense, group) }))
  const [before, after] = [expenses, updated].map((list) => sumOwn(list, group, tripCurrency))
  const money = (amount = 0) => formatMoney(amount, tripCurrency, tripCurrency)
  return (
    <Notice icon={CalendarSync}>
      <p>
        {m.costs_attendance_notice({ people: countSharers(updated, group), expenses: expenses.length })}{' '}
        {before === after
          ? m.costs_attendance_same({ whose: group.party.size > 1 ? 'party' : 'me' })
          : m.costs_attendance_preview({
              whose: group.party.size > 1 ? 'party' : 'me',
              before: money(before),
              after: money(after),
            })}
      </p>
      <Button variant="quiet" className="mt-2 text-sm" onClick={onUpdate}>
        {m.costs_update_shares()}
      </Button>
    </Notice>
  )
}

/** What the current user's party owes of these expenses. */
function sumOwn(expenses: readonly Expense[], { party }: CostsGroup, tripCurrency: string): number {
  let sum = 0
  for (const expense of expenses) {
    const sign = expense.kind === 'refund' ? -1 : 1
    for (const [id, amount] of expenseAmounts(expense, tripCurrency).owed) if (party.has(id)) sum += sign * amount
  }
  return sum
}
