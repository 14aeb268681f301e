import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { BackupSettings, Settings } from '../settings/settings.ts'
import { PART } from './archive-writer.ts'
import { makeBackup } from './backup.ts'
import { silentProgress } from './progress.ts'

const CHECK_INTERVAL_MS = 60_000
const RETRY_MS = 10 * 60_000
/** Age at which a partial file belongs to a dead process. */
const STALE_PART_MS = 24 * 60 * 60_000

interface Options {
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 's3' | 'backups'>
  /** Whether this process is the one that makes backups. */
  leads: () => Promise<boolean>
  log: Logger
  clock: () => Date
}

export function startBackups(options: Options): ScheduledBackups | undefined {
  const { backups } = options.settings
  if (!backups) return undefined
  const scheduled = new ScheduledBackups(options, backups)
  scheduled.start()
  return scheduled
}

/*
 * The backups that a running server makes.
 * Job: make a backup at an interval, and keep the newest few.
 * Invariants: the time of the last backup comes from the file names, so it survives a restart. Only one of several
 *   processes makes backups. Old ones are removed only after a newer one is complete.
 * Failure: it is logged, existing backups stay, and the next attempt follows.
 */
export class ScheduledBackups {
  readonly #options: Options
  readonly #everyMs: number
  readonly #folder: string
  readonly #keep: number
  #progress = silentProgress()
  #working: Promise<void> | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  #retryAt = 0

  constructor(options: Options, { everyMs, folder, keep }: BackupSettings) {
    this.#options = options
    this.#everyMs = everyMs
    this.#folder = resolve(folder)
    this.#keep = keep
  }

  start(): void {
    const runIfDue = () => void this.look()
    this.#timer = setInterval(runIfDue, CHECK_INTERVAL_MS).unref()
    runIfDue()
  }

  /** Makes a backup if one is due. Logs errors. */
  async look(): Promise<void> {
    this.#working ??= this.#makeDue()
      .catch((err) => {
        this.#retryAt = this.#options.clock().getTime() + RETRY_MS
        this.#options.log.error({ err }, 'backup failed')
      })
      .finally(() => {
        this.#working = undefined
      })
    await this.#working
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#progress.abort()
    await this.#working
  }

  async #makeDue(): Promise<void> {
    const { settings, leads, log, clock } = this.#options
    const now = clock()
    const untilRetry = this.#retryAt - now.getTime()
    // A longer pause began while the clock was ahead.
    if ((untilRetry > 0 && untilRetry <= RETRY_MS) || !(await leads())) return
    await mkdir(this.#folder, { recursive: true })
    const [newest] = await this.#list(now)
    if (newest && now.getTime() - newest.madeAt < this.#everyMs) return
    const target = join(this.#folder, nameFor(now))
    const { missing, cut, pauseFailure, ...result } = await makeBackup({
      settings,
      target,
      progress: this.#progress,
      now,
    })
    const ms = clock().getTime() - now.getTime()
    log.info({ file: target, ms, ...result }, 'backup created')
    if (pauseFailure !== undefined)
      log.warn({ err: pauseFailure }, 'files that were deleted during the backup may be missing from it')
    if (missing.length + cut.length > 0) log.error({ missing, cut }, 'documents are missing or damaged in the store')
    await this.#removeOld(now)
  }

  async #removeOld(now: Date): Promise<void> {
    for (const { name } of (await this.#list(now)).slice(this.#keep))
      await rm(join(this.#folder, name), { force: true })
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      if (!name.startsWith('wayfare-') || !name.endsWith(PART)) continue
      if (now.getTime() - (await stat(path)).mtimeMs > STALE_PART_MS) await rm(path, { force: true })
    }
  }

  /**
   * The existing backups, newest first. Ignores other files in the folder, and backups that were made while the clock
   * was ahead: nobody knows when that was, and they must not replace newer ones.
   */
  async #list(now: Date): Promise<{ name: string; madeAt: number }[]> {
    const names = (await readdir(this.#folder)).filter((name) => NAME.test(name))
    return names
      .toSorted()
      .reverse()
      .map((name) => ({ name, madeAt: timeOf(name) }))
      .filter(({ madeAt }) => madeAt <= now.getTime())
  }
}

const NAME = /^wayfare-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/

/** Such as `wayfare-2026-11-22T21-30-00Z.tar`, since some file systems do not allow colons. */
const nameFor = (time: Date) => `wayfare-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`
const timeOf = (name: string) => Date.parse(name.replace(NAME, '$1T$2:$3:$4Z'))
