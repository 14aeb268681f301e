import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { receiptPath } from '#domain/api/receipts.ts'
import { type Costs, newExpense } from '#domain/plan/costs.ts'
import { UNUSED_RECEIPT_DAYS } from '#domain/receipts.ts'
import type { Trip } from '#domain/trip.ts'
import { isSqlite } from '#server/db/is-sqlite.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { type DocumentApp, openDocumentApp, uploadReceipt } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'

/* What happens while the sweep runs. Which receipts it removes: receipt-routes.test.ts. */
describe.each(engines)('the sweep of receipts and tracks on %s', (engine) => {
  let server: DocumentApp
  let ownerId: string
  beforeAll(async () => {
    server = await openDocumentApp(engine, 'disk')
    ownerId = await insertAccount(server.db)
  })
  afterAll(() => server.remove())

  /** With a new session, because time passes in these tests. */
  const asOwner = () => server.openSession({ id: ownerId })
  const receiptOf = (id: string) => ({ id, file_name: 'dinner.png' })
  const setCosts = async (tripId: string, expenseId: string, ...receiptIds: string[]) => {
    const expenses = [{ ...newExpense(expenseId, 'CAD', ownerId), receipts: receiptIds.map(receiptOf) }]
    await (await asOwner()).makeSection(tripId, 'costs', {
      currency: 'CAD',
      expenses,
      payments: [],
      former: [],
      payees: [],
      fees: [],
    } satisfies Costs)
  }
  const isThere = async (tripId: string, id: string) =>
    (await (await asOwner()).get(receiptPath(tripId, id))).status === 200

  /** A receipt that the next sweep removes, if no expense lists it then. */
  async function newUnused(): Promise<{ trip: Trip; expense: string; id: string }> {
    const trip = await insertTrip(server.db, { owner_id: ownerId, type: 'car_trip' })
    const [id, expense] = [randomUUID(), randomUUID()]
    await uploadReceipt(await asOwner(), trip.id, 'dinner.png', buildFile('png'), { id })
    await setCosts(trip.id, expense, id)
    await server.listedFiles.sweep()
    await setCosts(trip.id, expense)
    await server.listedFiles.sweep()
    return { trip, expense, id }
  }
  const waitUntilRemovable = () => server.wait({ minutes: UNUSED_RECEIPT_DAYS * 24 * 60 + 1 })

  /** Calls `then` after the sweep has loaded the costs of a trip. */
  function afterLoading(tripId: string, then: () => Promise<void>): void {
    const load = server.plan.load.bind(server.plan)
    let isDone = false
    const spy = vi.spyOn(server.plan, 'load').mockImplementation(async (trip, section, version) => {
      const loaded = await load(trip, section, version)
      if (trip.id !== tripId || section !== 'costs' || isDone) return loaded
      isDone = true
      await then()
      return loaded
    })
    onTestFinished(() => spy.mockRestore())
  }

  it('keeps what is listed after it has looked, and before it removes', async () => {
    const { trip, expense, id } = await newUnused()
    waitUntilRemovable()
    // So that it looks at this trip again.
    await setCosts(trip.id, randomUUID())
    let isListed = false
    afterLoading(trip.id, async () => {
      await setCosts(trip.id, expense, id)
      isListed = true
    })
    await server.listedFiles.sweep()
    expect(isListed).toBe(true)
    expect(await isThere(trip.id, id)).toBe(true)
  })

  it('waits for an edit that lists a receipt', async () => {
    const { trip, expense, id } = await newUnused()
    waitUntilRemovable()
    let [begin, release] = [() => {}, () => {}]
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const released = new Promise<void>((resolve) => (release = resolve))
    const entry = receiptOf(id)
    const at = ['expenses', expense, 'receipts', id]
    const insert = { id: randomUUID(), section: 'costs', do: 'insert', at, entry, after: null } as const
    const owner = { id: ownerId, username: 'robin', full_name: 'Robin', email: null, is_beta_user: false }
    const editing = server.plan.operate(trip, { operations: [insert], seen: {} }, owner, async () => ({
      // Asked in the transaction of the edit.
      refuse: async () => {
        begin()
        await released
        return undefined
      },
      hasRoom: true,
      shown: (records) => [...records],
    }))
    await begun
    const sweeping = server.listedFiles.sweep()
    await Promise.race([sweeping, isSqlite(server.db) ? sleep(100) : untilSomethingWaits()])
    release()
    expect((await editing).refused).toEqual([])
    await sweeping
    expect(await isThere(trip.id, id)).toBe(true)
  })

  /** Until a connection to this database waits for a lock. */
  const untilSomethingWaits = () =>
    vi.waitFor(
      async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
        expect(rows).not.toEqual([])
      },
      { timeout: 20_000 },
    )

  it('goes on if a trip cannot be swept', async () => {
    const all = [await newUnused(), await newUnused(), await newUnused()]
    waitUntilRemovable()
    for (const { trip } of all) await setCosts(trip.id, randomUUID())
    const [{ trip: broken }] = all as [(typeof all)[number]]
    afterLoading(broken.id, () => Promise.reject(new Error('Something is wrong with this trip.')))
    await server.listedFiles.sweep()
    const there = await Promise.all(all.map(({ trip, id }) => isThere(trip.id, id)))
    expect(there).toEqual([true, false, false])
    expect(server.log.filter(({ msg }) => msg === 'the receipts and tracks of a trip could not be swept')).toHaveLength(
      1,
    )
  })
})
