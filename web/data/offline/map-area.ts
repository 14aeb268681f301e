import { withTabLock } from '#web/browser/tab-locks.ts'
import { logFailure } from '../log.ts'
import type { PageEvents } from '../page-events.ts'
import {
  type AreaAbout,
  type AreaMessage,
  areaName,
  areaRecords,
  dropArea,
  findAreaCache,
  forgetBegun,
  openAreaCache,
  openAreaChannel,
  readArea,
  readAreaFiles,
  type StoredArea,
  storedFile,
  storedSize,
  withStoppedArea,
  writeArea,
  writeAreaFiles,
} from '../storage/map-areas.ts'
import { isOfflineChosen } from '../storage/offline-choice.ts'
import { canPersistFiles } from '../storage/persisted-files.ts'
import { deviceStorage } from '../storage/web-storage.ts'
import { fetchMapFile } from './fetch-map-file.ts'

/*
 * The area of the detailed map that a trip has on this device.
 * Job: downloads the files of an area, at most AT_ONCE at a time, reports progress, and removes the area.
 * Invariants: never more than MAX_AREA_BYTES; an area is 'saved' only when all its files are there, and the one before
 *   stays until then; a file that is here is not downloaded again; nothing is asked for or stored after a cancel, a
 *   sign-out or the end of 'Available offline', in whichever tab.
 * Failure: what is here stays, with the reason why the rest is missing. It goes on when the network returns, when the
 *   user asks, and every RETRY_MS if the service did not answer.
 */

/** The most that an area may take on a device. */
export const MAX_AREA_BYTES = 60_000_000
const AT_ONCE = 4
const RETRY_MS = 30_000
/** After so many failures in a row the network is gone, and the rest is not tried. */
const MAX_FAILURES_IN_A_ROW = 8

/** Why files are missing: the service did not answer, the browser stores no more, or it is more than an area may be. */
export type AreaMissingReason = 'unanswered' | 'no_room' | 'too_large'

export interface AreaFile {
  address: string
  /** Instead of a request to the address. Undefined if there is no such file. */
  read?: (signal: AbortSignal) => Promise<ArrayBuffer | undefined>
}

export interface AreaFiles {
  files: readonly AreaFile[]
  facts?: unknown
}

/** Says which files an area has. It ends with the signal. @throws if the service does not answer */
export type ListFiles = (about: AreaAbout, signal: AbortSignal) => Promise<AreaFiles | 'too_large'>

export interface MapAreaState {
  stage: 'looking' | 'settled' | 'saving'
  /** Whether this browser can store files. */
  canSave: boolean
  /** The last area that is complete. */
  saved: StoredArea | undefined
  /** An area that is being saved, or of which only a part is here. */
  begun: StoredArea | undefined
  why: AreaMissingReason | undefined
}

export class MapArea {
  readonly #userId: string
  readonly #tripId: string
  readonly #listeners = new Set<() => void>()
  readonly #name: string
  readonly #channel = openAreaChannel()
  readonly #ends: (() => void)[]
  #state: MapAreaState = { stage: 'looking', canSave: true, saved: undefined, begun: undefined, why: undefined }
  #run: AbortController | undefined
  #running: Promise<void> = Promise.resolve()
  /** Goes on after a failure. */
  #again: (() => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(userId: string, tripId: string, page: PageEvents) {
    this.#userId = userId
    this.#tripId = tripId
    this.#name = areaName(userId, tripId)
    const retry = page.on('online', () => {
      if (this.#state.why === 'unanswered') this.#again?.()
    })
    // A sign-out, leaving the trip and the end of 'Available offline' all end the choice, and remove what is here.
    this.#ends = [retry, deviceStorage.subscribe(() => this.#isWanted || this.#stopUnwanted())]
    this.#channel.onmessage = ({ data }: MessageEvent<AreaMessage>) => {
      if (data.area === this.#name) void this.#hear(data.type)
    }
  }

  getState = (): MapAreaState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Looks at what is on this device. */
  async look(): Promise<void> {
    if (this.#state.stage === 'saving') return
    try {
      const cache = await findAreaCache(this.#userId, this.#tripId)
      const saved = cache && (await readArea(cache, 'saved'))
      const begun = cache && (await readArea(cache, 'begun'))
      const canSave = await canPersistFiles()
      if (!this.#isSaving) this.#setState({ stage: 'settled', canSave, saved, begun })
    } catch (failure) {
      logFailure('The saved map could not be read', failure)
      this.#setState({ stage: 'settled' })
    }
  }

  /** Saves an area, in place of the one before. Goes on where it was, if it is the same. */
  save(about: AreaAbout, list: ListFiles): Promise<void> {
    return this.#start(about, list, { ...about, done: 0, total: 0, bytes: 0 })
  }

  /** Stops saving, in all tabs, and removes what was saved of that area. */
  cancel(): Promise<void> {
    return this.#stopAndDo(async () => {
      // Not from the state: another tab may have completed an area since.
      const cache = await findAreaCache(this.#userId, this.#tripId)
      const saved = cache && (await readArea(cache, 'saved'))
      if (cache && saved) await keepOnly(cache, await readAreaFiles(cache))
      else await dropArea(this.#userId, this.#tripId)
      this.#setState({ stage: 'settled', saved, begun: undefined, why: undefined })
    })
  }

  remove(): Promise<void> {
    return this.#stopAndDo(async () => {
      await dropArea(this.#userId, this.#tripId)
      this.#setState({ stage: 'settled', ...NOTHING })
    })
  }

  /** Stops, for another trip or user. What is here stays. */
  close(): void {
    for (const end of this.#ends) end()
    this.#channel.close()
    this.#stop()
  }

  get #isSaving(): boolean {
    return this.#state.stage === 'saving'
  }

  #start(about: AreaAbout, list: ListFiles, begun: StoredArea | undefined): Promise<void> {
    this.#stop()
    // Shows what is here meanwhile, as nobody pressed anything.
    this.#again = () => void this.#start(about, list, this.#state.begun)
    const run = new AbortController()
    this.#run = run
    const before = this.#running
    this.#setState({ stage: 'saving', why: undefined, begun })
    this.#running = before.then(() => this.#save(about, list, run))
    return this.#running
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#again = undefined
    this.#run?.abort()
    this.#run = undefined
  }

  async #stopAndDo(work: () => Promise<void>): Promise<void> {
    this.#stop()
    await this.#running
    await withStoppedArea(this.#name, this.#channel, work)
  }

  #stopUnwanted(): void {
    if (!this.#run && !this.#again) return
    this.#stop()
    this.#setState({ stage: 'settled', ...NOTHING })
  }

  /** Another tab changes this area. */
  async #hear(type: AreaMessage['type']): Promise<void> {
    if (type === 'stop') {
      this.#stop()
      this.#setState({ why: undefined, ...(this.#isSaving && { stage: 'settled' }) })
      await this.#running
    }
    await this.look()
  }

  async #save(about: AreaAbout, list: ListFiles, run: AbortController): Promise<void> {
    const { signal } = run
    const work = async () => {
      try {
        return await this.#download(about, list, run)
      } finally {
        if (!this.#isWanted) await dropArea(this.#userId, this.#tripId)
      }
    }
    try {
      const why = await withTabLock(this.#name, work, { signal })
      if (!signal.aborted) this.#settle(why)
    } catch (failure) {
      if (signal.aborted) return
      const why = isFull(failure) ? 'no_room' : 'unanswered'
      if (why === 'unanswered') logFailure('The map could not be saved', failure)
      this.#settle(why)
    }
  }

  #settle(why: AreaMissingReason | undefined): void {
    this.#run = undefined
    if (!this.#isWanted || why === undefined) this.#again = undefined
    this.#setState({ stage: 'settled', why, ...(!this.#isWanted && NOTHING) })
    if (why === 'unanswered') this.#timer = setTimeout(() => this.#again?.(), RETRY_MS)
  }

  /** Returns why files are missing; undefined if none is. */
  async #download(about: AreaAbout, list: ListFiles, run: AbortController): Promise<AreaMissingReason | undefined> {
    const { signal } = run
    if (signal.aborted || !this.#isWanted) return undefined
    const cache = await openAreaCache(this.#userId, this.#tripId)
    if (!cache) {
      this.#setState({ canSave: false, begun: undefined })
      return undefined
    }
    const listed = await list(about, signal).catch(() => undefined)
    if (signal.aborted || !this.#isWanted) return undefined
    if (!listed) return 'unanswered'
    if (listed === 'too_large') return 'too_large'
    const { files, facts } = listed
    const area: StoredArea = { ...about, facts, done: 0, total: files.length, bytes: 0 }
    const here = new Set((await cache.keys()).map(({ url }) => url))
    await writeArea(cache, 'begun', area)
    const why = (await this.#fill(cache, files, { area, here, run })) ?? (await this.#findMissing(files, area))
    if (!this.#isWanted) return undefined
    if (why || signal.aborted) {
      // A full disk may refuse even that.
      await writeArea(cache, 'begun', area).catch(() => {})
      if (!signal.aborted) this.#setState({ begun: { ...area } })
      return why
    }
    await writeAreaFiles(
      cache,
      files.map(({ address }) => address),
    )
    await writeArea(cache, 'saved', area)
    await keepOnly(
      cache,
      files.map(({ address }) => address),
    )
    this.#setState({ saved: area, begun: undefined })
    return undefined
  }

  /** Not every browser has locks, and any may remove files: an area is complete if all of them are here at the end. */
  async #findMissing(files: readonly AreaFile[], area: StoredArea): Promise<AreaMissingReason | undefined> {
    // Opened again: a cache that was removed meanwhile still answers those who have it.
    const cache = await findAreaCache(this.#userId, this.#tripId)
    const here = new Set(((await cache?.keys()) ?? []).map(({ url }) => url))
    area.done = files.filter(({ address }) => here.has(address)).length
    return area.done < files.length ? 'unanswered' : undefined
  }

  async #fill(
    cache: Cache,
    files: readonly AreaFile[],
    { area, here, run: { signal } }: { area: StoredArea; here: Set<string>; run: AbortController },
  ): Promise<AreaMissingReason | undefined> {
    // Of its own: an end of this run is no end of the page's.
    const end = new AbortController()
    signal.addEventListener('abort', () => end.abort())
    if (signal.aborted) end.abort()
    let why: AreaMissingReason | undefined
    let failuresInARow = 0
    const stop = (reason: AreaMissingReason) => {
      why = reason
      end.abort()
    }
    const put = async ({ address, read }: AreaFile): Promise<void> => {
      const stored = here.has(address) ? await cache.match(address, { ignoreVary: true }) : undefined
      let size = stored && storedSize(stored)
      if (size === undefined) {
        const body = await (read ? read(end.signal) : fetchMapFile(address, end.signal))
        size = body?.byteLength ?? 0
        if (end.signal.aborted) return
        if (!this.#isWanted) return end.abort()
        if (area.bytes + size > MAX_AREA_BYTES) return stop('too_large')
        // Before the next one is counted.
        area.bytes += size
        await cache.put(address, storedFile(body)).catch((failure) => {
          area.bytes -= size ?? 0
          throw failure
        })
      } else {
        if (area.bytes + size > MAX_AREA_BYTES) return stop('too_large')
        area.bytes += size
      }
      const before = percentOf(area)
      area.done += 1
      failuresInARow = 0
      const percent = percentOf(area)
      if (percent === before || end.signal.aborted) return
      this.#setState({ begun: { ...area } })
      // For a page that is closed meanwhile.
      if (percent % 5 === 0) await writeArea(cache, 'begun', area)
    }
    const queue = files.values()
    const work = async () => {
      for (const file of queue) {
        if (end.signal.aborted) return
        try {
          await put(file)
        } catch (failure) {
          if (end.signal.aborted) return
          if (isFull(failure)) return stop('no_room')
          why = 'unanswered'
          failuresInARow += 1
          if (failuresInARow >= MAX_FAILURES_IN_A_ROW) end.abort()
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return why
  }

  get #isWanted(): boolean {
    return isOfflineChosen(this.#userId, this.#tripId)
  }

  #setState(changed: Partial<MapAreaState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

/** How much of an area is here, as a whole number. */
export const percentOf = ({ done, total }: StoredArea): number => (total === 0 ? 0 : Math.floor((100 * done) / total))

const NOTHING = { saved: undefined, begun: undefined, why: undefined } as const

const isFull = (failure: unknown) => failure instanceof DOMException && failure.name === 'QuotaExceededError'

/** Removes what a complete area does not need. */
async function keepOnly(cache: Cache, addresses: readonly string[]): Promise<void> {
  await forgetBegun(cache)
  const kept = new Set([...addresses, ...areaRecords()])
  for (const { url } of await cache.keys()) if (!kept.has(url)) await cache.delete(url)
}
