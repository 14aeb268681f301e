import type { UseStore } from 'idb-keyval'
import { type SectionName, sectionNames } from '#domain/plan/index.ts'
import { findLeftEdits, forgetLeftEdits, isLeftBy, leaveEdit, leftPlaceOf, listLeftPlaces } from './left-edits.ts'
import { logFailure } from './log.ts'
import { newId } from './new-id.ts'
import { diskStore, onDisk, soon } from './on-disk.ts'
import type { FoundEdit, LeftEdit, OutboxRecord, SectionOutbox } from './pending-edit.ts'
import { openTabChannel } from './tab-channel.ts'
import { isUnderstood } from './understood-edit.ts'

/*
 * The edits that the server does not have yet, on this device's disk: one outbox for all tabs.
 * Job: what was typed outlives a reload, a crash of the tab, a failed save, and a sign-out by inactivity, and waits for the
 *   same person; whichever tab is open shows it and brings it to the server. left-edits.ts has what a page that goes away can
 *   put here no more.
 * Invariants: there is one edit per person, trip and section; it is replaced only by somebody who knows it, so that of two
 *   tabs that type at once neither overwrites the other; one tab sends at a time, and tells the others what became of it.
 * Failure: where the disk cannot be used (some private windows) edits live in the page alone; that is logged. An edit whose
 *   form this version of the app does not know is set aside, not sent and not removed. Plain-http addresses have no locks:
 *   two tabs there may send the same save twice, which harms nothing.
 */

export interface Place {
  person: string
  tripId: string
  section: SectionName
}

/** What tabs tell each other: where they have put something, or that they have come, are there, and go. */
type Told = { place: Place } | { tab: string; is: 'new' | 'here' | 'gone' }

const NAME = 'wayfare-outbox'
const WHAT = 'Edits could not be kept on this device'
/**
 * A tab that sleeps, or whose request has no answer, may hold its turn for long. To send the same twice harms nothing; and over
 * what another tab sends nobody sends anything, with a turn or without: the record tells both (decision 19).
 */
const TURN_WITHIN_MS = 5000

export class Outbox {
  readonly #store: UseStore = diskStore(NAME, 'edits')
  readonly #channel = openTabChannel(NAME)
  /** Whether an edit could not be kept: it lives in the page alone. */
  hasFailed = false

  readonly #tab = newId()
  /** The other tabs of this browser. One that was killed stays in the list, which only makes this one more careful. */
  readonly #others = new Set<string>()
  #isLeft = false
  /** Where this page has left an edit. */
  readonly #leftAt = new Set<string>()
  #listener: (place: Place) => void = () => {}
  #onHandedOver: (place: Place) => void = () => {}

  constructor() {
    this.#channel.onmessage = ({ data }: MessageEvent<Told>) => this.#hear(data)
    this.#tell({ tab: this.#tab, is: 'new' })
    addEventListener('pagehide', () => this.#leave())
    // A page that comes back from where the browser keeps those that were left.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#return())
    addEventListener('storage', (event) => {
      const place = leftPlaceOf(event)
      if (place) this.#listener(placeOf(place))
    })
  }

  /** Calls `listener` when another tab has put or left something here. */
  onNews(listener: (place: Place) => void): void {
    this.#listener = listener
  }

  /** Calls `listener` when this page is there again, and another one has taken over what it had left. */
  onHandedOver(listener: (place: Place) => void): void {
    this.#onHandedOver = listener
  }

  #leave(): void {
    this.#isLeft = true
    this.#tell({ tab: this.#tab, is: 'gone' })
  }

  #return(): void {
    this.#isLeft = false
    const handedOver = [...this.#leftAt].filter((place) => !isLeftBy(place, this.#tab))
    this.#leftAt.clear()
    forgetLeftEdits(this.#tab)
    for (const place of handedOver) this.#onHandedOver(placeOf(place))
    this.#tell({ tab: this.#tab, is: 'new' })
  }

  #tell(told: Told): void {
    this.#channel.postMessage(told)
  }

  #hear(told: Told): void {
    if ('place' in told) this.#listener(told.place)
    else if (told.is === 'gone') this.#others.delete(told.tab)
    else {
      this.#others.add(told.tab)
      // The next page of this tab may ask while this one ends.
      if (told.is === 'new' && !this.#isLeft) this.#tell({ tab: this.#tab, is: 'here' })
    }
  }

  /** What waits of a person in a trip, by section; of what was only left, that there is something. */
  async find(person: string, tripId: string): Promise<Map<SectionName, OutboxRecord<SectionName>>> {
    const found = new Map<SectionName, OutboxRecord<SectionName>>()
    const records = await this.#read(sectionNames.map((section) => ({ person, tripId, section })))
    for (const [i, record] of (records ?? []).entries()) {
      const section = sectionNames[i]
      if (section && record.edit) found.set(section, record)
    }
    for (const section of sectionNames) {
      const isLeft = this.#findLeft({ person, tripId, section }).length > 0
      if (isLeft && !found.has(section)) found.set(section, { revision: undefined, edit: undefined })
    }
    return found
  }

  /** The trips of which something of a person waits, or was left. */
  async findTrips(person: string): Promise<string[]> {
    const keys = await soon(onDisk('The edits kept', () => this.#store('readonly', (edits) => result(edits.getAllKeys()))))
    const places = [...(keys ?? []).map(String), ...listLeftPlaces()].filter((place) => place.startsWith(`${person} `))
    return [...new Set(places.map((place) => placeOf(place).tripId))]
  }

  /** The outbox of one section. */
  of(place: Place): SectionOutbox<SectionName> {
    return {
      put: (make, known) => this.#put(place, make, known),
      read: async () => (await this.#read([place]))?.[0],
      sendAlone,
      isShared: () => this.#others.size > 0,
      leave: (edit) => this.#leaveEdit(keyOf(place), edit),
      findLeft: () => this.#findLeft(place),
    }

    async function sendAlone(send: () => Promise<void>): Promise<void> {
      if (!navigator.locks) return send()
      let hasTurn = false
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(), TURN_WITHIN_MS)
      await navigator.locks
        .request(`${NAME} ${keyOf(place)}`, { signal: waiting.signal }, () => {
          hasTurn = true
          clearTimeout(timer)
          return send()
        })
        .catch((failure) => {
          if (hasTurn) throw failure
          return send()
        })
    }
  }

  #leaveEdit(place: string, edit: LeftEdit<SectionName>): void {
    leaveEdit(place, this.#tab, edit)
    if (isLeftBy(place, this.#tab)) this.#leftAt.add(place)
  }

  #findLeft(place: Place): FoundEdit<SectionName>[] {
    return findLeftEdits(keyOf(place), place.section, this.#tab)
  }

  async #put(place: Place, make: () => OutboxRecord<SectionName>, known: string | undefined) {
    const key = keyOf(place)
    try {
      let answer = await this.#store('readwrite', (edits) => replace(edits, key, make, known))
      if (!answer.isPut && (await this.#isSetAside(place, answer)))
        answer = await this.#store('readwrite', (edits) => replace(edits, key, make, undefined))
      if (answer.isPut) this.#tell({ place })
      return answer
    } catch (failure) {
      this.hasFailed = true
      logFailure(WHAT, failure)
      return undefined
    }
  }

  async #read(places: Place[]): Promise<OutboxRecord<SectionName>[] | undefined> {
    try {
      const records = await this.#store('readonly', (edits) =>
        Promise.all(
          places.map(async (place) => {
            const key = keyOf(place)
            const [revision, edit] = await Promise.all([result(edits.get(revisionOf(key))), result(edits.get(key))])
            return { place, record: { revision, edit } }
          }),
        ),
      )
      const none = { revision: undefined, edit: undefined }
      return await Promise.all(records.map(async ({ place, record }) => ((await this.#isSetAside(place, record)) ? none : record)))
    } catch (failure) {
      logFailure('The edits kept on this device could not be read', failure)
      return undefined
    }
  }

  /** Puts an edit aside whose form this version of the app does not know. Answers whether it did. */
  async #isSetAside(place: Place, { edit }: OutboxRecord<SectionName>): Promise<boolean> {
    if (!edit || isUnderstood(place.section, edit)) return false
    const key = keyOf(place)
    logFailure('An edit that was kept on this device has the form of another version of the app, and stays there', key)
    await this.#store('readwrite', async (edits) => {
      edits.put(edit, `aside ${newId()} ${key}`)
      edits.delete(key)
      await result(edits.delete(revisionOf(key)))
    })
    return true
  }
}

/** Puts a record in the place of the state `known`, in one transaction; answers what stands there afterwards. */
function replace(
  edits: IDBObjectStore,
  key: string,
  make: () => OutboxRecord<SectionName>,
  known: string | undefined,
): Promise<OutboxRecord<SectionName> & { isPut: boolean }> {
  return new Promise((resolve, reject) => {
    let answer: OutboxRecord<SectionName> & { isPut: boolean }
    const { transaction } = edits
    transaction.oncomplete = () => resolve(answer)
    transaction.onabort = () => reject(transaction.error)
    const asked = edits.get(revisionOf(key))
    asked.onsuccess = () => {
      if (asked.result !== known) {
        answer = { isPut: false, revision: asked.result, edit: undefined }
        const found = edits.get(key)
        found.onsuccess = () => {
          answer.edit = found.result
        }
      } else {
        const record = make()
        answer = { isPut: true, ...record }
        if (record.edit) edits.put(record.edit, key)
        else edits.delete(key)
        if (record.revision) edits.put(record.revision, revisionOf(key))
        else edits.delete(revisionOf(key))
      }
    }
  })
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const keyOf = ({ person, tripId, section }: Place) => `${person} ${tripId} ${section}`
const placeOf = (key: string) => {
  const [person = '', tripId = '', section] = key.split(' ')
  return { person, tripId, section: section as SectionName }
}
const revisionOf = (key: string) => `revision ${key}`
