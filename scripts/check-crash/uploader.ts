import { randomUUID } from 'node:crypto'
import { documentPath, uploadPath } from '#domain/api/documents.ts'
import { receiptUploadPath } from '#domain/api/receipts.ts'
import { MAX_UNLISTED_RECEIPTS } from '#domain/receipts.ts'
import type { Trip } from '#domain/trip.ts'
import { buildFile } from '#server/testing/document-files.ts'
import type { Random } from '../bench-together/random.ts'
import { type Caller, NO_ANSWER } from './caller.ts'

const LARGEST = 100_000

interface Mutation {
  do: 'upload' | 'add receipt' | 'delete'
  id: string
}

/**
 * A client that uploads and deletes its own documents, and uploads receipts, one at a time. Records what was
 * acknowledged.
 */
export class Uploader {
  readonly trip: Trip
  /** The bytes sent under each id, whether or not the upload was acknowledged. */
  readonly files = new Map<string, Buffer<ArrayBuffer>>()
  /** The ids of acknowledged uploads that were not deleted, and of acknowledged deletions. */
  readonly stored = new Set<string>()
  readonly deleted = new Set<string>()
  unanswered: Mutation | undefined
  acknowledged = 0
  readonly #caller: Caller
  readonly #random: Random
  /** The ids of receipts, which cannot be deleted. */
  readonly #receipts = new Set<string>()

  constructor(trip: Trip, caller: Caller, random: Random) {
    this.trip = trip
    this.#caller = caller
    this.#random = random
  }

  /** Sends the unanswered request, or else a new one. Returns whether it was acknowledged. */
  async send(): Promise<boolean> {
    this.unanswered ??= this.#next()
    const mutation = this.unanswered
    if ((await this.#ask(mutation)) === NO_ANSWER) return false
    this.unanswered = undefined
    this.acknowledged += 1
    if (mutation.do === 'delete') {
      this.stored.delete(mutation.id)
      this.deleted.add(mutation.id)
    } else this.stored.add(mutation.id)
    return true
  }

  #ask({ do: what, id }: Mutation): Promise<unknown> {
    if (what === 'delete') return this.#caller.request('DELETE', documentPath(this.trip.id, id))
    const bytes = this.files.get(id) as Buffer<ArrayBuffer>
    const pathFor = what === 'upload' ? uploadPath : receiptUploadPath
    return this.#caller.request('PUT', pathFor(this.trip.id, id, `${id}.pdf`), { bytes })
  }

  #next(): Mutation {
    const old = this.#random.pick([...this.stored].filter((id) => !this.#receipts.has(id)))
    if (old !== undefined && this.#random.chance(0.4)) return { do: 'delete', id: old }
    const id = randomUUID()
    const bytes = buildFile('pdf', Math.floor(this.#random.between(200, LARGEST)))
    // Makes the bytes unique.
    bytes.write(id, 20)
    this.files.set(id, bytes)
    // No expense lists them.
    if (this.#receipts.size >= MAX_UNLISTED_RECEIPTS || !this.#random.chance(0.25)) return { do: 'upload', id }
    this.#receipts.add(id)
    return { do: 'add receipt', id }
  }
}
