import * as m from '#messages'
import type { ExpenseCategory } from '../plan/costs.ts'

/*
 * The words of Splitwise's exports. It writes headings and categories in the user's language; categories are known in
 * English only.
 */

/** Why a file cannot be imported. */
export type SplitwiseProblem = 'empty' | 'not_splitwise' | 'no_expenses'

/** Why a row is not imported. */
export type UnreadReason = 'columns' | 'date' | 'currency' | 'amount' | 'sum' | 'nobody_owes' | 'payer'

const categories: Partial<Record<ExpenseCategory, string>> = {
  food: 'food and drink,dining out,groceries,liquor',
  lodging: 'hotel,rent,mortgage',
  transport: 'transportation,bicycle,bus/train,car,gas/fuel,parking,plane,taxi',
  fees: 'taxes,insurance',
  activities: 'entertainment,games,movies,music,sports',
  gear: 'electronics,furniture,household supplies,clothing',
}

const categoryByWord = new Map(
  Object.entries(categories).flatMap(([category, words]) =>
    words.split(',').map((word) => [word, category as ExpenseCategory] as const),
  ),
)

export function categoryOf(word: string): ExpenseCategory {
  return categoryByWord.get(word.toLowerCase()) ?? 'other'
}

const payments = new Set('payment,zahlung,paiement,pago,pagamento,betaling,betalning,płatność,支払い'.split(','))

export function isPayment(category: string): boolean {
  return payments.has(category.toLowerCase())
}

const headings = ['date', 'description', 'category', 'cost', 'currency']

/** Whether a file begins as Splitwise's in English. */
export function isHeading(cells: readonly string[]): boolean {
  return headings.every((heading, index) => cells[index]?.trim().toLowerCase() === heading)
}

/** Why a file cannot be imported, as a sentence. */
export function splitwiseProblemWords(problem: SplitwiseProblem): string {
  const words: Record<SplitwiseProblem, () => string> = {
    empty: () => m.costs_splitwise_empty(),
    not_splitwise: () => m.costs_splitwise_not_splitwise(),
    no_expenses: () => m.costs_splitwise_no_expenses(),
  }
  return words[problem]()
}

/**
 * Why a row is not imported, as a sentence.
 * @param column whose column it is about
 */
export function unreadWords(reason: UnreadReason, column = ''): string {
  const words: Record<UnreadReason, () => string> = {
    columns: () => m.costs_splitwise_unread_columns(),
    date: () => m.costs_splitwise_unread_date(),
    currency: () => m.costs_splitwise_unread_currency(),
    amount: () => m.costs_splitwise_unread_amount(),
    sum: () => m.costs_splitwise_unread_sum(),
    nobody_owes: () => m.costs_splitwise_unread_nobody_owes(),
    payer: () => m.costs_splitwise_unread_payer({ name: column }),
  }
  return words[reason]()
}
