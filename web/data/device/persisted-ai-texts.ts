import { clear, get, set } from 'idb-keyval'
import { diskStore, onDisk } from './on-disk.ts'

/** A text and when it was made (milliseconds since 1970). */
export interface AiText {
  text: string
  at: number
}

/*
 * The AI texts that were made on this device, so that they can be read without a network. They go with the sign-out.
 * Failure: where the disk cannot be used nothing is kept; that is logged.
 */

const WHAT = 'The AI texts'
const store = diskStore('wayfare-ai', 'texts')

export const findAiText = (key: string) => onDisk(WHAT, () => get<AiText>(key, store))
export const persistAiText = (key: string, made: AiText) => onDisk(WHAT, () => set(key, made, store))
export const dropAllAiTexts = () => onDisk(WHAT, () => clear(store))
