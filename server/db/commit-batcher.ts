import { setImmediate } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { secondsSince, type TimeDatabase } from '../metrics/metrics.ts'
import type { Db } from './engine.ts'
import { writeAheadLogOf } from './sqlite.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/*
 * Transactions that wait at the same time, in one commit.
 * Job: a commit waits for the disk, which takes longer than all that is written in it. On SQLite, which writes for one at a time, all
 *   that have come while the disk takes one commit are written with the next, and meanwhile the process goes on with everything
 *   else. On PostgreSQL each has a transaction of its own.
 * Invariants: nobody is answered before the commit is on the disk; work that fails is undone alone, to its own savepoint where it
 *   has company.
 * Failure: where the commit fails, the transaction cannot be begun, or the database undoes it, all that was in it fail. Where the
 *   disk does not take a commit, whoever was in it is told so, and may find it done when they come again.
 */

/** So many at most: each waits for all of them. */
const MAX_AT_ONCE = 50

interface QueuedTransaction {
  work: (trx: Db) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (failure: unknown) => void
}

export class CommitBatcher {
  readonly #db: Db
  /** Undefined on PostgreSQL. */
  readonly #log: WriteAheadLog | undefined
  readonly #time: TimeDatabase | undefined
  #waiting: QueuedTransaction[] = []
  #isRunning = false

  constructor(db: Db, time?: TimeDatabase) {
    this.#db = db
    this.#time = time
    this.#log = writeAheadLogOf(db)
  }

  /** Does some work in a transaction. Resolves once it is committed and on the disk. @throws what the work throws; then nothing of it is stored */
  run<Value>(wanted: (trx: Db) => Promise<Value>): Promise<Value> {
    const work = this.#timed(wanted)
    const log = this.#log
    if (!log) return this.#db.transaction().execute(work)
    return new Promise<Value>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      void this.#commitAll(log)
    })
  }

  /** The work, which says when its turn has come how long that took. */
  #timed<Value>(work: (trx: Db) => Promise<Value>): (trx: Db) => Promise<Value> {
    const time = this.#time
    if (!time) return work
    const started = performance.now()
    return (trx) => {
      time('turn', secondsSince(started))
      return work(trx)
    }
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
      await this.#commit(log, this.#waiting.splice(0, MAX_AT_ONCE))
    }
    this.#isRunning = false
  }

  async #commit(log: WriteAheadLog, all: QueuedTransaction[]): Promise<void> {
    try {
      const transact = (connection: Db) =>
        log.withoutWaiting(() => connection.transaction().execute((trx) => attemptAll(trx, all)))
      const ends = await this.#db.connection().execute(transact)
      await log.flushed()
      for (const end of ends) end()
    } catch (failure) {
      for (const { reject } of all) reject(failure)
    }
  }
}

/** Does the work of all. Answers what tells each of them how it ended, once it is committed. */
async function attemptAll(trx: Db, all: QueuedTransaction[]): Promise<(() => void)[]> {
  const [first, second] = all
  if (first && !second) {
    const value = await first.work(trx)
    return [() => first.resolve(value)]
  }
  const ends: (() => void)[] = []
  for (const one of all) ends.push(await attempt(trx, one))
  return ends
}

const savepoint = CompiledQuery.raw('savepoint one')
const release = CompiledQuery.raw('release one')
const rollBack = CompiledQuery.raw('rollback to one')

/** Does the work of one, which may fail alone. */
async function attempt(trx: Db, { work, resolve, reject }: QueuedTransaction): Promise<() => void> {
  await trx.executeQuery(savepoint)
  try {
    const value = await work(trx)
    await trx.executeQuery(release)
    return () => resolve(value)
  } catch (failure) {
    // Where there is no room on the disk, SQLite undoes the whole transaction, and no savepoint is left: all of them have failed.
    await trx.executeQuery(rollBack).catch(() => {
      throw failure
    })
    await trx.executeQuery(release)
    return () => reject(failure)
  }
}
