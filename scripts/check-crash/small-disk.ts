import { spawnSync } from 'node:child_process'
import { chown, mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresCluster } from './postgres-cluster.ts'

const CHUNK = Buffer.alloc(64 * 1024)

/** A small file system that can be filled and made read-only. Needs permission to mount. */
export class SmallDisk {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /**
   * Returns undefined if this process may not mount.
   * @param at an existing empty folder; by default a new one
   */
  static async mount(megabytes: number, at?: string): Promise<SmallDisk | undefined> {
    const folder = at ?? (await mkdtemp(join(tmpdir(), 'wayfare-disk-')))
    const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
    if (made.status === 0) return new SmallDisk(folder)
    if (at === undefined) await rm(folder, { recursive: true })
    return undefined
  }

  /** Creates a PostgreSQL tablespace on it. Returns the tablespace's name. */
  async addTablespace(cluster: PostgresCluster): Promise<string> {
    const [data] = await cluster.run('select setting from pg_settings where name = $$data_directory$$')
    const { uid, gid } = await stat(data?.['setting'] ?? '')
    const place = join(this.folder, 'tables')
    await mkdir(place)
    await chown(this.folder, uid, gid)
    await chown(place, uid, gid)
    await cluster.run(`create tablespace small location '${place}'`)
    return 'small'
  }

  async fill(): Promise<void> {
    const file = await open(this.#filler, 'a')
    try {
      for (let size = CHUNK.length; size >= 1; ) {
        const written = await file.write(CHUNK, 0, size).catch(() => undefined)
        if (!written) size = Math.floor(size / 2)
      }
    } finally {
      await file.close()
    }
  }

  /** Remounts it read-only or writable. Nothing may be writing to it. */
  setWritable(isWritable: boolean): void {
    const { status, stderr } = spawnSync('mount', ['-o', `remount,${isWritable ? 'rw' : 'ro'}`, this.folder])
    if (status !== 0) throw new Error(`Remounting failed: ${stderr}`)
  }

  /** Frees the space that `fill` used. */
  async clear(): Promise<void> {
    await rm(this.#filler, { force: true })
  }

  async remove(): Promise<void> {
    spawnSync('umount', ['--lazy', this.folder])
    await rm(this.folder, { recursive: true, force: true })
  }

  get #filler(): string {
    return join(this.folder, 'filler')
  }
}
