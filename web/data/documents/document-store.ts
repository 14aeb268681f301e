import { documentRefusal, KIND_BYTES, type TravelDocument } from '#domain/documents.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError, browserMessages } from '#domain/errors.ts'
import { logFailure } from '../log.ts'
import { newId } from '../new-id.ts'
import { findDuplicate, nameOf } from './find-duplicate.ts'

/*
 * The documents of one trip, as this browser knows them.
 * Job: has the list and the uploads. Files are uploaded one at a time, so that on a slow network the first is there
 *   soon, and uploads go on while the person looks at another tab of the trip.
 * Invariants: a list that was requested before an upload or a deletion ended here does not undo it. A retry has the
 *   same id, so an upload whose answer was lost makes one document. A duplicate is sent only after the person has
 *   confirmed it.
 * Failure: a failed upload keeps its file until it is retried or dismissed, and the next ones go on. A failed deletion
 *   is logged, and the document stays in the list.
 */

interface Chosen {
  /** The id of the document on the server. */
  id: string
  file: File
  /** As the person wrote it; may be empty. */
  description: string
  /** Whether a booking was read from it: then it may also be a mail, a pass or a calendar file. */
  isOfBooking?: true
}

/**
 * A chosen file that is no document yet. `chosen`: neither its type nor whether it is here already is known. `asked`:
 * it is here under the name `hereAs`, and the person has to confirm the upload.
 */
export type Upload = Chosen &
  (
    | { state: 'chosen' | 'waiting' }
    | { state: 'asked'; hereAs: string }
    | { state: 'sending'; percent: number }
    | { state: 'failed'; message: string; canRetry: boolean }
  )

export interface DocumentsSnapshot {
  /** Newest first. */
  list: readonly TravelDocument[]
  /** In the order in which they were chosen. */
  uploads: readonly Upload[]
}

export interface DocumentTransport {
  /** Uploads a file under an id, reporting progress from 0 to 1. @throws AppError, or the signal's reason */
  upload: (
    id: string,
    file: File,
    about: Pick<Chosen, 'description' | 'isOfBooking'>,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<TravelDocument>
  /** @throws AppError */
  remove: (id: string) => Promise<void>
}

/** Refusals of the file itself: sending it again is pointless. */
const refusals: readonly ErrorCode[] = ['document_type_refused', 'document_too_large', 'document_empty']

export class DocumentStore {
  readonly #transport: DocumentTransport
  readonly #listeners = new Set<() => void>()
  #snapshot: DocumentsSnapshot
  #current: { id: string; breaker: AbortController } | undefined
  #isProcessing = false
  #keeping: Promise<unknown> = Promise.resolve()
  #changes = 0

  constructor(list: readonly TravelDocument[], transport: DocumentTransport) {
    this.#transport = transport
    this.#snapshot = { list, uploads: [] }
  }

  getSnapshot = (): DocumentsSnapshot => this.#snapshot

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** How many uploads and deletions have ended here. A list requested now includes all of them. */
  get changes(): number {
    return this.#changes
  }

  isUploading(): boolean {
    return this.#snapshot.uploads.some(isUnderWay)
  }

  /** Whether a chosen file is not on the server: it is being uploaded, has failed, or needs a confirmation. */
  hasFile(): boolean {
    return this.#snapshot.uploads.length > 0
  }

  /** Takes over a list from the server. `changes` is the value that `this.changes` had when the list was requested. */
  receive(list: readonly TravelDocument[], changes: number): void {
    if (changes === this.#changes) this.#setSnapshot({ list })
  }

  /** Uploads files, except those that would certainly be refused. Resolves when no upload is under way. */
  add = async (files: readonly File[], description = ''): Promise<void> => {
    const newUploads = files.map((file): Upload => ({ id: newId(), file, description, state: 'chosen' }))
    // Failed uploads that cannot be retried have been read by now.
    const others = this.#snapshot.uploads.filter((upload) => upload.state !== 'failed' || upload.canRetry)
    this.#setSnapshot({ uploads: [...others, ...newUploads] })
    await this.#processUploads()
  }

  /**
   * Uploads a file that a booking was read from, and returns the id of its document at once: that of the same file, if
   * the trip has it already or it is on its way.
   */
  keep = (file: File, description = ''): Promise<string> => {
    // One after the other: the next one sees the upload of this one.
    const kept = this.#keeping.then(() => this.#keep(file, description))
    this.#keeping = kept.catch(() => {})
    return kept
  }

  async #keep(file: File, description: string): Promise<string> {
    const same = await findDuplicate(file, this.#snapshot.list, this.#snapshot.uploads.filter(isCertain))
    // An upload may have ended or been cancelled meanwhile.
    const { list, uploads } = this.#snapshot
    const underWay = uploads.find(({ id }) => id === same?.id)
    if (underWay?.state === 'failed') void this.retry(underWay.id)
    if (same && (underWay || list.some(({ id }) => id === same.id))) return same.id
    const upload: Upload = { id: newId(), file, description, isOfBooking: true, state: 'waiting' }
    this.#setSnapshot({ uploads: [...uploads, upload] })
    void this.#processUploads()
    return upload.id
  }

  /** Retries a failed upload, or confirms that of a duplicate. */
  retry = async (id: string): Promise<void> => {
    const upload = this.#snapshot.uploads.find((other) => other.id === id)
    if (!upload || isUnderWay(upload)) return
    this.#replace({ ...chosenOf(upload), state: 'waiting' })
    await this.#processUploads()
  }

  /** Aborts an upload, or dismisses one that is not under way. */
  cancel = (id: string): void => {
    this.#setSnapshot({ uploads: this.#without(id) })
    if (this.#current?.id === id) this.#current.breaker.abort()
  }

  /** Returns whether the document is gone. A failure is logged. */
  remove = async (id: string): Promise<boolean> => {
    try {
      await this.#transport.remove(id)
    } catch (failure) {
      // Somebody else has deleted it already.
      if (!(failure instanceof AppError && failure.code === 'document_not_found')) {
        logFailure(browserMessages().document_not_deleted, failure)
        return false
      }
    }
    this.#changes += 1
    this.#setSnapshot({ list: this.#snapshot.list.filter((document) => document.id !== id) })
    return true
  }

  close(): void {
    this.#setSnapshot({ uploads: [] })
    this.#current?.breaker.abort()
  }

  /** Checks all chosen files before it sends any, while the person who may have to confirm is still there. */
  async #processUploads(): Promise<void> {
    if (this.#isProcessing) return
    this.#isProcessing = true
    for (;;) {
      const { uploads } = this.#snapshot
      const chosen = uploads.find(({ state }) => state === 'chosen')
      const next = chosen ?? uploads.find(({ state }) => state === 'waiting')
      if (!next) break
      await (chosen ? this.#check(chosen) : this.#send(next))
    }
    this.#isProcessing = false
  }

  async #check(upload: Upload): Promise<void> {
    const chosen = chosenOf(upload)
    const refusal = await refusalOf(chosen.file)
    if (refusal) return this.#replace(failed(chosen, refusal))
    const { list, uploads } = this.#snapshot
    const earlier = uploads.slice(
      0,
      uploads.findIndex(({ id }) => id === chosen.id),
    )
    const same = await findDuplicate(chosen.file, list, earlier)
    this.#replace(same ? { ...chosen, state: 'asked', hereAs: nameOf(same) } : { ...chosen, state: 'waiting' })
  }

  async #send(upload: Upload): Promise<void> {
    const chosen = chosenOf(upload)
    const { id, file } = chosen
    const abortController = new AbortController()
    this.#current = { id, breaker: abortController }
    const { signal } = abortController
    const show = (percent: number) => signal.aborted || this.#replace({ ...chosen, state: 'sending', percent })
    show(0)
    try {
      const onProgress = (share: number) => show(Math.round(share * 100))
      const document = await this.#transport.upload(id, file, chosen, { onProgress, signal })
      if (signal.aborted) return
      this.#changes += 1
      const others = this.#snapshot.list.filter((other) => other.id !== id)
      this.#setSnapshot({ list: [document, ...others], uploads: this.#without(id) })
    } catch (failure) {
      if (!signal.aborted) this.#replace(failed(chosen, failure))
    } finally {
      this.#current = undefined
    }
  }

  #without(id: string): Upload[] {
    return this.#snapshot.uploads.filter((upload) => upload.id !== id)
  }

  #replace(upload: Upload): void {
    this.#setSnapshot({ uploads: this.#snapshot.uploads.map((other) => (other.id === upload.id ? upload : other)) })
  }

  #setSnapshot(changed: Partial<DocumentsSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

/** Types that a browser states by a file's name. No file of such a name is meant as a document (VALID-20). */
const OTHER_TYPES = /^(?:audio|text|video)\//

/** Why a file may not be uploaded; undefined if it may, or if it cannot be read, which its upload reports. */
export async function refusalOf(file: File): Promise<AppError | undefined> {
  if (file.size > 0 && OTHER_TYPES.test(file.type)) return new AppError('document_type_refused')
  const start = await file
    .slice(0, KIND_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  return start && documentRefusal(new Uint8Array(start), file.size)
}

/** Whether an upload becomes a document without a question to the person. */
const isCertain = ({ state, isOfBooking }: Upload) => isOfBooking || state === 'waiting' || state === 'sending'

/** Whether an upload needs nothing from the person to go on. */
export function isUnderWay({ state }: Upload): boolean {
  return state !== 'failed' && state !== 'asked'
}

function chosenOf({ id, file, description, isOfBooking }: Upload): Chosen {
  return { id, file, description, ...(isOfBooking && { isOfBooking }) }
}

function failed(chosen: Chosen, failure: unknown): Upload {
  const { code, message } = failure instanceof AppError ? failure : new AppError('document_not_uploaded', '')
  return {
    ...chosen,
    state: 'failed',
    message: message || browserMessages().document_not_uploaded,
    canRetry: !refusals.includes(code),
  }
}

export type DocumentEditing = Pick<DocumentStore, 'add' | 'keep' | 'retry' | 'cancel' | 'remove'>

/** Where the documents on screen come from. A read-only source has no functions that change them. */
export type DocumentSource = Pick<DocumentStore, 'subscribe' | 'getSnapshot'> & Partial<DocumentEditing>
