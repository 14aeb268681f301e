import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENT_FOLDER } from '#server/documents/disk-store.ts'
import { engines } from '#server/testing/engines.ts'
import { openFilledApp } from '#server/testing/filled-app.ts'
import { countRows, insertTrip } from '#server/testing/rows.ts'
import { checkArchive } from './archive-reader.ts'
import { makeBackup } from './backup.ts'
import { Progress, unwatched } from './progress.ts'

const progress = unwatched()

describe.each(engines)('a backup of a running server on %s', (engine) => {
  let filled: Awaited<ReturnType<typeof openFilledApp>>
  let folder: string
  let target: string
  beforeAll(async () => {
    filled = await openFilledApp(engine, 'disk')
    folder = await mkdtemp(join(tmpdir(), 'wayfare-backup-'))
    target = join(folder, 'backup.tar')
  })
  afterAll(async () => {
    await filled.app.remove()
    await rm(folder, { recursive: true })
  })

  const make = (options: { overwrite?: boolean; progress?: Progress } = {}) =>
    makeBackup({ settings: filled.app.settings, target, progress, now: new Date(), ...options })

  /** Not by an assertion of bytes: that takes seconds for a few megabytes. */
  const isStill = async (bytes: Buffer) => bytes.equals(await readFile(target))

  it('is for its user alone, and takes the place of no other unless that is wanted', async () => {
    await make()
    expect((await stat(target)).mode & 0o777).toBe(0o600)
    const first = await readFile(target)
    await expect(make()).rejects.toThrow(/backup\.tar exists already\. Name another file, or add --overwrite/)
    expect(await isStill(first)).toBe(true)
    await make({ overwrite: true })
    expect(await isStill(first)).toBe(false)
    expect(await readdir(folder)).toEqual(['backup.tar'])
  })

  it('is of one moment, whatever is written meanwhile', async () => {
    const before = await countRows(filled.app.db, 'trips', 'profiles', 'trip_notes')
    // With each table that is read somebody makes a trip: the server goes on.
    const writing: Promise<unknown>[] = []
    const busy = new Progress(() => writing.push(insertTrip(filled.app.db)), 0)
    await make({ overwrite: true, progress: busy })
    await Promise.all(writing)
    const { tables } = await checkArchive(target, progress)
    for (const [table, rows] of Object.entries(before)) expect([table, tables[table]?.rows]).toEqual([table, rows])
    expect((await countRows(filled.app.db, 'trips')).trips).toBe(before.trips + writing.length)
    expect(writing.length).toBeGreaterThan(10)
  })

  it('tells of a document that is not in the store, and of one that is cut off, and has all others', async () => {
    const paths = Object.keys(await filled.app.files()).toSorted()
    const [gone = '', cut = ''] = paths
    const at = (path: string) => join(filled.app.dataDir, DOCUMENT_FOLDER, path)
    const [goneBytes, cutBytes] = [await readFile(at(gone)), await readFile(at(cut))]
    await rm(at(gone))
    await writeFile(at(cut), cutBytes.subarray(0, 100))
    expect(await make({ overwrite: true })).toMatchObject({ documents: paths.length - 1, missing: [gone], cut: [cut] })
    const { documents } = await checkArchive(target, progress)
    expect(Object.keys(documents)).toEqual(paths.slice(1))
    await writeFile(at(gone), goneBytes)
    await writeFile(at(cut), cutBytes)
  })

  it('that cannot be made leaves what was there', async () => {
    await make({ overwrite: true })
    const before = await readFile(target)
    const failing = new Progress(() => {
      throw new Error('The disk is gone.')
    }, 0)
    await expect(make({ overwrite: true, progress: failing })).rejects.toThrow('The disk is gone.')
    expect(await readdir(folder)).toEqual(['backup.tar'])
    expect(await isStill(before)).toBe(true)
  })
})
