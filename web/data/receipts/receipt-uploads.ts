import { receiptResponse, receiptUploadPath } from '#domain/api/receipts.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError, browserMessages } from '#domain/errors.ts'
import type { Receipt } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { type UploadOptions, uploadFile } from '../http/upload.ts'
import { newId } from '../new-id.ts'
import { prepareReceipt } from './prepare-receipt.ts'

/*
 * The receipts that are being added to an expense.
 * Job: uploads the chosen files, one at a time, and hands over each receipt once the server has its file. So an expense
 *   never lists a file that is not there.
 * Invariants: a retry has the same id, so an upload whose answer was lost makes one receipt.
 * Failure: a failed upload keeps its file until it is retried or dismissed, and the next ones go on.
 */

interface Chosen {
  /** The id of the receipt. */
  id: string
  file: File
}

/** A chosen file that is no receipt yet. */
export type ReceiptUpload = Chosen &
  (
    | { state: 'waiting' }
    | { state: 'sending'; percent: number }
    | { state: 'failed'; message: string; canRetry: boolean }
  )

export interface ReceiptTransport {
  /** Makes a file one that the server accepts. @throws AppError */
  prepare: (file: File) => Promise<File>
  /** @throws AppError, or the signal's reason */
  upload: (id: string, file: File, options: UploadOptions) => Promise<Receipt>
  isOnline: () => boolean
}

export function receiptTransport(tripId: string): ReceiptTransport {
  return {
    prepare: (file) => prepareReceipt(file),
    upload: async (id, file, options) =>
      (await uploadFile(receiptUploadPath(tripId, id, file.name), file, receiptResponse, options)).receipt,
    isOnline: () => navigator.onLine !== false,
  }
}

/** Refusals of the file itself: sending it again is pointless. */
const refusals: readonly ErrorCode[] = ['document_type_refused', 'document_too_large', 'document_empty']

export class ReceiptUploads {
  readonly #transport: ReceiptTransport
  readonly #onAdded: (receipt: Receipt) => void
  readonly #listeners = new Set<() => void>()
  #uploads: readonly ReceiptUpload[] = []
  #current: { id: string; breaker: AbortController } | undefined
  #isProcessing = false

  /** @param onAdded called with each receipt whose file the server has */
  constructor(transport: ReceiptTransport, onAdded: (receipt: Receipt) => void) {
    this.#transport = transport
    this.#onAdded = onAdded
  }

  /** In the order in which they were chosen. */
  getSnapshot = (): readonly ReceiptUpload[] => this.#uploads

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when no upload is under way. */
  add = (files: readonly File[]): Promise<void> => {
    // Failures that cannot be retried have been read by now.
    const others = this.#uploads.filter((upload) => upload.state !== 'failed' || upload.canRetry)
    this.#set([...others, ...files.map((file): ReceiptUpload => ({ id: newId(), file, state: 'waiting' }))])
    return this.#process()
  }

  retry = (id: string): Promise<void> => {
    this.#set(
      this.#uploads.map((upload) =>
        upload.id === id && upload.state === 'failed' ? { id, file: upload.file, state: 'waiting' } : upload,
      ),
    )
    return this.#process()
  }

  /** Aborts an upload, or dismisses one that has failed. */
  cancel = (id: string): void => {
    this.#set(this.#uploads.filter((upload) => upload.id !== id))
    if (this.#current?.id === id) this.#current.breaker.abort()
  }

  close(): void {
    this.#set([])
    this.#current?.breaker.abort()
  }

  async #process(): Promise<void> {
    if (this.#isProcessing) return
    this.#isProcessing = true
    for (;;) {
      const next = this.#uploads.find(({ state }) => state === 'waiting')
      if (!next) break
      await this.#send(next)
    }
    this.#isProcessing = false
  }

  async #send({ id, file }: Chosen): Promise<void> {
    const breaker = new AbortController()
    this.#current = { id, breaker }
    const { signal } = breaker
    const show = (percent: number) => signal.aborted || this.#replace({ id, file, state: 'sending', percent })
    show(0)
    try {
      const prepared = await this.#transport.prepare(file)
      if (signal.aborted) return
      const onProgress = (share: number) => show(Math.round(share * 100))
      const receipt = await this.#transport.upload(id, prepared, { onProgress, signal })
      if (signal.aborted) return
      this.#set(this.#uploads.filter((upload) => upload.id !== id))
      this.#onAdded(receipt)
    } catch (failure) {
      if (!signal.aborted) this.#replace({ id, file, ...this.#describe(failure) })
    } finally {
      this.#current = undefined
    }
  }

  #describe(failure: unknown): { state: 'failed'; message: string; canRetry: boolean } {
    const { code, message } = failure instanceof AppError ? failure : new AppError('receipt_not_uploaded')
    const isOffline = code === 'unreachable' && !this.#transport.isOnline()
    return {
      state: 'failed',
      message: isOffline ? m.receipts_offline() : message || browserMessages().receipt_not_uploaded,
      canRetry: !refusals.includes(code),
    }
  }

  #replace(upload: ReceiptUpload): void {
    this.#set(this.#uploads.map((other) => (other.id === upload.id ? upload : other)))
  }

  #set(uploads: readonly ReceiptUpload[]): void {
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }
}
