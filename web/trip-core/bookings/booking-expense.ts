import { listSharers } from '#domain/costs/attendance.ts'
import { derivedId } from '#domain/derived-id.ts'
import type { OptionalLocalDate } from '#domain/local-date.ts'
import type { Booking } from '#domain/plan/booking.ts'
import {
  type Costs,
  type Expense,
  type ExpenseCategory,
  MAX_EXPENSE_NAME,
  newExpense,
  newPayer,
  newShare,
} from '#domain/plan/costs.ts'
import type { Eating } from '#domain/plan/details.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { withoutUnstorable } from '#domain/text.ts'

/** What a booking is called in the costs. */
export interface BookingCost {
  /** The id of the ticket or stay. */
  id: string
  name: string
  category: ExpenseCategory
  date: OptionalLocalDate
}

interface Group {
  /** Who adds the expense: they paid it. */
  me: string
  people: readonly Party[]
  settings: Eating
}

/** The id of the expense of a booking: the same on each device, so that two people who add it make one. */
export const bookingExpenseId = (bookingId: string): string => derivedId(`bookings/${bookingId}/expense`)

/** The expense of a booking. Its passengers share it, or everybody who comes if none of them is on the list. */
export function bookingExpense(
  { id, name, category, date }: BookingCost,
  { price, currency, passengers }: Pick<Booking, 'price' | 'currency' | 'passengers'>,
  { me, people, settings }: Group,
): Expense {
  const expenseId = bookingExpenseId(id)
  const listed = new Set([me, ...listPersons(people).map((person) => person.id)])
  const travelling = [...new Set(passengers.map(({ person_id }) => person_id))].filter((one) => listed.has(one))
  const isForAll = travelling.length === 0
  const everybody = listSharers({ people, settings }).map((person) => person.id)
  const sharers = isForAll ? everybody : travelling
  return {
    ...newExpense(expenseId, currency, me),
    name: withoutUnstorable(name.slice(0, MAX_EXPENSE_NAME)),
    category,
    date,
    is_for_all: isForAll,
    // Not derived from the person: two people who add it at once would both have paid it.
    payers: [{ ...newPayer(me, price), id: derivedId(`bookings/${id}/payer`) }],
    shares: (sharers.length === 0 ? [me] : sharers).map((personId) => newShare(personId)),
  }
}

/** Adds an expense unless it is there. The first one sets the trip's currency. */
export const withExpenseOnce = (costs: Costs, added: Expense): Costs =>
  costs.expenses.some(({ id }) => id === added.id) ? costs : { ...costs, expenses: [...costs.expenses, added] }

export const withFirstCurrency = (costs: Costs, currency: string): Costs =>
  costs.currency === '' ? { ...costs, currency } : costs
