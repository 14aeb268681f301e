import { setImmediate } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Db } from './engine.ts'
import { writeAheadLogOf } from './sqlite.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/*
 * Transactions that wait at the same time, in one commit.
 * Job: on SQLite, which writes for one at a time, all that wait are written with one commit, and all commits that were done by then
 *   wait for the disk together, beside the next one. On PostgreSQL each has a transaction of its own.
 * Invariants: nobody is answered before the commit is on the disk; work that fails is undone alone, to its own savepoint where it
 *   has company.
 * Failure: where the commit fails, or the transaction cannot be begun, all that was in it fail. Where the disk does not take a
 *   commit, whoever was in it is told so, and may find it done when they come again.
 */

/** So many at most: each waits for all of them. */
const MOST_AT_ONCE = 50

interface Waiting {
  work: (trx: Db) => Promise<unknown>
  committed: (value: unknown) => void
  resolve: (value: unknown) => void
  reject: (failure: unknown) => void
}

export class SharedCommits {
  readonly #db: Db
  /** Undefined on PostgreSQL. */
  readonly #log: WriteAheadLog | undefined
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(db: Db) {
    this.#db = db
    this.#log = writeAheadLogOf(db)
  }

  /**
   * Does some work in a transaction. Resolves once it is committed and on the disk.
   * @param committed is called as soon as the next transaction may begin, with what the work has answered
   * @throws what the work throws; then nothing of it is stored
   */
  async run<Value>(work: (trx: Db) => Promise<Value>, committed: (value: Value) => void = () => {}): Promise<Value> {
    const log = this.#log
    if (!log) {
      const value = await this.#db.transaction().execute(work)
      committed(value)
      return value
    }
    return new Promise<Value>((resolve, reject) => {
      this.#waiting.push({ work, committed, resolve, reject } as Waiting)
      void this.#commitAll(log)
    })
  }

  /** Resolves when all that was committed before is on the disk: what could be read may be told then. */
  async flushed(): Promise<void> {
    await this.#log?.flushed()
  }

  async #commitAll(log: WriteAheadLog): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      // All requests that have arrived by now come this far first: nothing in them waits for anything but the database.
      await setImmediate()
      await this.#commit(log, this.#waiting.splice(0, MOST_AT_ONCE))
    }
    this.#isRunning = false
  }

  /** Resolves when the next ones may be committed: those of this one are answered when the disk has it. */
  async #commit(log: WriteAheadLog, all: Waiting[]): Promise<void> {
    try {
      const ends = await this.#db
        .connection()
        .execute((connection) => log.withoutWaiting(() => connection.transaction().execute((trx) => attemptAll(trx, all))))
      for (const { tell } of ends) tell()
      void log.flushed().then(
        () => {
          for (const { end } of ends) end()
        },
        (failure) => {
          for (const { reject } of all) reject(failure)
        },
      )
    } catch (failure) {
      for (const { reject } of all) reject(failure)
    }
  }
}

interface End {
  /** Tells that it is committed. */
  tell: () => void
  /** Tells how it ended. */
  end: () => void
}

async function attemptAll(trx: Db, all: Waiting[]): Promise<End[]> {
  const [first, second] = all
  if (first && !second) return [ended(first, await first.work(trx))]
  const ends: End[] = []
  for (const one of all) ends.push(await attempt(trx, one))
  return ends
}

const ended = ({ committed, resolve }: Waiting, value: unknown): End => ({
  tell: () => committed(value),
  end: () => resolve(value),
})

const savepoint = CompiledQuery.raw('savepoint one')
const release = CompiledQuery.raw('release one')
const rollBack = CompiledQuery.raw('rollback to one')

/** Does the work of one, which may fail alone. */
async function attempt(trx: Db, one: Waiting): Promise<End> {
  await trx.executeQuery(savepoint)
  try {
    const value = await one.work(trx)
    await trx.executeQuery(release)
    return ended(one, value)
  } catch (failure) {
    await trx.executeQuery(rollBack)
    await trx.executeQuery(release)
    return { tell: () => {}, end: () => one.reject(failure) }
  }
}
