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
  let settledFlushes: string[]

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
    settledFlushes = []
  })
  afterEach(() => {
    file.close()
    rmSync(folder, { recursive: true })
  })

  const synchronous = () => file.pragma('synchronous', { simple: true })
  const commit = (name: string) =>
    log.withoutWaiting(async () => void file.prepare('insert into ticks values (?)').run(name))
  const recordWhenFlushed = (name: string) =>
    log.flushed().then(
      () => settledFlushes.push(name),
      () => settledFlushes.push(`${name} failed`),
    )
  /** What is in the file itself, without its log. */
  const copied = () => {
    const copy = join(folder, 'copy.sqlite')
    copyFileSync(path, copy)
    const opened = new SqliteFile(copy)
    const names = opened.prepare('select name from ticks').pluck().all()
    opened.close()
    return names
  }

  it('waits for the disk in the commit itself, unless the work waits later', async () => {
    expect(synchronous()).toBe(2)
    await log.withoutWaiting(async () => expect(synchronous()).toBe(1))
    expect(synchronous()).toBe(2)
    await expect(log.withoutWaiting(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(synchronous()).toBe(2)
  })

  it('has nothing to wait for before the first commit, and once everything is on disk', async () => {
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

  it('waits for a flush that begins after the commit, one for all commits until then', async () => {
    await commit('Tent')
    void recordWhenFlushed('Tent')
    await settled()
    for (const name of ['Stove', 'Lamp']) {
      await commit(name)
      void recordWhenFlushed(name)
    }
    await settled()
    expect(settledFlushes).toEqual([])
    expect(disk.flushes).toHaveLength(1)
    disk.flushes[0]?.resolve()
    await settled()
    expect(settledFlushes).toEqual(['Tent'])
    expect(disk.flushes).toHaveLength(2)
    disk.flushes[1]?.resolve()
    await settled()
    expect(settledFlushes).toEqual(['Tent', 'Stove', 'Lamp'])
  })

  it('waits for a running flush even if nothing new was committed', async () => {
    await commit('Tent')
    void recordWhenFlushed('Tent')
    await settled()
    void recordWhenFlushed('reader')
    await settled()
    expect(settledFlushes).toEqual([])
    disk.flushes[0]?.resolve()
    await settled()
    expect(settledFlushes).toEqual(['Tent', 'reader'])
    expect(disk.flushes).toHaveLength(1)
  })

  it('is copied into the file if the disk does not take it', async () => {
    await commit('Tent')
    expect(copied()).toEqual([])
    void recordWhenFlushed('Tent')
    await settled()
    disk.flushes[0]?.reject(new Error('EIO'))
    await settled()
    expect(settledFlushes).toEqual(['Tent'])
    expect(copied()).toEqual(['Tent'])
  })

  it('fails if nothing can be written, and tries again with the next flush', async () => {
    await commit('Tent')
    void recordWhenFlushed('Tent')
    await settled()
    // A reader of the log keeps it from being copied completely.
    const reader = new SqliteFile(path, { readonly: true })
    const reading = reader.prepare('select name from ticks').iterate()
    reading.next()
    await commit('Stove')
    disk.flushes[0]?.reject(new Error('EIO'))
    await settled()
    expect(settledFlushes).toEqual(['Tent failed'])
    reading.return?.()
    reader.close()
    void recordWhenFlushed('Stove')
    await settled()
    // The disk is not asked again: it would claim to have everything.
    expect(disk.flushes).toHaveLength(1)
    expect(settledFlushes).toEqual(['Tent failed', 'Stove'])
    expect(copied()).toEqual(['Tent', 'Stove'])
  })
})
