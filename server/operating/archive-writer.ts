import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { type Pack, pack } from 'tar-stream'
import * as m from '#messages'
import { syncFolder } from '../documents/disk-store.ts'
import { StartError } from '../settings/start-error.ts'

/** File name extension while a backup is being written. */
export const PART = '.part'

/*
 * Writes a tar file that appears under its name complete or not at all.
 * Job: write the entries one by one to a file beside the target, sync it to disk, then rename it.
 * Invariants: at most one entry is in memory. Only this user can read the file. An existing target is not lost before
 *   the new file is complete.
 * Failure: a full or failing disk fails the entry that is being written; `discard` then removes the partial file. A
 *   killed process leaves a file that ends in `.part`.
 */
export class ArchiveWriter {
  readonly #target: string
  readonly #partPath: string
  readonly #handle: FileHandle
  readonly #pack: Pack = pack()
  readonly #writing: Promise<void>

  private constructor(target: string, part: string, handle: FileHandle) {
    this.#target = target
    this.#partPath = part
    this.#handle = handle
    this.#writing = this.#write()
    this.#writing.catch(() => {})
  }

  /** @throws StartError if the file cannot be written or exists already */
  static async create(target: string, { overwrite = false } = {}): Promise<ArchiveWriter> {
    if (!overwrite && existsSync(target)) {
      throw new StartError(m.operating_backup_file_exists({ file: target }))
    }
    const part = `${target}.${randomUUID().slice(0, 8)}${PART}`
    try {
      return new ArchiveWriter(target, part, await open(part, 'wx', 0o600))
    } catch (cause) {
      throw new StartError(m.operating_backup_file_not_writable({ file: target, reason: (cause as Error).message }))
    }
  }

  async add(name: string, content: string | Buffer): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    await this.#withDiskErrors(
      new Promise<void>((resolve, reject) => {
        this.#pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
      }),
    )
  }

  /** Syncs the file to disk and renames it to the target. Returns its size in bytes. */
  async finish(): Promise<number> {
    this.#pack.finalize()
    await this.#withDiskErrors(this.#writing)
    const { size } = await this.#handle.stat()
    await this.#handle.sync()
    await this.#handle.close()
    await rename(this.#partPath, this.#target)
    await syncFolder(dirname(this.#target))
    return size
  }

  async discard(): Promise<void> {
    this.#pack.destroy()
    await this.#writing.catch(() => {})
    await this.#handle.close().catch(() => {})
    await rm(this.#partPath, { force: true })
  }

  async #write(): Promise<void> {
    for await (const chunk of this.#pack as AsyncIterable<Uint8Array>) await this.#handle.writeFile(chunk)
  }

  /** A disk error takes precedence over the entry's own error, which is only a consequence. */
  async #withDiskErrors(work: Promise<void>): Promise<void> {
    try {
      await Promise.race([work, this.#writing.then(() => work)])
    } catch (failure) {
      this.#pack.destroy()
      const cause = await this.#writing.then(() => failure).catch((error) => error)
      if (!(cause as NodeJS.ErrnoException).syscall) throw cause
      const file = basename(this.#target)
      throw new StartError(m.operating_backup_file_not_writable({ file, reason: (cause as Error).message }))
    }
  }
}
