import fs, { close, fsync, open } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type SqliteFile from 'better-sqlite3'
import { AppError } from '#domain/errors.ts'
import { secondsSince, type TimeDatabase } from './database-times.ts'

/*
 * Knows when SQLite's commits are on disk.
 * Job: a commit that waits for the disk blocks the process, on a slow disk longer than all of its other work. Commits
 *   of `withoutWaiting` go into the file's write-ahead log, and the process waits for the disk in the background, once
 *   for everything committed until then.
 * Invariants: `flushed` resolves when everything committed before the call is on disk. Commits outside of
 *   `withoutWaiting` wait themselves (synchronous = FULL), also for all earlier commits.
 * Failure: if the disk does not take the log, the state of the log is unknown. Then SQLite copies all of it into the
 *   file and waits for that; if that fails too, so does `flushed`.
 */
type RunExclusively = (work: () => void) => Promise<void>

export class WriteAheadLog {
  readonly #file: SqliteFile.Database
  readonly #disk: Disk
  readonly #time: TimeDatabase | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #isUnflushed = false
  #isInDoubt = false
  #runExclusively: RunExclusively = async (work) => work()

  constructor(file: SqliteFile.Database, disk: Disk = new LogFile(`${file.name}-wal`), time?: TimeDatabase) {
    this.#file = file
    this.#disk = disk
    this.#time = time
  }

  /** @param runExclusively runs work while nobody else uses the file: nothing can be copied during a transaction */
  runAlone(runExclusively: RunExclusively): void {
    this.#runExclusively = runExclusively
  }

  /** Runs work whose commit does not wait for the disk. Nothing else may use the file until it ends. */
  async withoutWaiting<Value>(work: () => Promise<Value>): Promise<Value> {
    // NORMAL keeps the log readable after a power cut, too. Only the last commits may be missing.
    this.#file.pragma('synchronous = NORMAL')
    try {
      return await work()
    } finally {
      this.#isUnflushed = true
      this.#file.pragma('synchronous = FULL')
    }
  }

  /** @throws if the disk does not take it */
  flushed(): Promise<void> {
    if (!this.#isUnflushed) return this.#running ?? Promise.resolve()
    this.#next ??= this.#flushNext()
    return this.#next
  }

  async close(): Promise<void> {
    await this.#running?.catch(() => {})
    await this.#disk.close()
  }

  async #flushNext(): Promise<void> {
    // The flush that is running may have begun before the last commit.
    await this.#running?.catch(() => {})
    this.#running = this.#next
    this.#next = undefined
    this.#isUnflushed = false
    const started = this.#time && performance.now()
    // After a failed flush, a disk may claim the next time that it has everything.
    this.#isInDoubt ||= !(await this.#disk.flush().then(
      () => true,
      () => false,
    ))
    if (started !== undefined) this.#time?.('flush', secondsSince(started))
    if (this.#isInDoubt) await this.#runExclusively(() => this.#copyAll())
  }

  #copyAll(): void {
    this.#isUnflushed = true
    const [result] = this.#file.pragma('wal_checkpoint(FULL)') as { busy: number }[]
    if (result?.busy !== 0)
      throw new AppError('database_not_writable', undefined, {
        cause: new Error('The disk has not taken what was committed'),
      })
    this.#isInDoubt = false
    this.#isUnflushed = false
  }
}

export interface Disk {
  /** Resolves when everything written before is on disk. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

const [openFile, syncFile, closeFile] = [promisify(open), promisify(fsync), promisify(close)]
/** Looked up on each call, so that a test can replace it by a slow one. */
const flushFile = (file: number) => promisify(fs.fdatasync)(file)

/** SQLite uses one file for its log as long as it has the database open. */
class LogFile implements Disk {
  readonly #path: string
  #opened: Promise<number> | undefined

  constructor(path: string) {
    this.#path = path
  }

  async flush(): Promise<void> {
    this.#opened ??= this.#open().catch((failure) => {
      this.#opened = undefined
      throw failure
    })
    await flushFile(await this.#opened)
  }

  /** A new file is on disk only when its folder is. */
  async #open(): Promise<number> {
    const folder = await openFile(dirname(this.#path), 'r')
    await syncFile(folder).finally(() => closeFile(folder))
    return openFile(this.#path, 'r')
  }

  async close(): Promise<void> {
    if (this.#opened) await closeFile(await this.#opened)
  }
}
