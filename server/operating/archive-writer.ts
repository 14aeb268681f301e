import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { type Pack, pack } from 'tar-stream'
import { syncFolder } from '../documents/disk-store.ts'
import { StartError } from '../start-error.ts'

/** What is being written has this at the end of its name. */
export const PART = '.part'

/*
 * A tar file that appears under its name as a whole, or not at all.
 * Job: write entries one after the other, beside the target; then have all of it on the disk, and give it its name.
 * Invariants: never more than an entry is in memory; nobody but the user may read it; what is there is not lost before the
 *   new one is whole.
 * Failure: a disk that is full, or any other, fails the entry that is being written; `discard` then removes what is there. A process
 *   that is killed leaves a file that ends in `.part`.
 */
export class ArchiveWriter {
  readonly #target: string
  readonly #part: string
  readonly #handle: FileHandle
  readonly #pack: Pack = pack()
  readonly #written: Promise<void>

  private constructor(target: string, part: string, handle: FileHandle) {
    this.#target = target
    this.#part = part
    this.#handle = handle
    this.#written = this.#write()
    this.#written.catch(() => {})
  }

  /** @throws StartError where it cannot be written, or something is there already */
  static async create(target: string, { overwrite = false } = {}): Promise<ArchiveWriter> {
    if (!overwrite && existsSync(target)) {
      throw new StartError(`${target} exists already. Name another file, or add --overwrite to replace it.`)
    }
    const part = `${target}.${randomUUID().slice(0, 8)}${PART}`
    try {
      return new ArchiveWriter(target, part, await open(part, 'wx', 0o600))
    } catch (cause) {
      throw new StartError(`${target} cannot be written: ${(cause as Error).message}`)
    }
  }

  /** Writes an entry. */
  async add(name: string, content: string | Buffer): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    await this.#orFailed(
      new Promise<void>((resolve, reject) => {
        this.#pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
      }),
    )
  }

  /** Has all of it on the disk, and gives it its name. Answers its size in bytes. */
  async finish(): Promise<number> {
    this.#pack.finalize()
    await this.#orFailed(this.#written)
    const { size } = await this.#handle.stat()
    await this.#handle.sync()
    await this.#handle.close()
    await rename(this.#part, this.#target)
    await syncFolder(dirname(this.#target))
    return size
  }

  /** Removes what has been written so far. */
  async discard(): Promise<void> {
    this.#pack.destroy()
    await this.#written.catch(() => {})
    await this.#handle.close().catch(() => {})
    await rm(this.#part, { force: true })
  }

  async #write(): Promise<void> {
    for await (const chunk of this.#pack as AsyncIterable<Uint8Array>) await this.#handle.writeFile(chunk)
  }

  /** What the disk says counts for more than what becomes of an entry by it. */
  async #orFailed(work: Promise<void>): Promise<void> {
    try {
      await Promise.race([work, this.#written.then(() => work)])
    } catch (failure) {
      this.#pack.destroy()
      const cause = await this.#written.then(() => failure).catch((error) => error)
      if (!(cause as NodeJS.ErrnoException).syscall) throw cause
      throw new StartError(`${basename(this.#target)} cannot be written: ${(cause as Error).message}`)
    }
  }
}
