import { randomUUID } from 'node:crypto'
import { countByParty, countCosts } from '#domain/costs/balances.ts'
import { settle } from '#domain/costs/settle.ts'
import { byCategory, byDate, costOf } from '#domain/costs/statistics.ts'
import { addDays, type LocalDate } from '#domain/local-date.ts'
import {
  type Costs,
  type Expense,
  expenseCategories,
  newExpense,
  newPayer,
  newPayment,
  newShare,
} from '#domain/plan/costs.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { buildGroup } from '#domain/testing/example-people.ts'
import { CPU_SLOWDOWN } from './browser.ts'
import { median, type Row } from './table.ts'

const EXPENSES = 1000
const PAYMENTS = 100
const TIMES = 40

/**
 * How long all balances, the settlement and the statistics of a large trip take after an edit, on a phone whose
 * processor is four times slower.
 */
export function measureCosts(): Promise<Row[]> {
  const parties = buildGroup({ person_id: randomUUID(), party_id: randomUUID() }, '2026-08-01' as LocalDate)
  const people = listPersons(parties).map(({ id }) => id)
  const costs = buildCosts(people)
  const started = performance.now()
  const first = compute(costs, parties)
  const firstMs = performance.now() - started
  const times = Array.from({ length: TIMES }, (_, index) => {
    const edited = withAmount(costs, index)
    const start = performance.now()
    compute(edited, parties)
    return performance.now() - start
  })
  const details = [
    `${first.households.length} parties, ${first.transfers.length} transfers`,
    `the first time: ${(firstMs * CPU_SLOWDOWN).toFixed(0)} ms`,
  ]
  const what = `Balances, settlement and statistics of ${people.length} people and ${EXPENSES} expenses, after an edit`
  return Promise.resolve([{ what, measured: median(times) * CPU_SLOWDOWN, unit: 'ms', budget: 16, details }])
}

function compute(costs: Costs, parties: Party[]) {
  const counted = countCosts(costs)
  const households = countByParty(counted.people, parties)
  return {
    households,
    transfers: settle(households),
    statistics: [byCategory(counted), byDate(counted), costOf(households[0]?.personIds ?? [], counted)],
  }
}

/** Everybody shares every expense; a fifth has another currency, a fifth is shared by weight. */
function buildCosts(people: string[]): Costs {
  const personAt = (index: number) => people[index % people.length] ?? ''
  const expenses = Array.from({ length: EXPENSES }, (_, index): Expense => {
    const isForeign = index % 5 === 0
    return {
      ...newExpense(randomUUID(), isForeign ? 'CHF' : 'EUR', personAt(index)),
      category: expenseCategories[index % expenseCategories.length] ?? 'other',
      date: addDays('2026-08-01' as LocalDate, index % 14),
      rate: isForeign ? '1.0643 EUR' : '',
      payers: [
        newPayer(personAt(index), 1000 + 37 * index),
        ...(index % 9 ? [] : [newPayer(personAt(index + 7), 999)]),
      ],
      split: index % 5 === 1 ? 'weights' : 'equally',
      shares: people.map((id, at) => newShare(id, { weight: at % 3 === 0 ? 500 : 1000 })),
    }
  })
  const payments = Array.from({ length: PAYMENTS }, (_, index) =>
    newPayment(
      randomUUID(),
      { from: personAt(index), to: personAt(index + 11), amount: 100 + index, currency: 'EUR' },
      personAt(index),
    ),
  )
  return { currency: 'EUR', expenses, payments, former: [], payees: [], fees: [] }
}

/** The costs after somebody corrects an amount. */
function withAmount(costs: Costs, index: number): Costs {
  const expenses = costs.expenses.map((expense, at) =>
    at === index * 7
      ? { ...expense, payers: expense.payers.map((payer) => ({ ...payer, amount: payer.amount + 1 })) }
      : expense,
  )
  return { ...costs, expenses }
}
