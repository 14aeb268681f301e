import { CalendarSync } from 'lucide-react'
import { proposeShares } from '#domain/costs/attendance.ts'
import { expenseAmounts } from '#domain/costs/expense-amounts.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { Expense } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type CostsGroup, whoseCosts } from './costs-group.ts'
import { expenseTitle } from './costs-words.ts'

interface AttendanceOfferProps {
  /** The expenses that would be shared otherwise as attendance is now. */
  expenses: readonly Expense[]
  group: CostsGroup
  tripCurrency: string
  /** All costs of the current user's household, where these are on the screen: the offer then says how they change. */
  ownTotal?: number
  onUpdate: () => void
  /** Leaves them as they are, until attendance changes again. */
  onKeep?: () => void
  /** Shows which they are. */
  onShow?: (() => void) | undefined
}

/** Offers to share expenses as attendance is now, and says what that means for the current user's household. */
export function AttendanceOffer(props: AttendanceOfferProps) {
  const { expenses, group, tripCurrency, ownTotal, onUpdate, onKeep, onShow } = props
  const updated = expenses.map((expense) => ({ ...expense, shares: proposeShares(expense, group) }))
  const [before, after] = [sumOwn(expenses, group, tripCurrency), sumOwn(updated, group, tripCurrency)]
  const others = ownTotal === undefined ? 0 : ownTotal - before
  const money = (amount: number) => formatMoney(amount + others, tripCurrency, tripCurrency)
  const what = { whose: whoseCosts(group), of: ownTotal === undefined ? 'these' : 'all' } as const
  return (
    <Notice icon={CalendarSync}>
      <p>
        {m.costs_attendance_notice({ name: nameFirst(expenses), count: expenses.length })}{' '}
        {before === after
          ? m.costs_attendance_same(what)
          : m.costs_attendance_preview({ ...what, before: money(before), after: money(after) })}
      </p>
      <div className="mt-2 flex flex-wrap gap-2 print:hidden">
        <Button variant="quiet" className="text-sm" onClick={onUpdate}>
          {m.costs_update_shares()}
        </Button>
        {onShow && expenses.length > 1 && (
          <Button variant="quiet" className="text-sm" onClick={onShow}>
            {m.costs_attendance_show()}
          </Button>
        )}
        {onKeep && (
          <Button variant="quiet" className="text-sm" onClick={onKeep}>
            {m.costs_keep_shares()}
          </Button>
        )}
      </div>
    </Notice>
  )
}

function nameFirst([expense]: readonly Expense[]): string {
  return expense ? m.costs_quoted({ name: expenseTitle(expense) }) : ''
}

/** What the current user's household owes of these expenses. */
function sumOwn(expenses: readonly Expense[], { own }: CostsGroup, tripCurrency: string): number {
  let sum = 0
  for (const expense of expenses) {
    const sign = expense.kind === 'refund' ? -1 : 1
    for (const [id, amount] of expenseAmounts(expense, tripCurrency).owed) if (own.has(id)) sum += sign * amount
  }
  return sum
}
