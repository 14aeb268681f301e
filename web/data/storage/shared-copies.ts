import { clear, del, get, set } from 'idb-keyval'
import type { TripAnswer } from '#domain/api/trips.ts'
import { diskStore, onDisk } from './on-disk.ts'

/*
 * Shared trips that were opened on this device, for opening them again offline.
 * Invariants: a copy belongs to the user and the link that opened it; a sign-out removes it.
 * Failure: if the disk cannot be used, nothing is stored and the failure is reported to the console.
 */

export interface SharedCopy {
  answer: TripAnswer
  /** When the server sent it (milliseconds since 1970). */
  at: number
}

const WHAT = 'The copies of shared trips'
const store = diskStore('wayfare-shared', 'trips')

export const persistShared = (key: string, copy: SharedCopy) => onDisk(WHAT, () => set(key, copy, store))
export const findShared = (key: string) => onDisk(WHAT, () => get<SharedCopy>(key, store))
export const dropShared = (key: string) => onDisk(WHAT, () => del(key, store))
export const dropAllShared = () => onDisk(WHAT, () => clear(store))
