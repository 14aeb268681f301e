import { randomUUID } from 'node:crypto'
import fs, { type NoParamCallback } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { insertTrip } from '#server/testing/rows.ts'
import { CommitBatcher } from './commit-batcher.ts'
import type { Db } from './engine.ts'

describe.each(engines)('transactions that wait at the same time on %s', (engine) => {
  let test: TestDatabase
  let db: Db
  let commits: CommitBatcher
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    db = test.database.kysely
    commits = new CommitBatcher(db)
  })
  afterAll(() => test.remove())

  const insert = (id: string) => (trx: Db) => insertTrip(trx, { id })
  const stored = async (ids: string[]) => {
    const rows = await db.selectFrom('trips').select('id').where('id', 'in', ids).execute()
    return rows.map(({ id }) => id).toSorted()
  }

  it('are all stored, and each resolves to its own result', async () => {
    const ids = Array.from({ length: 120 }, () => randomUUID() as string)
    const trips = await Promise.all(ids.map((id) => commits.run(insert(id))))
    expect(trips.map(({ id }) => id)).toEqual(ids)
    expect(await stored(ids)).toEqual(ids.toSorted())
  })

  it('are rolled back alone if they fail, also after they have written', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID() as string)
    const all = ids.map((id, n) =>
      commits.run(async (trx) => {
        await insertTrip(trx, { id })
        if (n % 3 === 0) throw new Error(`no. ${n} has failed`)
        if (n % 3 === 1) await insertTrip(trx, { id: randomUUID(), owner_id: n % 2 === 0 ? null : randomUUID() })
        return n
      }),
    )
    const outcomes = await Promise.allSettled(all)
    const isFailing = (n: number) => n % 3 === 0 || (n % 3 === 1 && n % 2 === 1)
    for (const [n, outcome] of outcomes.entries())
      expect(outcome.status, String(n)).toBe(isFailing(n) ? 'rejected' : 'fulfilled')
    expect(outcomes[0]).toMatchObject({ reason: { message: 'no. 0 has failed' } })
    expect(await stored(ids)).toEqual(ids.filter((_, n) => !isFailing(n)).toSorted())
  })

  it.runIf(engine === 'sqlite')(
    'are in several commits if they take long, so that the process goes on in between',
    async () => {
      let [turn, isDone] = [0, false]
      const counting = (async () => {
        for (; !isDone; turn++) await nextTurn()
      })()
      const turns: number[] = []
      const work = async () => {
        turns.push(turn)
        for (const end = performance.now() + 40; performance.now() < end; );
      }
      await Promise.all(Array.from({ length: 6 }, () => commits.run(work)))
      isDone = true
      await counting
      expect(new Set(turns).size).toBeGreaterThan(3)
    },
  )

  it('resolve only after the commit', async () => {
    const [first, second] = [randomUUID() as string, randomUUID() as string]
    const resolved: string[] = []
    await Promise.all([
      commits.run(insert(first)).then(async () => resolved.push(...(await stored([first])))),
      commits.run(insert(second)).then(async () => resolved.push(...(await stored([second])))),
    ])
    expect(resolved.toSorted()).toEqual([first, second].toSorted())
  })

  it('all fail if nothing can be stored', async () => {
    const closed = await openTestDatabase(engine)
    const own = new CommitBatcher(closed.database.kysely)
    await closed.remove()
    const outcomes = await Promise.allSettled([own.run(insert(randomUUID())), own.run(insert(randomUUID()))])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('a transaction that SQLite has rolled back by itself, as it does on a full disk', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase('sqlite')
  })
  afterAll(() => test.remove())

  it.each([0, 1, 2])('fails as a whole with the reason, together with %d others', async (others) => {
    const db = test.database.kysely
    const commits = new CommitBatcher(db)
    const undone = commits.run(async (trx) => {
      await insertTrip(trx)
      await sql`rollback`.execute(trx)
      throw new Error('database or disk is full')
    })
    const all = [undone, ...Array.from({ length: others }, () => commits.run((trx) => insertTrip(trx)))]
    const reasons = (await Promise.allSettled(all)).map((end) => (end as PromiseRejectedResult).reason?.message)
    expect(reasons).toEqual(all.map(() => 'database or disk is full'))
    expect(await db.selectFrom('trips').select('id').execute()).toEqual([])
    // The next transaction works again.
    await expect(commits.run(async () => 'done')).resolves.toBe('done')
  })
})

describe('a commit on a slow disk', () => {
  let test: TestDatabase
  let commits: CommitBatcher
  beforeAll(async () => {
    test = await openTestDatabase('sqlite')
    commits = new CommitBatcher(test.database.kysely)
  })
  afterAll(() => test.remove())

  it('resolves when it is on disk; until then the next ones gather, and the process goes on', async () => {
    let endWaiting = () => {}
    const isReady = new Promise<void>((resolve) => {
      endWaiting = resolve
    })
    const { fdatasync } = fs
    const wait = (file: number, done: NoParamCallback) => void isReady.then(() => fdatasync(file, done), done)
    const slow = vi.spyOn(fs, 'fdatasync').mockImplementation(wait as typeof fdatasync)
    const ids = Array.from({ length: 3 }, () => randomUUID() as string)
    const resolved: string[] = []
    const insert = (id: string) => commits.run((trx) => insertTrip(trx, { id })).then(() => resolved.push(id))
    const storedIds = async () => {
      const rows = await test.database.kysely.selectFrom('trips').select('id').where('id', 'in', ids).execute()
      return rows.map(({ id }) => id)
    }
    const ends = [insert(ids[0] as string)]
    await expect.poll(() => storedIds()).toEqual([ids[0]])
    ends.push(insert(ids[1] as string), insert(ids[2] as string))
    const readEnd = commits.flushed().then(() => resolved.push('reader'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([resolved, await storedIds()]).toEqual([[], [ids[0]]])
    endWaiting()
    await Promise.all([...ends, readEnd])
    expect(resolved.toSorted()).toEqual([...ids, 'reader'].toSorted())
    expect(slow).toHaveBeenCalled()
  })
})
