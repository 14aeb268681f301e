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
/** The disk is full until so many have been told. */
const TOLD = 30
const LOOK_EVERY_MS = 5

interface Check {
  engine: Engine
  built: BuiltServer
  seed: string
}

/**
 * Fills the disk under the database and the documents while people work, and gives the room back.
 * @returns what was found, in a sentence
 * @throws Violation where something acknowledged is lost, something else than 'no room' is answered, or reading does not go on
 */
export async function checkNoRoom({ engine, built, seed }: Check): Promise<string> {
  const disk = await SmallDisk.mount(DISK_MEGABYTES)
  if (!disk) return `${engine}: nothing may be mounted here, so that a full disk was not tried.`
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
 * Makes the disk of the documents read-only while people work, and writable again. The database is on another one.
 * @returns what was found, in a sentence
 * @throws Violation as `checkNoRoom`
 */
export async function checkReadOnly({ built, seed }: Pick<Check, 'built' | 'seed'>): Promise<string> {
  const stage = await Stage.make(built, undefined)
  const folder = join(stage.dataDir, DOCUMENT_FOLDER)
  await mkdir(folder)
  const disk = await SmallDisk.mount(DISK_MEGABYTES, folder)
  try {
    if (!disk) return `Nothing may be mounted here, so that a read-only disk was not tried.`
    await stage.start({ DEMO: 'off' })
    const crowd = await Crowd.gather(stage, `${seed} read-only`)
    await crowd.finish(stage)
    disk.setWritable(false)
    const told = () => crowd.countTold('storage_not_writable')
    await crowd.workDuring(async (signal) => {
      while (told() < TOLD) {
        signal.throwIfAborted()
        await pause(LOOK_EVERY_MS)
      }
    })
    await checkAll(stage, crowd)
    disk.setWritable(true)
    await crowd.finish(stage)
    await checkSweep(stage)
    await checkAll(stage, crowd)
    return `Documents: on a read-only disk ${told()} requests were told so, the plan went on, and documents when it was writable.`
  } finally {
    await stage.kill()
    await disk?.remove()
    await stage.remove()
  }
}

async function tryWithoutRoom(stage: Stage, disk: SmallDisk, seed: string): Promise<string> {
  await stage.start({ DEMO: 'off' })
  const crowd = await Crowd.gather(stage, `${seed} ${stage.engine} no room`)
  const told = () => ({ database: crowd.countTold('database_full'), documents: crowd.countTold('storage_full') })
  await crowd.workDuring(async (signal) => {
    await pause(100)
    await disk.fill()
    while (told().database < TOLD || told().documents === 0) {
      signal.throwIfAborted()
      stage.requireAlive()
      // What was there finds room in pages and files that were made larger before.
      await disk.fill()
      await pause(LOOK_EVERY_MS)
    }
    await crowd.read()
    const ready = await fetch(new URL('/readyz', stage.address))
    require(ready.status === 200, `/readyz answers ${ready.status} while the plan can be read`)
    await disk.clear()
  })
  stage.requireAlive()
  await checkAll(stage, crowd)
  await crowd.finish(stage)
  await checkAll(stage, crowd)
  await checkSweep(stage)
  await checkAll(stage, crowd)
  const { database, documents } = told()
  return `${stage.engine}: on a full disk ${database} requests were told so by the database and ${documents} by the documents, the plan could be read, and all went on when there was room.`
}
