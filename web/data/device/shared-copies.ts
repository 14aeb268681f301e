import { clear, del, get, set } from 'idb-keyval'
import type { TripAnswer } from '#domain/api/trips.ts'
import { diskStore, onDisk } from './on-disk.ts'

/*
 * Shared trips that were opened on this device, so that they open again without a network.
 * Invariants: a copy belongs to the person and the link with which it was opened, and goes with the sign-out.
 * Failure: where the disk cannot be used nothing is kept; that is logged.
 */

/** A shared trip as it was at a time (milliseconds since 1970). */
export interface SharedCopy {
  answer: TripAnswer
  at: number
}

const WHAT = 'The copies of shared trips'
const store = diskStore('wayfare-shared', 'trips')

export const persistShared = (key: string, copy: SharedCopy) => onDisk(WHAT, () => set(key, copy, store))
export const findShared = (key: string) => onDisk(WHAT, () => get<SharedCopy>(key, store))
export const dropShared = (key: string) => onDisk(WHAT, () => del(key, store))
export const dropAllShared = () => onDisk(WHAT, () => clear(store))
