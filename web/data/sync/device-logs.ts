import { diskStore, onDisk, withTimeout } from '../device/on-disk.ts'
import { openTabChannel } from '../device/tab-channel.ts'
import { logFailure } from '../log.ts'
import { newId } from '../new-id.ts'
import type { LogStorage } from './log-storage.ts'
import type { PendingOperation } from './pending-operations.ts'
import { isUnderstood } from './understood.ts'
import {
  findJournals,
  hasJournal,
  journalPlaceOf,
  listJournalPlaces,
  removeJournal,
  writeJournal,
} from './unload-journal.ts'

/*
 * The logs on this device's disk: one per person and trip, for all tabs.
 * Job: what was done outlives a reload, a crash of the tab, a failed save, and a sign-out by inactivity, and waits for the same
 *   person; whichever tab is open shows it and brings it to the server. unload-journal.ts has what a page that goes away can put
 *   here no more.
 * Invariants: a log is changed in one transaction, so that of two tabs that type at once neither overwrites the other; one tab
 *   sends at a time, and tells the others what became of it.
 * Failure: where the disk cannot be used (some private windows) what was done lives in the page alone; that is logged. What has a
 *   form that this version of the app does not know is set aside, not sent and not removed. Plain-http addresses have no locks:
 *   two tabs there may send the same twice, which harms nothing.
 */

export interface Place {
  person: string
  tripId: string
}

/** What tabs tell each other: of which log they have changed something, or that they have come, are there, and go. */
type ChangeDescription = { place: Place } | { tab: string; is: 'new' | 'here' | 'gone' }

const NAME = 'wayfare-log'
/** A tab that sleeps, or whose request has no answer, may hold its turn for long. To send the same twice harms nothing (decision 19). */
const TURN_WITHIN_MS = 5000

export class DeviceLogs {
  readonly #store = diskStore(NAME, 'logs')
  readonly #channel = openTabChannel(NAME)
  readonly #tab = newId()
  /** The other tabs of this browser. One that was killed stays in the list, which only makes this one more careful. */
  readonly #others = new Set<string>()
  #isLeft = false
  /** Where this page has left something. */
  readonly #leftAt = new Set<string>()
  #onNews: (place: Place) => void = () => {}
  #onHandedOver: (place: Place) => void = () => {}

  constructor() {
    this.#channel.onmessage = ({ data }: MessageEvent<ChangeDescription>) => this.#hear(data)
    this.#tell({ tab: this.#tab, is: 'new' })
    addEventListener('pagehide', () => this.#leave())
    // A page that comes back from where the browser keeps those that were left.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#return())
    addEventListener('storage', (event) => {
      const place = journalPlaceOf(event)
      if (place) this.#onNews(placeOf(place))
    })
  }

  /** Calls `listener` when another tab has changed or left something. */
  onNews(listener: (place: Place) => void): void {
    this.#onNews = listener
  }

  /** Calls `listener` when this page is there again, and another one has taken over what it had left. */
  onHandedOver(listener: (place: Place) => void): void {
    this.#onHandedOver = listener
  }

  /** The trips of which something of a person waits, or was left. */
  async findTrips(person: string): Promise<string[]> {
    const keys = await withTimeout(
      onDisk('The edits kept', () => this.#store('readonly', (logs) => result(logs.getAllKeys()))),
    )
    const places = [...(keys ?? []).map(String), ...listJournalPlaces()].filter((place) =>
      place.startsWith(`${person} `),
    )
    return [...new Set(places.map((place) => placeOf(place).tripId))]
  }

  /** The log of one person in one trip. */
  of(place: Place): LogStorage {
    const key = keyOf(place)
    return {
      tab: this.#tab,
      update: (change) => this.#update(place, change),
      read: () => this.#read(key),
      sendAlone: (send) => sendAlone(key, send),
      isShared: () => this.#others.size > 0,
      writeJournal: (left) => {
        writeJournal(key, this.#tab, left)
        if (hasJournal(key, this.#tab)) this.#leftAt.add(key)
      },
      writeJournalForLater: (left) => writeJournal(key, newId(), left),
      findJournals: () => findJournals(key, this.#tab),
    }
  }

  #leave(): void {
    this.#isLeft = true
    this.#tell({ tab: this.#tab, is: 'gone' })
  }

  #return(): void {
    this.#isLeft = false
    const handedOver = [...this.#leftAt].filter((place) => !hasJournal(place, this.#tab))
    this.#leftAt.clear()
    removeJournal(this.#tab)
    for (const place of handedOver) this.#onHandedOver(placeOf(place))
    this.#tell({ tab: this.#tab, is: 'new' })
  }

  #tell(told: ChangeDescription): void {
    this.#channel.postMessage(told)
  }

  #hear(told: ChangeDescription): void {
    if ('place' in told) this.#onNews(told.place)
    else if (told.is === 'gone') this.#others.delete(told.tab)
    else {
      this.#others.add(told.tab)
      // The next page of this tab may ask while this one ends.
      if (told.is === 'new' && !this.#isLeft) this.#tell({ tab: this.#tab, is: 'here' })
    }
  }

  async #update(
    place: Place,
    change: (log: readonly PendingOperation[]) => readonly PendingOperation[],
  ): Promise<readonly PendingOperation[] | undefined> {
    try {
      const { log, isChanged } = await this.#store('readwrite', (logs) => replace(logs, keyOf(place), change))
      if (isChanged) this.#tell({ place })
      return log
    } catch (failure) {
      logFailure('Edits could not be kept on this device', failure)
      return undefined
    }
  }

  async #read(key: string): Promise<readonly PendingOperation[] | undefined> {
    try {
      const kept = await this.#store('readonly', (logs) => result<unknown[] | undefined>(logs.get(key)))
      return (kept ?? []).filter(isUnderstood)
    } catch (failure) {
      logFailure('The edits kept on this device could not be read', failure)
      return undefined
    }
  }
}

/** Runs `send` when it is this tab's turn, or after a while without. */
async function sendAlone(key: string, send: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return send()
  let hasTurn = false
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), TURN_WITHIN_MS)
  await navigator.locks
    .request(`${NAME} ${key}`, { signal: waiting.signal }, () => {
      hasTurn = true
      clearTimeout(timer)
      return send()
    })
    .catch((failure) => {
      if (hasTurn) throw failure
      return send()
    })
}

/** Changes a log in one transaction. What is not understood is put beside it first. */
function replace(
  logs: IDBObjectStore,
  key: string,
  change: (log: readonly PendingOperation[]) => readonly PendingOperation[],
): Promise<{ log: readonly PendingOperation[]; isChanged: boolean }> {
  return new Promise((resolve, reject) => {
    let answer: { log: readonly PendingOperation[]; isChanged: boolean }
    const { transaction } = logs
    transaction.oncomplete = () => resolve(answer)
    transaction.onabort = () => reject(transaction.error)
    const asked = logs.get(key)
    asked.onsuccess = () => {
      const kept: unknown[] = asked.result ?? []
      const before = kept.filter(isUnderstood)
      if (before.length < kept.length) {
        logFailure(
          'An edit that was kept on this device has the form of another version of the app, and stays there',
          key,
        )
        logs.put(
          kept.filter((entry) => !isUnderstood(entry)),
          `aside ${newId()} ${key}`,
        )
      }
      const log = change(before)
      const isChanged = log.length !== kept.length || log.some((entry, at) => entry !== before[at])
      answer = { log, isChanged }
      if (!isChanged) return
      if (log.length > 0) logs.put(log, key)
      else logs.delete(key)
    }
  })
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const keyOf = ({ person, tripId }: Place) => `${person} ${tripId}`
const placeOf = (key: string) => {
  const [person = '', tripId = ''] = key.split(' ')
  return { person, tripId }
}
