import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, SqliteAdapter } from 'kysely'
import type { Db } from './engine.ts'

/*
 * Transactions that wait at the same time, in one commit.
 * Job: a commit waits for the disk, which takes longer than all that is written in it. On SQLite, which writes for one at a time, all
 *   that wait while one is under way are written with the next commit. On PostgreSQL each has a transaction of its own.
 * Invariants: nobody is answered before the commit; work that fails is undone alone, to its own savepoint where it has company.
 * Failure: where the commit fails, or the transaction cannot be begun, all that was in it fail.
 */

/** So many at most: each waits for all of them. */
const MOST_AT_ONCE = 50

interface Waiting {
  work: (trx: Db) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (failure: unknown) => void
}

export class SharedCommits {
  readonly #db: Db
  readonly #isShared: boolean
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(db: Db) {
    this.#db = db
    this.#isShared = db.getExecutor().adapter instanceof SqliteAdapter
  }

  /** Does some work in a transaction. Resolves once it is committed. @throws what the work throws; then nothing of it is stored */
  run<Value>(work: (trx: Db) => Promise<Value>): Promise<Value> {
    if (!this.#isShared) return this.#db.transaction().execute(work)
    return new Promise<Value>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      void this.#commitAll()
    })
  }

  async #commitAll(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      // All requests that have arrived by now come this far first: nothing in them waits for anything but the database.
      await setImmediate()
      await this.#commit(this.#waiting.splice(0, MOST_AT_ONCE))
    }
    this.#isRunning = false
  }

  async #commit(all: Waiting[]): Promise<void> {
    try {
      const [first, second] = all
      if (first && !second) return first.resolve(await this.#db.transaction().execute(first.work))
      const ends = await this.#db.transaction().execute(async (trx) => {
        const done: (() => void)[] = []
        for (const one of all) done.push(await attempt(trx, one))
        return done
      })
      for (const end of ends) end()
    } catch (failure) {
      for (const { reject } of all) reject(failure)
    }
  }
}

const savepoint = CompiledQuery.raw('savepoint one')
const release = CompiledQuery.raw('release one')
const rollBack = CompiledQuery.raw('rollback to one')

/** Does the work of one. Answers what tells them of it, once it is committed. */
async function attempt(trx: Db, { work, resolve, reject }: Waiting): Promise<() => void> {
  await trx.executeQuery(savepoint)
  try {
    const value = await work(trx)
    await trx.executeQuery(release)
    return () => resolve(value)
  } catch (failure) {
    await trx.executeQuery(rollBack)
    await trx.executeQuery(release)
    return () => reject(failure)
  }
}
