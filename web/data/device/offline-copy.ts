import type { TravelDocument } from '#domain/documents.ts'
import { logFailure } from '../log.ts'
import type { WhyMissing } from './persisted-files.ts'

/*
 * A trip that is kept whole on this device.
 * Job: while the trip is open, what is missing of it here is fetched: its plan and the files of all of its documents, those
 *   too that are added meanwhile; files of deleted documents go. Tells how far that is, and how much room it takes.
 * Invariants: one file is fetched at a time; what is here is never fetched again; files go only by a list that the server
 *   has just told of; nothing is fetched after it was stopped.
 * Failure: what could not be kept is named with its reason; it is tried again when the network returns, when the trip is
 *   opened again, when the person asks for it, and, where the server did not answer, every half minute.
 */

const RETRY_MS = 30_000

/** Why the plan is not on this device: the server did not answer, or this browser keeps nothing. */
export type WhyNoPlan = 'unanswered' | 'storage_unavailable'

export interface MissingFile {
  fileName: string
  why: WhyMissing
}

/** How much of a trip is on this device. */
export interface OfflineCopyState {
  /** Whether what is here is still being looked at, what is missing is being fetched, or neither. */
  stage: 'looking' | 'fetching' | 'settled'
  /** How many bytes the plan takes, or why it is not here. */
  plan: number | WhyNoPlan
  /** How many documents the trip has; undefined while their list is not known. */
  count: number | undefined
  /** How many of their files are here, and how many bytes these take. */
  here: number
  bytes: number
  /** Whether this browser keeps files at this address. */
  canPersistFiles: boolean
  missing: readonly MissingFile[]
}

/** What a trip is kept with. */
export interface OfflineDevice {
  /** Sees to it that the plan is on this device. Answers how many bytes it takes. */
  persistPlan: () => Promise<number | WhyNoPlan>
  canPersistFiles: () => Promise<boolean>
  /** How many bytes a file takes here; undefined where it is not here. */
  findFileSize: (fileUrl: string) => Promise<number | undefined>
  /** Fetches a file. Answers how many bytes it takes here. */
  persistFile: (fileUrl: string, signal: AbortSignal) => Promise<number | WhyMissing>
  /** Removes the files of documents of this trip other than those at these addresses. */
  dropOthers: (fileUrls: readonly string[]) => Promise<void>
}

export class OfflineCopy {
  readonly #device: OfflineDevice
  readonly #listeners = new Set<() => void>()
  #keeping: OfflineCopyState = {
    stage: 'looking',
    plan: 0,
    count: undefined,
    here: 0,
    bytes: 0,
    canPersistFiles: true,
    missing: [],
  }
  #list: readonly TravelDocument[] | undefined
  /** Whether the list has just come from the server, so that files of other documents may go. */
  #isListNews = false
  #going: AbortController | undefined
  #isBusy = false
  #isChanged = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(device: OfflineDevice) {
    this.#device = device
  }

  getKeeping = (): OfflineCopyState => this.#keeping

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps the trip whole until the returned function is called. */
  start(): () => void {
    const going = new AbortController()
    this.#going = going
    addEventListener('online', this.look)
    this.look()
    return () => {
      going.abort()
      clearTimeout(this.#timer)
      removeEventListener('online', this.look)
    }
  }

  /** Takes over the list of documents. `isNews` says that the server has just told of it: a copy may be behind. */
  receive(list: readonly TravelDocument[], isNews: boolean): void {
    this.#list = list
    this.#isListNews = isNews
    this.look()
  }

  /** Fetches what is missing, now. */
  look = (): void => {
    this.#isChanged = true
    if (!this.#isBusy) void this.#keepAll()
  }

  async #keepAll(): Promise<void> {
    this.#isBusy = true
    while (this.#isChanged && this.#going && !this.#going.signal.aborted) {
      this.#isChanged = false
      clearTimeout(this.#timer)
      await this.#keep(this.#going.signal).catch((failure) =>
        logFailure('What is kept of the trip could not be looked at', failure),
      )
    }
    this.#isBusy = false
  }

  async #keep(signal: AbortSignal): Promise<void> {
    const plan = await this.#device.persistPlan()
    const canPersistFiles = await this.#device.canPersistFiles()
    this.#publish(signal, { plan, canPersistFiles })
    if (signal.aborted) return
    const list = this.#list
    // A list that came meanwhile is the one that is looked at now.
    this.#isChanged = false
    if (!list) return
    const missing = canPersistFiles ? await this.#keepFiles(list, signal) : []
    // What has changed meanwhile is looked at first.
    if (this.#isChanged || signal.aborted) return
    this.#publish(signal, { stage: 'settled', count: list.length, missing })
    if (plan === 'unanswered' || missing.some(({ why }) => why === 'unanswered'))
      this.#timer = setTimeout(this.look, RETRY_MS)
  }

  async #keepFiles(list: readonly TravelDocument[], signal: AbortSignal): Promise<MissingFile[]> {
    const isNews = this.#isListNews
    this.#isListNews = false
    if (isNews) await this.#device.dropOthers(list.map(({ file_url }) => file_url))
    const sizes: number[] = []
    const toFetch: TravelDocument[] = []
    for (const document of list) {
      const size = await this.#device.findFileSize(document.file_url)
      if (size === undefined) toFetch.push(document)
      else sizes.push(size)
    }
    const missing: MissingFile[] = []
    for (const { id, file_name, file_url } of toFetch) {
      // It may have been deleted meanwhile.
      if (!this.#list?.some((document) => document.id === id)) continue
      this.#publish(signal, { stage: 'fetching', count: list.length, ...sumOf(sizes) })
      const outcome = await this.#device.persistFile(file_url, signal)
      if (signal.aborted) break
      if (typeof outcome === 'number') sizes.push(outcome)
      else missing.push({ fileName: file_name, why: outcome })
    }
    this.#publish(signal, sumOf(sizes))
    return missing
  }

  #publish(signal: AbortSignal, changed: Partial<OfflineCopyState>): void {
    if (signal.aborted) return
    this.#keeping = { ...this.#keeping, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

const sumOf = (sizes: number[]) => ({ here: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) })
