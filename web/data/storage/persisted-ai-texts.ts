import { clear, get, set } from 'idb-keyval'
import { diskStore, onDisk } from './on-disk.ts'

export interface AiText {
  text: string
  /** When it was generated (milliseconds since 1970). */
  at: number
}

/*
 * The AI texts generated on this device, for reading them offline. A sign-out removes them.
 * Failure: if the disk cannot be used, nothing is stored and the failure is reported to the console.
 */

const WHAT = 'The AI texts'
const store = diskStore('wayfare-ai', 'texts')

export const findAiText = (key: string) => onDisk(WHAT, () => get<AiText>(key, store))
export const persistAiText = (key: string, made: AiText) => onDisk(WHAT, () => set(key, made, store))
export const dropAllAiTexts = () => onDisk(WHAT, () => clear(store))
