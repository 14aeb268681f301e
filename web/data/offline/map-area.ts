import { withTabLock } from '#web/browser/tab-locks.ts'
import { logFailure } from '../log.ts'
import type { PageEvents } from '../page-events.ts'
import {
  type AreaAbout,
  areaRecords,
  dropArea,
  findAreaCache,
  forgetBegun,
  openAreaCache,
  readArea,
  readAreaFiles,
  type StoredArea,
  storedFile,
  storedSize,
  writeArea,
  writeAreaFiles,
} from '../storage/map-areas.ts'
import { isOfflineChosen } from '../storage/offline-choice.ts'
import { canPersistFiles } from '../storage/persisted-files.ts'
import { fetchMapFile } from './fetch-map-file.ts'

/*
 * The area of the detailed map that a trip has on this device.
 * Job: downloads the files of an area, at most AT_ONCE at a time, reports progress, and removes the area.
 * Invariants: never more than MAX_AREA_BYTES; an area is 'saved' only when all its files are there, and the one before
 *   stays until then; a file that is here is not downloaded again; nothing is stored after a cancel, a sign-out or the
 *   end of 'Available offline'.
 * Failure: what is here stays, with the reason why the rest is missing. It goes on when the network returns, or when
 *   the user asks.
 */

/** The most that an area may take on a device. */
export const MAX_AREA_BYTES = 60_000_000
const AT_ONCE = 4
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

/** Says which files an area has. @throws if the service does not answer */
export type ListFiles = (about: AreaAbout, signal: AbortSignal) => Promise<AreaFiles>

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
  readonly #endEvents: () => void
  #state: MapAreaState = { stage: 'looking', canSave: true, saved: undefined, begun: undefined, why: undefined }
  #run: AbortController | undefined
  #running: Promise<void> = Promise.resolve()
  #again: (() => void) | undefined

  constructor(userId: string, tripId: string, page: PageEvents) {
    this.#userId = userId
    this.#tripId = tripId
    this.#endEvents = page.on('online', () => {
      if (this.#state.why === 'unanswered') this.#again?.()
    })
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
    this.#again = () => void this.save(about, list)
    this.#run?.abort()
    const run = new AbortController()
    this.#run = run
    const before = this.#running
    this.#setState({ stage: 'saving', why: undefined, begun: { ...about, done: 0, total: 0, bytes: 0 } })
    this.#running = before.then(() => this.#save(about, list, run))
    return this.#running
  }

  /** Stops saving, and removes what was saved of that area. */
  async cancel(): Promise<void> {
    await this.#stop()
    const cache = this.#state.saved && (await findAreaCache(this.#userId, this.#tripId))
    if (cache) await keepOnly(cache, await readAreaFiles(cache))
    else await dropArea(this.#userId, this.#tripId)
    this.#setState({ stage: 'settled', begun: undefined, why: undefined })
  }

  async remove(): Promise<void> {
    await this.#stop()
    await dropArea(this.#userId, this.#tripId)
    this.#setState({ stage: 'settled', saved: undefined, begun: undefined, why: undefined })
  }

  /** Stops, for another trip or user. What is here stays. */
  close(): void {
    this.#endEvents()
    this.#run?.abort()
  }

  get #isSaving(): boolean {
    return this.#state.stage === 'saving'
  }

  async #stop(): Promise<void> {
    this.#again = undefined
    this.#run?.abort()
    await this.#running
  }

  async #save(about: AreaAbout, list: ListFiles, run: AbortController): Promise<void> {
    const { signal } = run
    const work = () => this.#download(about, list, run)
    try {
      const name = `wayfare-map-area ${this.#userId} ${this.#tripId}`
      const why = await withTabLock(name, work, { signal })
      if (!signal.aborted) this.#setState({ stage: 'settled', why })
    } catch (failure) {
      if (signal.aborted) return
      const why = isFull(failure) ? 'no_room' : 'unanswered'
      if (why === 'unanswered') logFailure('The map could not be saved', failure)
      this.#setState({ stage: 'settled', why })
    } finally {
      if (!this.#isWanted) {
        await dropArea(this.#userId, this.#tripId)
        this.#setState({ stage: 'settled', saved: undefined, begun: undefined, why: undefined })
      }
    }
  }

  /** Returns why files are missing; undefined if none is. */
  async #download(about: AreaAbout, list: ListFiles, run: AbortController): Promise<AreaMissingReason | undefined> {
    const { signal } = run
    const cache = await openAreaCache(this.#userId, this.#tripId)
    if (!cache) {
      this.#setState({ canSave: false, begun: undefined })
      return undefined
    }
    const listed = await list(about, signal).catch(() => undefined)
    // Without an area that was begun before, there is nothing to show or remove.
    if (!listed) return 'unanswered'
    if (signal.aborted) return undefined
    const { files, facts } = listed
    const area: StoredArea = { ...about, facts, done: 0, total: files.length, bytes: 0 }
    const here = new Set((await cache.keys()).map(({ url }) => url))
    await writeArea(cache, 'begun', area)
    const why = await this.#fill(cache, files, { area, here, run })
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
    this.#again = undefined
    this.#setState({ saved: area, begun: undefined })
    return undefined
  }

  async #fill(
    cache: Cache,
    files: readonly AreaFile[],
    { area, here, run: { signal } }: { area: StoredArea; here: Set<string>; run: AbortController },
  ): Promise<AreaMissingReason | undefined> {
    // Of its own: an end of this run is no end of the page's.
    const end = new AbortController()
    signal.addEventListener('abort', () => end.abort())
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

const isFull = (failure: unknown) => failure instanceof DOMException && failure.name === 'QuotaExceededError'

/** Removes what a complete area does not need. */
async function keepOnly(cache: Cache, addresses: readonly string[]): Promise<void> {
  await forgetBegun(cache)
  const kept = new Set([...addresses, ...areaRecords()])
  for (const { url } of await cache.keys()) if (!kept.has(url)) await cache.delete(url)
}
