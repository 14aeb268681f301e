import { logFailure } from '../log.ts'
import type { PageEvents } from '../page-events.ts'
import type { FileMissingReason } from '../storage/persisted-files.ts'

/*
 * The offline copy of an open trip.
 * Job: fetches the plan and the files of documents and receipts that are missing on this device, including those added
 *   later. Removes the files of deleted ones. Reports progress and size.
 * Invariants: one file is fetched at a time; a file on this device is never fetched again; files are removed only after
 *   a fresh list from the server; nothing is fetched after a stop.
 * Failure: reports each missing file with its reason. Retries when the network returns, when the trip is opened again,
 *   when the user asks, and every RETRY_MS if the server did not answer.
 */

const RETRY_MS = 30_000

/** Why the plan is not on this device: the server did not answer, or this browser cannot store it. */
export type PlanMissingReason = 'unanswered' | 'storage_unavailable'

/** A travel document, a receipt, or the lines of tracks. */
export interface CopiedFile {
  id: string
  file_name: string
  file_url: string
  /** Whether people know it as a part of the plan, and not as a document. */
  isOfPlan?: boolean
}

export interface MissingFile {
  fileName: string
  why: FileMissingReason
}

export interface OfflineCopyState {
  /** `looking`: checking what is on this device. `fetching`: downloading what is missing. `settled`: neither. */
  stage: 'looking' | 'fetching' | 'settled'
  /** The plan's size in bytes, or why it is missing. */
  plan: number | PlanMissingReason
  /** Number of documents and receipts; undefined until their list is known. */
  documentCount: number | undefined
  /** Number of documents and receipts on this device, and the total size of all files. */
  fileCount: number
  /** How many of all files are on this device, from 0 to 1. */
  share: number
  bytes: number
  canPersistFiles: boolean
  missing: readonly MissingFile[]
}

export interface OfflineDevice {
  /** Makes sure that the plan is on this device. Returns its size in bytes. */
  persistPlan: () => Promise<number | PlanMissingReason>
  canPersistFiles: () => Promise<boolean>
  /** Returns a file's size in bytes; undefined if it is not on this device. */
  findFileSize: (fileUrl: string) => Promise<number | undefined>
  /** Fetches a file. Returns its size in bytes. */
  persistFile: (fileUrl: string, signal: AbortSignal) => Promise<number | FileMissingReason>
  /** Removes this trip's files except those at the given URLs. */
  dropOtherFiles: (fileUrls: readonly string[]) => Promise<void>
}

export class OfflineCopy {
  readonly #device: OfflineDevice
  readonly #page: PageEvents
  readonly #listeners = new Set<() => void>()
  #state: OfflineCopyState = {
    stage: 'looking',
    plan: 0,
    documentCount: undefined,
    fileCount: 0,
    share: 0,
    bytes: 0,
    canPersistFiles: true,
    missing: [],
  }
  #list: readonly CopiedFile[] | undefined
  /** Whether the list just came from the server, so that other files may be removed. */
  #isListFresh = false
  #run: AbortController | undefined
  #isBusy = false
  #isChanged = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(device: OfflineDevice, page: PageEvents) {
    this.#device = device
    this.#page = page
  }

  getState = (): OfflineCopyState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps the copy complete until the returned function is called. */
  start(): () => void {
    const run = new AbortController()
    this.#run = run
    const end = this.#page.on('online', this.check)
    this.check()
    return () => {
      run.abort()
      clearTimeout(this.#timer)
      end()
    }
  }

  /** @param isFresh whether the list just came from the server; a persisted list may be outdated */
  receive(list: readonly CopiedFile[], isFresh: boolean): void {
    this.#list = list
    this.#isListFresh = isFresh
    this.check()
  }

  /** Checks now and fetches what is missing. */
  check = (): void => {
    this.#isChanged = true
    if (!this.#isBusy) void this.#runUntilUnchanged()
  }

  async #runUntilUnchanged(): Promise<void> {
    this.#isBusy = true
    while (this.#isChanged && this.#run && !this.#run.signal.aborted) {
      this.#isChanged = false
      clearTimeout(this.#timer)
      await this.#persist(this.#run.signal).catch((failure) =>
        logFailure('The offline copy could not be updated', failure),
      )
    }
    this.#isBusy = false
  }

  async #persist(signal: AbortSignal): Promise<void> {
    const plan = await this.#device.persistPlan()
    const canPersistFiles = await this.#device.canPersistFiles()
    this.#setState(signal, { plan, canPersistFiles })
    if (signal.aborted) return
    const list = this.#list
    // A list that arrived during the awaits above is the one in use now.
    this.#isChanged = false
    if (!list) return
    const missing = canPersistFiles ? await this.#persistFiles(list, signal) : []
    // A change came in meanwhile: the loop runs again.
    if (this.#isChanged || signal.aborted) return
    this.#setState(signal, { stage: 'settled', documentCount: countDocuments(list), missing })
    if (plan === 'unanswered' || missing.some(({ why }) => why === 'unanswered'))
      this.#timer = setTimeout(this.check, RETRY_MS)
  }

  async #persistFiles(list: readonly CopiedFile[], signal: AbortSignal): Promise<MissingFile[]> {
    const isFresh = this.#isListFresh
    this.#isListFresh = false
    if (isFresh) await this.#device.dropOtherFiles(list.map(({ file_url }) => file_url))
    const sizes: Size[] = []
    const toFetch: CopiedFile[] = []
    for (const document of list) {
      const size = await this.#device.findFileSize(document.file_url)
      if (size === undefined) toFetch.push(document)
      else sizes.push({ ...document, size })
    }
    const missing: MissingFile[] = []
    for (const file of toFetch) {
      // Skips documents deleted meanwhile.
      if (!this.#list?.some((document) => document.id === file.id)) continue
      this.#setState(signal, { stage: 'fetching', documentCount: countDocuments(list), ...sumOf(sizes, list) })
      const outcome = await this.#device.persistFile(file.file_url, signal)
      if (signal.aborted) break
      if (typeof outcome === 'number') sizes.push({ ...file, size: outcome })
      else missing.push({ fileName: file.file_name, why: outcome })
    }
    this.#setState(signal, sumOf(sizes, list))
    return missing
  }

  #setState(signal: AbortSignal, changed: Partial<OfflineCopyState>): void {
    if (signal.aborted) return
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

type Size = Pick<CopiedFile, 'isOfPlan'> & { size: number }

const countDocuments = (files: readonly Pick<CopiedFile, 'isOfPlan'>[]) => files.filter((file) => !file.isOfPlan).length

const sumOf = (sizes: readonly Size[], all: readonly CopiedFile[]) => ({
  fileCount: countDocuments(sizes),
  share: all.length === 0 ? 1 : sizes.length / all.length,
  bytes: sizes.reduce((sum, { size }) => sum + size, 0),
})
