import { clear, del, get, set, type UseStore } from 'idb-keyval'
import type { PageEvents } from '../page-events.ts'
import { diskStore, onDisk } from './on-disk.ts'

export interface AiText {
  text: string
  /** The place or the flight that it is about. Texts of earlier versions don’t say. */
  subject?: string
  /** The sentence that says so, with the dates. */
  about?: string
  /** When it was generated (milliseconds since 1970). */
  at: number
}

/*
 * The AI texts generated on this device, for reading them offline. A sign-out removes them.
 * Failure: if the disk cannot be used, nothing is stored and the failure is reported to the console.
 */

const WHAT = 'The stored AI texts'

export class PersistedAiTexts {
  readonly #store: UseStore

  constructor(page: PageEvents) {
    this.#store = diskStore(page, 'wayfare-ai', 'texts')
  }

  find = (key: string) => onDisk(WHAT, () => get<AiText>(key, this.#store))
  persist = (key: string, made: AiText) => onDisk(WHAT, () => set(key, made, this.#store))
  drop = (key: string) => onDisk(WHAT, () => del(key, this.#store))
  dropAll = () => onDisk(WHAT, () => clear(this.#store))
}
