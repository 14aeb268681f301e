import type { PlaceConfig } from '#domain/api/places.ts'
import type { Bounds } from '#domain/places/bounds.ts'
import { deleteFileCache, listFileCaches, openFileCache } from '#web/browser/cache-storage.ts'
import { withTabLock } from '#web/browser/tab-locks.ts'
import { logFailure } from '../log.ts'
import { openTabChannel } from './tab-channel.ts'

/*
 * Areas of the detailed map on this device.
 * Job: one cache for each user and trip, with tiles, styles and fonts as files of their own, each under its address.
 *   Records beside them say which area it is. web/data/offline/map-area.ts fills it.
 * Invariants: a sign-out removes all of them; switching 'Available offline' off or leaving a trip removes its own. One
 *   tab at a time writes an area.
 */

const PREFIX = 'wayfare-map-area '
/** Addresses of this server, which it does not have: of the records, and of the tiles of a PMTiles file. */
export const AREA_ROOT = '/map-area/'
/** In a response without a body, for what the service does not have: it is not asked again. */
const MISSING = 'x-missing'

export type MapService = NonNullable<PlaceConfig['map']>

/** Which area of which map. */
export interface AreaAbout {
  map: MapService
  boxes: readonly Bounds[]
  /** The place that it is named after; '' for a part of the map that somebody chose. */
  place: string
  /** What the map's code needs of a PMTiles file when there is no network. */
  facts?: unknown
}

export interface StoredArea extends AreaAbout {
  /** How many of its files are on this device, and their size in bytes. */
  done: number
  total: number
  bytes: number
}

/** `saved`: the last area that is complete. `begun`: one that is being saved, or was when the page closed. */
export type AreaRecord = 'saved' | 'begun'

/** The name of an area's cache, and of its lock. */
export const areaName = (userId: string, tripId: string) => `${PREFIX}${userId} ${tripId}`
const addressOf = (path: string) => new URL(AREA_ROOT + path, location.href).href
export const areaRecords = () => ['saved', 'begun', 'files'].map(addressOf)

/** Undefined without an area of this trip. */
export async function findAreaCache(userId: string, tripId: string): Promise<Cache | undefined> {
  const name = areaName(userId, tripId)
  return (await listFileCaches()).includes(name) ? openFileCache(name) : undefined
}

/** Undefined where the browser has no cache. */
export const openAreaCache = (userId: string, tripId: string) => openFileCache(areaName(userId, tripId))

export const readArea = (cache: Cache, record: AreaRecord) => readJson<StoredArea>(cache, record)

export async function writeArea(cache: Cache, record: AreaRecord, area: StoredArea): Promise<void> {
  await cache.put(addressOf(record), new Response(JSON.stringify(area)))
}

/** The addresses of the complete area's files. */
export const readAreaFiles = async (cache: Cache) => (await readJson<string[]>(cache, 'files')) ?? []

export async function writeAreaFiles(cache: Cache, addresses: readonly string[]): Promise<void> {
  await cache.put(addressOf('files'), new Response(JSON.stringify(addresses)))
}

export async function forgetBegun(cache: Cache): Promise<void> {
  await cache.delete(addressOf('begun'))
}

/** A file as it is stored. @param body undefined for one that the service does not have */
export function storedFile(body: ArrayBuffer | undefined): Response {
  const headers: Record<string, string> = { 'content-length': String(body?.byteLength ?? 0) }
  if (!body) headers[MISSING] = '1'
  return new Response(body ?? null, { headers })
}

/** The size of a stored file in bytes. */
export const storedSize = (file: Response): number => Number(file.headers.get('content-length'))

/** A file of the area; 'missing' if the service does not have it, undefined if it is not on this device. */
export async function readAreaFile(cache: Cache, address: string): Promise<ArrayBuffer | 'missing' | undefined> {
  const found = await cache.match(address, { ignoreVary: true })
  if (!found) return undefined
  return found.headers.has(MISSING) ? 'missing' : found.arrayBuffer()
}

export async function dropArea(userId: string, tripId: string): Promise<void> {
  await deleteFileCache(areaName(userId, tripId))
}

/** Removes the areas of a trip. */
export const dropAreasOf = (tripId: string) => dropCaches((name) => name.endsWith(` ${tripId}`))

export const dropAllAreas = () => dropCaches(() => true)

const CHANNEL = 'wayfare-map-areas'
/** A frozen tab keeps its lock. It is told to stop all the same, before it goes on. */
const STOP_MS = 2000

/** What tabs tell each other of an area: to stop saving it, or that there is something else now. */
export interface AreaMessage {
  area: string
  type: 'stop' | 'changed'
}

export const openAreaChannel = () => openTabChannel(CHANNEL)

/** Runs `work` while no tab saves this area: all that listen to the channel are told to stop. */
export async function withStoppedArea(
  area: string,
  channel: ReturnType<typeof openAreaChannel>,
  work: () => Promise<void>,
): Promise<void> {
  const tell = (type: AreaMessage['type']) => {
    try {
      channel.postMessage({ area, type } satisfies AreaMessage)
    } catch {
      // It was closed meanwhile: the page shows another trip.
    }
  }
  tell('stop')
  try {
    await withTabLock(area, work, { timeoutMs: STOP_MS })
  } finally {
    tell('changed')
  }
}

/** Ends the saving of a user's areas. What is here stays. */
export const stopAreas = (userId: string) => withAreasOf(userId, async () => {})

/** Moves the areas of one user to another. One that cannot be moved is removed. */
export const moveAreas = (from: string, to: string) =>
  withAreasOf(from, async (name) => {
    const target = name.replace(from, to)
    try {
      await moveFiles(name, target)
    } catch (failure) {
      logFailure('A saved map could not be moved to the account', failure)
      await deleteFileCache(target)
    }
    await deleteFileCache(name)
  })

async function withAreasOf(userId: string, work: (name: string) => Promise<void>): Promise<void> {
  const channel = openAreaChannel()
  for (const name of await listFileCaches()) {
    if (!name.startsWith(`${PREFIX}${userId} `)) continue
    await withStoppedArea(name, channel, () => work(name)).catch((failure) =>
      logFailure('A saved map could not be stopped or moved', failure),
    )
  }
  channel.close()
}

/** File by file: a device may have no room for two copies. The records are last, as they say that all is there. */
async function moveFiles(from: string, to: string): Promise<void> {
  const source = await openFileCache(from)
  const target = await openFileCache(to)
  if (!source || !target) throw new Error('no cache')
  const records = new Set(areaRecords())
  const requests = await source.keys()
  const isRecord = ({ url }: Request) => records.has(url)
  for (const request of [...requests.filter((each) => !isRecord(each)), ...requests.filter(isRecord)]) {
    const file = await source.match(request, { ignoreVary: true })
    if (file) await target.put(request, file)
    await source.delete(request)
  }
}

async function dropCaches(isWanted: (name: string) => boolean): Promise<void> {
  for (const name of await listFileCaches()) if (name.startsWith(PREFIX) && isWanted(name)) await deleteFileCache(name)
}

async function readJson<Value>(cache: Cache, path: string): Promise<Value | undefined> {
  const found = await cache.match(addressOf(path))
  return found && ((await found.json()) as Value)
}
