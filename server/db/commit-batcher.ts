import { setImmediate } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { secondsSince, type TimeDatabase } from './database-times.ts'
import type { Db } from './engine.ts'
import { writeAheadLogOf } from './sqlite.ts'
import { shouldGiveWay } from './turn-of-event-loop.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/*
 * Commits transactions that wait at the same time together.
 * Job: a commit waits for the disk, which takes longer than everything that is written in it. SQLite has one writer at
 *   a time, so all transactions that arrive during a commit are written with the next one, and the process goes on with
 *   everything else. On PostgreSQL each has a commit of its own.
 * Invariants: nobody is answered before the commit is on disk. Work that fails is rolled back alone, to its own
 *   savepoint.
 * Failure: if the transaction cannot begin, the commit fails, or the database rolls it back, all work in it fails. If
 *   the disk does not take a commit, its work fails too, but a retry may find it done.
 */

/** Limited because each transaction waits for all others in its commit: see also `shouldGiveWay`. */
const MAX_PER_COMMIT = 50

interface WaitingTransaction {
  work: (trx: Db) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (failure: unknown) => void
}

export class CommitBatcher {
  readonly #db: Db
  readonly #log: WriteAheadLog | undefined
  readonly #time: TimeDatabase | undefined
  #waiting: WaitingTransaction[] = []
  #isRunning = false

  constructor(db: Db, time?: TimeDatabase) {
    this.#db = db
    this.#time = time
    this.#log = writeAheadLogOf(db)
  }

  /**
   * Runs work in a transaction. Resolves once it is committed and on disk.
   * @throws what the work throws; then nothing of it is stored
   */
  run<Value>(task: (trx: Db) => Promise<Value>): Promise<Value> {
    const work = this.#timed(task)
    const log = this.#log
    if (!log) return this.#db.transaction().execute(work)
    return new Promise<Value>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      void this.#commitAll(log)
    })
  }

  /** Measures how long the work waits for its turn. */
  #timed<Value>(work: (trx: Db) => Promise<Value>): (trx: Db) => Promise<Value> {
    const time = this.#time
    if (!time) return work
    const started = performance.now()
    return (trx) => {
      time('turn', secondsSince(started))
      return work(trx)
    }
  }

  /** Resolves when everything committed before is on disk. Then a value that was read may be answered. */
  async flushed(): Promise<void> {
    await this.#log?.flushed()
  }

  async #commitAll(log: WriteAheadLog): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      // Lets all requests that have arrived get here first. Until here they wait for nothing but the database.
      await setImmediate()
      await this.#commit(log, this.#waiting.splice(0, MAX_PER_COMMIT))
    }
    this.#isRunning = false
  }

  async #commit(log: WriteAheadLog, all: WaitingTransaction[]): Promise<void> {
    try {
      const transact = (connection: Db) =>
        log.withoutWaiting(() => connection.transaction().execute((trx) => this.#attemptAll(trx, all)))
      const reports = await this.#db.connection().execute(transact)
      await log.flushed()
      for (const report of reports) report()
    } catch (failure) {
      for (const { reject } of all) reject(failure)
    }
  }

  /**
   * Runs the work, as much as there is time for in one turn of the event loop: what remains waits for the next.
   * Returns functions that report the results, to be called after the commit.
   */
  async #attemptAll(trx: Db, all: WaitingTransaction[]): Promise<(() => void)[]> {
    const [first, second] = all
    if (first && !second) {
      const value = await first.work(trx)
      return [() => first.resolve(value)]
    }
    const reports: (() => void)[] = []
    for (const [index, one] of all.entries()) {
      if (shouldGiveWay() && index > 0) {
        this.#waiting.unshift(...all.splice(index))
        break
      }
      reports.push(await attempt(trx, one))
    }
    return reports
  }
}

const savepoint = CompiledQuery.raw('savepoint one')
const release = CompiledQuery.raw('release one')
const rollBack = CompiledQuery.raw('rollback to one')

async function attempt(trx: Db, { work, resolve, reject }: WaitingTransaction): Promise<() => void> {
  await trx.executeQuery(savepoint)
  try {
    const value = await work(trx)
    await trx.executeQuery(release)
    return () => resolve(value)
  } catch (failure) {
    // On a full disk, SQLite rolls back the whole transaction and no savepoint is left: all work has failed.
    await trx.executeQuery(rollBack).catch(() => {
      throw failure
    })
    await trx.executeQuery(release)
    return () => reject(failure)
  }
}
