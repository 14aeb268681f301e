import fs, { close, fsync, open } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type SqliteFile from 'better-sqlite3'
import { AppError } from '#domain/errors.ts'
import { secondsSince, type TimeDatabase } from '../metrics/metrics.ts'

/*
 * When what SQLite has committed is on the disk.
 * Job: a commit that waits for the disk holds up the whole process, on a slow disk longer than all of its other work. Commits of
 *   `withoutWaiting` go into the file's write-ahead log, and the process waits for the disk beside everything else, once for all
 *   that was committed by then.
 * Invariants: `flushed` resolves when everything is on the disk that was committed before it was called. Commits outside of
 *   `withoutWaiting` wait themselves, as ever (synchronous = FULL), also for all that was committed before them.
 * Failure: nothing is known of a log that the disk did not take. Then SQLite copies all of it into the file and waits for that;
 *   if that fails too, so does `flushed`.
 */
type Alone = (work: () => void) => Promise<void>

export class WriteAheadLog {
  readonly #file: SqliteFile.Database
  readonly #disk: Disk
  readonly #time: TimeDatabase | undefined
  #underWay: Promise<void> | undefined
  #next: Promise<void> | undefined
  #isUnflushed = false
  #isInDoubt = false
  #alone: Alone = async (work) => work()

  constructor(file: SqliteFile.Database, disk: Disk = new LogFile(`${file.name}-wal`), time?: TimeDatabase) {
    this.#file = file
    this.#disk = disk
    this.#time = time
  }

  /** @param alone does some work while nobody else has the file: in the middle of a transaction nothing can be copied */
  runAlone(alone: Alone): void {
    this.#alone = alone
  }

  /** Does some work whose commit does not wait for the disk. Nobody else may have the file meanwhile. */
  async withoutWaiting<Value>(work: () => Promise<Value>): Promise<Value> {
    // With NORMAL, too, the log can be read after a power cut: only the last commits may be missing in it.
    this.#file.pragma('synchronous = NORMAL')
    try {
      return await work()
    } finally {
      this.#isUnflushed = true
      this.#file.pragma('synchronous = FULL')
    }
  }

  /** @throws where the disk does not take it */
  flushed(): Promise<void> {
    if (!this.#isUnflushed) return this.#underWay ?? Promise.resolve()
    this.#next ??= this.#flushNext()
    return this.#next
  }

  async close(): Promise<void> {
    await this.#underWay?.catch(() => {})
    await this.#disk.close()
  }

  async #flushNext(): Promise<void> {
    // What is under way may have begun before the last commit.
    await this.#underWay?.catch(() => {})
    this.#underWay = this.#next
    this.#next = undefined
    this.#isUnflushed = false
    const started = this.#time && performance.now()
    // A disk that has failed to take something may say the next time that it has everything.
    this.#isInDoubt ||= !(await this.#disk.flush().then(
      () => true,
      () => false,
    ))
    if (started !== undefined) this.#time?.('flush', secondsSince(started))
    if (this.#isInDoubt) await this.#alone(() => this.#copyAll())
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

/** What the log is written to. */
export interface Disk {
  /** Resolves when all that was written before is on the disk. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

const [openFile, syncFile, closeFile] = [promisify(open), promisify(fsync), promisify(close)]
/** Looked up each time, so that a test can have a disk that is slow. */
const flushFile = (file: number) => promisify(fs.fdatasync)(file)

/** SQLite keeps one file for its log as long as it has the database open. */
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

  /** A new file is on the disk only when its folder is. */
  async #open(): Promise<number> {
    const folder = await openFile(dirname(this.#path), 'r')
    await syncFile(folder).finally(() => closeFile(folder))
    return openFile(this.#path, 'r')
  }

  async close(): Promise<void> {
    if (this.#opened) await closeFile(await this.#opened)
  }
}
