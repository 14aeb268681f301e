import { clear, del, get, set, type UseStore } from 'idb-keyval'
import type { TripResponse } from '#domain/api/trips.ts'
import type { PageEvents } from '../page-events.ts'
import { diskStore, onDisk } from './on-disk.ts'

/*
 * Shared trips that were opened on this device, for opening them again offline.
 * Invariants: a copy belongs to the user and the link that opened it; a sign-out removes it.
 * Failure: if the disk cannot be used, nothing is stored and the failure is reported to the console.
 */

export interface SharedCopy {
  answer: TripResponse
  /** When the server sent it (milliseconds since 1970). */
  at: number
}

const WHAT = 'The stored copies of shared trips'

export class SharedCopies {
  readonly #store: UseStore

  constructor(page: PageEvents) {
    this.#store = diskStore(page, 'wayfare-shared', 'trips')
  }

  persist = (key: string, copy: SharedCopy) => onDisk(WHAT, () => set(key, copy, this.#store))
  find = (key: string) => onDisk(WHAT, () => get<SharedCopy>(key, this.#store))
  drop = (key: string) => onDisk(WHAT, () => del(key, this.#store))
  dropAll = () => onDisk(WHAT, () => clear(this.#store))
}
