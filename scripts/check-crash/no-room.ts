import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '#server/db/engine.ts'
import { DOCUMENT_FOLDER } from '#server/documents/disk-store.ts'
import type { BuiltServer } from '#server/testing/server-process.ts'
import { checkAll } from './check-all.ts'
import { checkSweep } from './check-documents.ts'
import { Crowd } from './crowd.ts'
import { PostgresCluster } from './postgres-cluster.ts'
import { SmallDisk } from './small-disk.ts'
import { Stage } from './stage.ts'
import { require } from './violation.ts'

const DISK_MEGABYTES = 60
/** The disk stays full until so many requests have failed for that reason. */
const FAILURES = 30
const LOOK_EVERY_MS = 5

interface Check {
  engine: Engine
  built: BuiltServer
  seed: string
}

/**
 * Fills the disk of the database and the documents while people work, then frees it.
 * @returns the result as a sentence
 * @throws Violation if something acknowledged is lost, a request fails with another error, or reads fail
 */
export async function checkNoRoom({ engine, built, seed }: Check): Promise<string> {
  const disk = await SmallDisk.mount(DISK_MEGABYTES)
  if (!disk) return `${engine}: not permitted to mount a file system here, so a full disk was not tested.`
  const cluster = engine === 'postgres' ? await PostgresCluster.start() : undefined
  let stage: Stage | undefined
  try {
    const tablespace = cluster && { tablespace: await disk.addTablespace(cluster) }
    stage = await Stage.make(built, cluster, { folder: disk.folder, ...tablespace })
    return await tryWithoutRoom(stage, disk, seed)
  } finally {
    await stage?.remove()
    await cluster?.remove()
    await disk.remove()
  }
}

/**
 * Makes the disk of the documents read-only while people work, then writable again. The database is on another disk.
 * @returns the result as a sentence
 * @throws Violation as `checkNoRoom`
 */
export async function checkReadOnly({ built, seed }: Pick<Check, 'built' | 'seed'>): Promise<string> {
  const stage = await Stage.make(built, undefined)
  const folder = join(stage.dataDir, DOCUMENT_FOLDER)
  await mkdir(folder)
  const disk = await SmallDisk.mount(DISK_MEGABYTES, folder)
  try {
    if (!disk) return `Not permitted to mount a file system here, so a read-only disk was not tested.`
    await stage.start({ DEMO: 'off' })
    const crowd = await Crowd.create(stage, `${seed} read-only`)
    await crowd.finish(stage)
    disk.setWritable(false)
    const countFailures = () => crowd.countUnavailable('storage_not_writable')
    await crowd.workDuring(async (signal) => {
      while (countFailures() < FAILURES) {
        signal.throwIfAborted()
        await pause(LOOK_EVERY_MS)
      }
    })
    await checkAll(stage, crowd)
    disk.setWritable(true)
    await crowd.finish(stage)
    await checkSweep(stage)
    await checkAll(stage, crowd)
    return [
      `Documents: with a read-only disk ${countFailures()} requests failed as expected, plans could still be edited,`,
      'and uploads worked again once it was writable.',
    ].join(' ')
  } finally {
    await stage.kill()
    await disk?.remove()
    await stage.remove()
  }
}

async function tryWithoutRoom(stage: Stage, disk: SmallDisk, seed: string): Promise<string> {
  await stage.start({ DEMO: 'off' })
  const crowd = await Crowd.create(stage, `${seed} ${stage.engine} no room`)
  const countFailures = () => ({
    database: crowd.countUnavailable('database_full'),
    documents: crowd.countUnavailable('storage_full'),
  })
  await crowd.workDuring(async (signal) => {
    await pause(100)
    await disk.fill()
    while (countFailures().database < FAILURES || countFailures().documents === 0) {
      signal.throwIfAborted()
      stage.requireAlive()
      // Fill again: deletes free room, and files that were extended before still have some.
      await disk.fill()
      await pause(LOOK_EVERY_MS)
    }
    await crowd.read()
    const ready = await fetch(new URL('/readyz', stage.address))
    require(ready.status === 200, `/readyz returns ${ready.status} although the plan can be read`)
    await disk.clear()
  })
  stage.requireAlive()
  await checkAll(stage, crowd)
  await crowd.finish(stage)
  await checkAll(stage, crowd)
  await checkSweep(stage)
  await checkAll(stage, crowd)
  const { database, documents } = countFailures()
  return [
    `${stage.engine}: with a full disk ${database} requests failed at the database and ${documents} at the documents,`,
    'as expected; the plan could be read, and everything worked again once there was room.',
  ].join(' ')
}
