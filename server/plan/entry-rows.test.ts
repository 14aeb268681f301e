import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Costs, newExpense, newPayment } from '#domain/plan/costs.ts'
import { plan, type SectionName } from '#domain/plan/index.ts'
import { newPerson, type Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { insertTrip } from '#server/testing/rows.ts'
import { entryRows } from './entry-rows.ts'

/* Each edit changes exactly its rows: a write that is dropped shows in the row itself, whatever reads it. */

describe.each(engines)('the rows of plan_entries on %s', (engine) => {
  let test: TestDatabase
  let trip: Trip
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    trip = await insertTrip(test.database.kysely)
  })
  afterAll(() => test.remove())

  const write = (section: SectionName, value: unknown, previous: unknown) =>
    test.database.kysely.transaction().execute((trx) => entryRows(section).write(trx, trip.id, value, previous))
  /** The rows of a section and of the lists in its fields, with what names their entry. */
  const list = async (section: SectionName) => {
    const rows = await test.database.kysely
      .selectFrom('plan_entries')
      .select(['section', 'id', 'place', 'value'])
      .where('trip_id', '=', trip.id)
      .orderBy('section')
      .orderBy('place')
      .orderBy('id')
      .execute()
    return rows
      .filter((row) => row.section.split('/')[0] === section)
      .map((row) => `${row.section} ${row.id} ${row.place}: ${nameOf(row.value)}`)
  }

  it('has a row for each entry that is added, changed, moved or removed', async () => {
    const party = (id: string, ...names: string[]): Party => ({
      id,
      name: names.join(' and '),
      persons: names.map((name) => newPerson(`${id}-${name}`, name)),
    })
    const steps: [Party[], string[]][] = [
      [[party('a', 'Ana')], ['people a 0: Ana']],
      [
        [party('a', 'Ana'), party('b', 'Ben')],
        ['people a 0: Ana', 'people b 1: Ben'],
      ],
      [
        [party('a', 'Ana'), party('b', 'Ben', 'Bo')],
        ['people a 0: Ana', 'people b 1: Ben and Bo'],
      ],
      [
        [party('b', 'Ben', 'Bo'), party('a', 'Ana')],
        ['people b 0: Ben and Bo', 'people a 1: Ana'],
      ],
      [[party('a', 'Ana')], ['people a 0: Ana']],
      [[], []],
    ]
    let previous: Party[] | undefined
    for (const [value, rows] of steps) {
      await write('people', value, previous)
      expect(await list('people')).toEqual(rows)
      expect(await entryRows('people').load(test.database.kysely, trip.id)).toEqual(value)
      previous = value
    }
  })

  it('has a row for each field, and for each entry of a list in a field', async () => {
    const empty = plan.costs.empty as Costs
    const expense = (id: string, name: string) => ({ ...newExpense(id, 'EUR', 'ana'), name })
    const payment = newPayment('p', { from: 'ana', to: 'ben', amount: 5, currency: 'EUR' }, 'ana')
    const steps: [Costs, string[]][] = [
      [{ ...empty, expenses: [expense('a', 'Wood')] }, ['costs currency 0: ', 'costs/expenses a 0: Wood']],
      [
        { ...empty, currency: 'EUR', expenses: [expense('a', 'Wood'), expense('b', 'Gas')] },
        ['costs currency 0: EUR', 'costs/expenses a 0: Wood', 'costs/expenses b 1: Gas'],
      ],
      [
        { ...empty, currency: 'CHF', expenses: [expense('b', 'Petrol')], payments: [payment] },
        ['costs currency 0: CHF', 'costs/expenses b 0: Petrol', 'costs/payments p 0: ana'],
      ],
      [{ ...empty, currency: 'CHF' }, ['costs currency 0: CHF']],
    ]
    const isField = (row: string) => !row.startsWith('costs ') || row.startsWith('costs currency')
    let previous: Costs | undefined
    for (const [value, rows] of steps) {
      await write('costs', value, previous)
      expect((await list('costs')).filter(isField)).toEqual(rows)
      expect(await entryRows('costs').load(test.database.kysely, trip.id)).toEqual(value)
      previous = value
    }
  })
})

function nameOf(value: unknown): unknown {
  const { name, from } = (typeof value === 'object' ? value : {}) as { name?: string; from?: string }
  return typeof value === 'string' ? value : (name ?? from)
}
