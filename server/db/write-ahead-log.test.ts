import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Disk, WriteAheadLog } from './write-ahead-log.ts'

/** A disk that takes what is written when the test says so. */
class SlowDisk implements Disk {
  readonly flushes: { resolve: () => void; reject: (failure: Error) => void }[] = []
  flush = () => new Promise<void>((resolve, reject) => void this.flushes.push({ resolve, reject }))
  close = async () => {}
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the log of an SQLite file', () => {
  let folder: string
  let path: string
  let file: SqliteFile.Database
  let disk: SlowDisk
  let log: WriteAheadLog
  let told: string[]

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wayfare-log-'))
    path = join(folder, 'trips.sqlite')
    file = new SqliteFile(path, { timeout: 0 })
    file.pragma('journal_mode = WAL')
    file.pragma('synchronous = FULL')
    file.exec('create table ticks (name text)')
    file.pragma('wal_checkpoint(TRUNCATE)')
    disk = new SlowDisk()
    log = new WriteAheadLog(file, disk)
    told = []
  })
  afterEach(() => {
    file.close()
    rmSync(folder, { recursive: true })
  })

  const synchronous = () => file.pragma('synchronous', { simple: true })
  const commit = (name: string) =>
    log.withoutWaiting(async () => void file.prepare('insert into ticks values (?)').run(name))
  const tellWhenFlushed = (name: string) =>
    log.flushed().then(
      () => told.push(name),
      () => told.push(`${name} failed`),
    )
  /** What is in the file alone, as it would be without its log. */
  const copied = () => {
    const copy = join(folder, 'copy.sqlite')
    copyFileSync(path, copy)
    const opened = new SqliteFile(copy)
    const names = opened.prepare('select name from ticks').pluck().all()
    opened.close()
    return names
  }

  it('waits for the disk in the commit itself, but for those that say that they wait later', async () => {
    expect(synchronous()).toBe(2)
    await log.withoutWaiting(async () => expect(synchronous()).toBe(1))
    expect(synchronous()).toBe(2)
    await expect(log.withoutWaiting(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(synchronous()).toBe(2)
  })

  it('has nothing to wait for before anything was committed, and once all is on the disk', async () => {
    await log.flushed()
    expect(disk.flushes).toHaveLength(0)
    await commit('Tent')
    const flushed = log.flushed()
    await settled()
    disk.flushes[0]?.resolve()
    await flushed
    await log.flushed()
    expect(disk.flushes).toHaveLength(1)
  })

  it('waits for a flush that began after the commit, and once for all that were committed by then', async () => {
    await commit('Tent')
    void tellWhenFlushed('Tent')
    await settled()
    for (const name of ['Stove', 'Lamp']) {
      await commit(name)
      void tellWhenFlushed(name)
    }
    await settled()
    expect(told).toEqual([])
    expect(disk.flushes).toHaveLength(1)
    disk.flushes[0]?.resolve()
    await settled()
    expect(told).toEqual(['Tent'])
    expect(disk.flushes).toHaveLength(2)
    disk.flushes[1]?.resolve()
    await settled()
    expect(told).toEqual(['Tent', 'Stove', 'Lamp'])
  })

  it('waits for what is under way although nothing new was committed', async () => {
    await commit('Tent')
    void tellWhenFlushed('Tent')
    await settled()
    void tellWhenFlushed('who only reads')
    await settled()
    expect(told).toEqual([])
    disk.flushes[0]?.resolve()
    await settled()
    expect(told).toEqual(['Tent', 'who only reads'])
    expect(disk.flushes).toHaveLength(1)
  })

  it('is copied into the file where the disk has not taken it', async () => {
    await commit('Tent')
    expect(copied()).toEqual([])
    void tellWhenFlushed('Tent')
    await settled()
    disk.flushes[0]?.reject(new Error('EIO'))
    await settled()
    expect(told).toEqual(['Tent'])
    expect(copied()).toEqual(['Tent'])
  })

  it('tells those who wait where nothing can be written, and tries again with the next', async () => {
    await commit('Tent')
    void tellWhenFlushed('Tent')
    await settled()
    // Somebody who reads what is in the log keeps it from being copied as a whole.
    const reader = new SqliteFile(path, { readonly: true })
    const reading = reader.prepare('select name from ticks').iterate()
    reading.next()
    await commit('Stove')
    disk.flushes[0]?.reject(new Error('EIO'))
    await settled()
    expect(told).toEqual(['Tent failed'])
    reading.return?.()
    reader.close()
    void tellWhenFlushed('Stove')
    await settled()
    // The disk is not asked: it would say that it has everything.
    expect(disk.flushes).toHaveLength(1)
    expect(told).toEqual(['Tent failed', 'Stove'])
    expect(copied()).toEqual(['Tent', 'Stove'])
  })
})
