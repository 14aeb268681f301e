import { documentRefusal, type TravelDocument } from '#domain/documents.ts'
import { AppError, type ErrorCode, ownMessages } from '#domain/errors.ts'
import { logFailure } from '../log.ts'
import { newId } from '../new-id.ts'

/*
 * The documents of one trip, as this browser knows them.
 * Job: the list, and one upload at a time. It goes on while the person looks at something else.
 * Invariants: a list that was asked for before an upload or a deletion ended here does not undo it; a file that is tried
 *   again goes under the same id, so that an upload whose answer was lost makes one document.
 * Failure: an upload that fails keeps its file until another one is chosen; a deletion that fails is logged, and the
 *   document stays in the list.
 */

/** The upload that is under way, or that came to nothing. */
export type Upload =
  | { state: 'sending'; fileName: string; percent: number }
  | { state: 'failed'; fileName: string; message: string; canRetry: boolean }

export interface DocumentsSnapshot {
  /** Newest first. */
  list: readonly TravelDocument[]
  upload: Upload | undefined
}

/** How a store reaches the server. */
export interface DocumentTransport {
  /** Uploads a file under an id; tells how much of it has been sent, from 0 to 1. @throws AppError */
  upload: (id: string, file: File, options: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<TravelDocument>
  /** Deletes a document. @throws AppError */
  remove: (id: string) => Promise<void>
}

/** What the server says, or would say, of the file itself: to send it again is no use. */
const refusals: readonly ErrorCode[] = ['document_type_refused', 'document_too_large', 'document_empty']

export class DocumentStore {
  readonly #transport: DocumentTransport
  readonly #listeners = new Set<() => void>()
  #snapshot: DocumentsSnapshot
  /** The file that is on its way, or that failed, under the id that it has on the server. */
  #chosen: { id: string; file: File } | undefined
  #sending: AbortController | undefined
  #changes = 0

  constructor(list: readonly TravelDocument[], transport: DocumentTransport) {
    this.#transport = transport
    this.#snapshot = { list, upload: undefined }
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
    return this.#sending !== undefined
  }

  /** Whether a file was chosen that the server does not have: it is on its way, or came to nothing. */
  hasFile(): boolean {
    return this.#chosen !== undefined
  }

  /** Takes over the list that the server told of; `changes` is what they were when it was asked for. */
  receive(list: readonly TravelDocument[], changes: number): void {
    if (changes === this.#changes) this.#publish({ list })
  }

  /** Uploads a file, unless it can be told at once that it would be refused. While another one is on its way it does nothing. */
  add = async (file: File): Promise<void> => {
    if (this.isUploading()) return
    this.#chosen = { id: newId(), file }
    const refusal = documentRefusal(file)
    if (refusal) this.#fail(file, new AppError(refusal))
    else await this.#send(this.#chosen)
  }

  /** Sends the file that failed once more. */
  retry = async (): Promise<void> => {
    if (this.#chosen && !this.isUploading()) await this.#send(this.#chosen)
  }

  /** Breaks off the upload that is under way, or puts away the one that failed. */
  cancel = (): void => {
    this.#sending?.abort()
    this.#sending = undefined
    this.#chosen = undefined
    this.#publish({ upload: undefined })
  }

  /** Deletes a document. A failure is only logged. */
  remove = async (id: string): Promise<void> => {
    try {
      await this.#transport.remove(id)
    } catch (failure) {
      // Somebody else was faster.
      if (!(failure instanceof AppError && failure.code === 'document_not_found')) {
        logFailure(ownMessages.document_not_deleted, failure)
        return
      }
    }
    this.#changes += 1
    this.#publish({ list: this.#snapshot.list.filter((document) => document.id !== id) })
  }

  /** Ends what is under way. */
  close(): void {
    this.#sending?.abort()
    this.#chosen = undefined
  }

  async #send({ id, file }: { id: string; file: File }): Promise<void> {
    const sending = new AbortController()
    this.#sending = sending
    const show = (percent: number) => this.#publish({ upload: { state: 'sending', fileName: file.name, percent } })
    show(0)
    const outcome = await this.#transport
      .upload(id, file, { onProgress: (share) => show(Math.round(share * 100)), signal: sending.signal })
      .then(
        (document) => ({ document }),
        (failure: unknown) => ({ failure }),
      )
    if (sending.signal.aborted) return
    this.#sending = undefined
    if ('failure' in outcome) {
      this.#fail(file, outcome.failure)
      return
    }
    this.#changes += 1
    this.#chosen = undefined
    const others = this.#snapshot.list.filter((other) => other.id !== id)
    this.#publish({ list: [outcome.document, ...others], upload: undefined })
  }

  #fail(file: File, failure: unknown): void {
    const { code, message } = failure instanceof AppError ? failure : new AppError('document_not_uploaded', '')
    this.#publish({
      upload: {
        state: 'failed',
        fileName: file.name,
        message: message || ownMessages.document_not_uploaded,
        canRetry: !refusals.includes(code),
      },
    })
  }

  #publish(changed: Partial<DocumentsSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

/** What changes a trip's documents. */
export type DocumentEditing = Pick<DocumentStore, 'add' | 'retry' | 'cancel' | 'remove'>

/** Where the documents on the screen come from; a source that is only read has no function that changes them. */
export type DocumentSource = Pick<DocumentStore, 'subscribe' | 'getSnapshot'> & Partial<DocumentEditing>
