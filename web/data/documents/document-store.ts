import { documentRefusal, type TravelDocument } from '#domain/documents.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError, ownMessages } from '#domain/errors.ts'
import { logFailure } from '../log.ts'
import { newId } from '../new-id.ts'
import { findSame } from './find-same.ts'

/*
 * The documents of one trip, as this browser knows them.
 * Job: the list, and the uploads: one after the other, so that on a slow network the first is soon there. They go on while the
 *   person looks at something else.
 * Invariants: a list that was asked for before an upload or a deletion ended here does not undo it; a file that is tried
 *   again goes under the same id, so that an upload whose answer was lost makes one document; what is here already is sent
 *   only when the person has said so.
 * Failure: an upload that fails keeps its file until it is tried again or put away, and those behind it go on; a deletion that
 *   fails is logged, and the document stays in the list.
 */

interface Chosen {
  /** The one that it has on the server. */
  id: string
  file: File
  /** What the person wrote of it; empty where they did not. */
  description: string
}

/**
 * A file that was chosen and is no document yet. While it is `chosen`, nobody has looked whether it is here already; where it is,
 * under the name `hereAs`, the person is `asked` whether it should be uploaded all the same.
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

/** How a store reaches the server. */
export interface DocumentTransport {
  /** Uploads a file under an id; tells how much of it has been sent, from 0 to 1. @throws AppError, or the signal's reason */
  upload: (
    id: string,
    file: File,
    description: string,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<TravelDocument>
  /** Deletes a document. @throws AppError */
  remove: (id: string) => Promise<void>
}

/** What the server says, or would say, of the file itself: to send it again is no use. */
const refusals: readonly ErrorCode[] = ['document_type_refused', 'document_too_large', 'document_empty']

export class DocumentStore {
  readonly #transport: DocumentTransport
  readonly #listeners = new Set<() => void>()
  #snapshot: DocumentsSnapshot
  #sending: { id: string; breaker: AbortController } | undefined
  /** Somebody goes through those that wait. */
  #isAtWork = false
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

  /** How many uploads and deletions have ended here: a list is no older than this when it is asked for. */
  get changes(): number {
    return this.#changes
  }

  isUploading(): boolean {
    return this.#snapshot.uploads.some(isUnderWay)
  }

  /** Whether a file was chosen that the server does not have: it is on its way, came to nothing, or waits for an answer. */
  hasFile(): boolean {
    return this.#snapshot.uploads.length > 0
  }

  /** Takes over the list that the server told of; `changes` is what they were when it was asked for. */
  receive(list: readonly TravelDocument[], changes: number): void {
    if (changes === this.#changes) this.#publish({ list })
  }

  /** Uploads files, but for those of which it can be told at once that they would be refused. Resolves when nothing is under way. */
  add = async (files: readonly File[], description = ''): Promise<void> => {
    const chosen = files.map((file): Upload => {
      const refusal = documentRefusal(file)
      const upload = { id: newId(), file, description }
      return refusal ? failed(upload, new AppError(refusal)) : { ...upload, state: 'chosen' }
    })
    // What can only be put away has been read when the next are chosen.
    const others = this.#snapshot.uploads.filter((upload) => upload.state !== 'failed' || upload.canRetry)
    this.#publish({ uploads: [...others, ...chosen] })
    await this.#goOn()
  }

  /** Sends a file that failed once more, or one that is here already. */
  retry = async (id: string): Promise<void> => {
    const upload = this.#snapshot.uploads.find((other) => other.id === id)
    if (!upload || isUnderWay(upload)) return
    this.#put({ ...chosenOf(upload), state: 'waiting' })
    await this.#goOn()
  }

  /** Breaks off an upload, or puts away one that is not under way. */
  cancel = (id: string): void => {
    this.#publish({ uploads: this.#without(id) })
    if (this.#sending?.id === id) this.#sending.breaker.abort()
  }

  /** Deletes a document. Answers whether it is gone; a failure is logged. */
  remove = async (id: string): Promise<boolean> => {
    try {
      await this.#transport.remove(id)
    } catch (failure) {
      // Somebody else was faster.
      if (!(failure instanceof AppError && failure.code === 'document_not_found')) {
        logFailure(ownMessages.document_not_deleted, failure)
        return false
      }
    }
    this.#changes += 1
    this.#publish({ list: this.#snapshot.list.filter((document) => document.id !== id) })
    return true
  }

  /** Ends what is under way. */
  close(): void {
    this.#publish({ uploads: [] })
    this.#sending?.breaker.abort()
  }

  /** Looks at all that were chosen before any is sent: whoever has to be asked still sits in front of it. */
  async #goOn(): Promise<void> {
    if (this.#isAtWork) return
    this.#isAtWork = true
    for (;;) {
      const { uploads } = this.#snapshot
      const chosen = uploads.find(({ state }) => state === 'chosen')
      const next = chosen ?? uploads.find(({ state }) => state === 'waiting')
      if (!next) break
      await (chosen ? this.#lookAt(chosen) : this.#send(next))
    }
    this.#isAtWork = false
  }

  async #lookAt(upload: Upload): Promise<void> {
    const chosen = chosenOf(upload)
    const { list, uploads } = this.#snapshot
    const earlier = uploads.slice(
      0,
      uploads.findIndex(({ id }) => id === chosen.id),
    )
    const files = earlier.map(({ file }) => file)
    const hereAs = await findSame(chosen.file, list, files)
    this.#put(hereAs === undefined ? { ...chosen, state: 'waiting' } : { ...chosen, state: 'asked', hereAs })
  }

  async #send(upload: Upload): Promise<void> {
    const chosen = chosenOf(upload)
    const { id, file, description } = chosen
    const breaker = new AbortController()
    this.#sending = { id, breaker }
    const { signal } = breaker
    const show = (percent: number) => signal.aborted || this.#put({ ...chosen, state: 'sending', percent })
    show(0)
    try {
      const onProgress = (share: number) => show(Math.round(share * 100))
      const document = await this.#transport.upload(id, file, description, { onProgress, signal })
      if (signal.aborted) return
      this.#changes += 1
      const others = this.#snapshot.list.filter((other) => other.id !== id)
      this.#publish({ list: [document, ...others], uploads: this.#without(id) })
    } catch (failure) {
      if (!signal.aborted) this.#put(failed(chosen, failure))
    } finally {
      this.#sending = undefined
    }
  }

  #without(id: string): Upload[] {
    return this.#snapshot.uploads.filter((upload) => upload.id !== id)
  }

  /** Puts an upload in the place of what it was before. */
  #put(upload: Upload): void {
    this.#publish({ uploads: this.#snapshot.uploads.map((other) => (other.id === upload.id ? upload : other)) })
  }

  #publish(changed: Partial<DocumentsSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

/** Whether an upload goes on without anybody's doing. */
export function isUnderWay({ state }: Upload): boolean {
  return state !== 'failed' && state !== 'asked'
}

/** What was chosen, whatever has become of it since. */
function chosenOf({ id, file, description }: Upload): Chosen {
  return { id, file, description }
}

function failed(chosen: Chosen, failure: unknown): Upload {
  const { code, message } = failure instanceof AppError ? failure : new AppError('document_not_uploaded', '')
  return {
    ...chosen,
    state: 'failed',
    message: message || ownMessages.document_not_uploaded,
    canRetry: !refusals.includes(code),
  }
}

/** What changes a trip's documents. */
export type DocumentEditing = Pick<DocumentStore, 'add' | 'retry' | 'cancel' | 'remove'>

/** Where the documents on the screen come from; a source that is only read has no function that changes them. */
export type DocumentSource = Pick<DocumentStore, 'subscribe' | 'getSnapshot'> & Partial<DocumentEditing>
