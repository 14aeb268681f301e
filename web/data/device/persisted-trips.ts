import { clear, del, delMany, get, getMany, keys, set, setMany, update } from 'idb-keyval'
import { type SectionAnswer, type TripAnswer, tripAnswer, tripListAnswer } from '#domain/api/trips.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { type CommonName, commonNames, plan, type SectionName } from '#domain/plan/index.ts'
import type { Trip, TripCard } from '#domain/trip.ts'
import { diskStore, onDisk } from './on-disk.ts'
import { dropDocument } from './persisted-documents.ts'

/*
 * The trips that were opened on this device, as the server had them last.
 * Job: a trip that was opened once opens at once, with or without a network. What the server does not have yet is kept
 *   apart (sync/), and is replayed over this.
 * Invariants: a copy belongs to a person; a section's copy is of the newest version that this browser knows of; all copies
 *   go when nobody, or somebody else, is signed in.
 * Failure: where the disk cannot be used trips open from the server alone; that is logged.
 */

const WHAT = 'The trips kept'
/** So long after the server has last confirmed it a trip is kept; what waits for it is kept for ever. */
const MAX_AGE_MS = 60 * 24 * 60 * 60_000
/** When that was stands under the trip's key and this. */
const CONFIRMED = ' confirmed'
/** So the key ends under which stands what is private. */
const PRIVATE = ' private'

export class PersistedTrips {
  readonly #store = diskStore('wayfare-trips', 'trips')

  /** Keeps what an answer says of the named sections; a part that could not be loaded stays as it was kept before. */
  async persist(
    person: string,
    { trip, sections, documents }: TripAnswer,
    names: readonly CommonName[],
  ): Promise<void> {
    if (!trip) return
    const parts = names.flatMap((name): [string, unknown][] =>
      'value' in sections[name] ? [[sectionKey(person, trip.id, name), sections[name]]] : [],
    )
    const confirmed: [string, unknown] = [confirmedKey(person, trip.id), Date.now()]
    const entries: [string, unknown][] = [[tripKey(person, trip.id), trip], confirmed, ...parts]
    if (Array.isArray(documents)) entries.push([documentsKey(person, trip.id), documents])
    await onDisk(WHAT, () => setMany(entries, this.#store))
  }

  /** Keeps one section, unless another tab has kept a newer version of it. */
  async persistSection<Name extends SectionName>(
    person: string,
    tripId: string,
    name: Name,
    current: SectionAnswer<Name>,
  ): Promise<void> {
    const newest = (kept: SectionAnswer<Name> | undefined) => (kept && kept.version > current.version ? kept : current)
    await onDisk(WHAT, () => update(sectionKey(person, tripId, name), newest, this.#store))
  }

  /** A section as it is kept. */
  async findSection<Name extends SectionName>(
    person: string,
    tripId: string,
    name: Name,
  ): Promise<SectionAnswer<Name> | undefined> {
    return onDisk(WHAT, () => get(sectionKey(person, tripId, name), this.#store))
  }

  /** The trips that are kept, by their ids. */
  async list(person: string): Promise<string[]> {
    return (await onDisk(WHAT, () => this.#listTrips(person, CONFIRMED))) ?? []
  }

  /** Removes the trips that the server has not confirmed for so long that it may have them no more. */
  async dropOld(person: string): Promise<void> {
    await onDisk(WHAT, async () => {
      for (const tripId of await this.#listTrips(person, CONFIRMED)) await this.#dropIfOld(person, tripId)
    })
  }

  async #dropIfOld(person: string, tripId: string): Promise<void> {
    const confirmed = await get<number>(confirmedKey(person, tripId), this.#store)
    if (isOld(confirmed)) await this.dropTrip(person, tripId)
  }

  /** Removes what is private of a trip. */
  async dropPrivate(person: string, tripId: string): Promise<void> {
    await onDisk(WHAT, () => del(sectionKey(person, tripId, 'private'), this.#store))
  }

  /** Removes what is private of all trips for which it `may` not be kept any more. */
  async dropPrivateUnless(person: string, may: (tripId: string) => boolean): Promise<void> {
    await onDisk(WHAT, async () => {
      for (const tripId of await this.#listTrips(person, PRIVATE))
        if (!may(tripId)) await this.dropPrivate(person, tripId)
    })
  }

  /** The trips of which something is kept whose key ends so. */
  async #listTrips(person: string, end: string): Promise<string[]> {
    const all = await keys<string>(this.#store)
    return all.filter((key) => key.startsWith(`${person} `) && key.endsWith(end)).map((key) => key.split(' ')[1] ?? '')
  }

  /** Keeps the list of documents, and no longer the files of those that were deleted. */
  async persistDocuments(
    person: string,
    tripId: string,
    list: readonly TravelDocument[],
    deleted: readonly TravelDocument[],
  ): Promise<void> {
    await onDisk(WHAT, async () => {
      await set(documentsKey(person, tripId), list, this.#store)
      for (const { file_url } of deleted) await dropDocument(file_url)
    })
  }

  /** Removes a trip that the server no longer gives, and what is kept of its documents. */
  async dropTrip(person: string, tripId: string): Promise<void> {
    await onDisk(WHAT, async () => {
      await delMany(
        [...keysOf(person, tripId), sectionKey(person, tripId, 'private'), confirmedKey(person, tripId)],
        this.#store,
      )
      await (await import('./persisted-files.ts')).dropFilesOf(tripId)
    })
  }

  /**
   * A trip as it is kept; undefined where it is not, or is too old. A section that has another version's form is one that could not be
   * loaded.
   */
  async find(person: string, tripId: string): Promise<TripAnswer | undefined> {
    const places = [confirmedKey(person, tripId), ...keysOf(person, tripId)]
    const kept = await onDisk(WHAT, () => getMany<unknown>(places, this.#store))
    const [confirmed, trip, documents = [], ...sections] = kept ?? []
    if (!trip) return undefined
    if (isOld(confirmed as number | undefined)) {
      // Unless the server's answer was stored while this was read.
      await onDisk(WHAT, () => this.#dropIfOld(person, tripId))
      return undefined
    }
    const parts = commonNames.map((name, at) => [name, sections[at] ?? missing(name)] as const)
    const parse = (known: typeof parts) =>
      tripAnswer.safeParse({ trip: trip as Trip, sections: Object.fromEntries(known), documents }).data
    // Each by itself only where something is amiss: a large plan is parsed for long.
    return parse(parts) ?? parse(parts.map(([name, part]) => [name, hasForm(name, part) ? part : missing(name)]))
  }

  async persistList(person: string, trips: TripCard[]): Promise<void> {
    await onDisk(WHAT, () => set(listKey(person), trips, this.#store))
  }

  /** The trip list as it is kept. */
  async findList(person: string): Promise<TripCard[] | undefined> {
    const kept = await onDisk(WHAT, () => get<unknown>(listKey(person), this.#store))
    // An older app has kept nothing of what it did not know.
    const list = tripListAnswer.safeParse({
      trips: Array.isArray(kept) && kept.map((trip) => ({ is_archived: false, deleted_at: null, ...trip })),
    })
    return list.success ? list.data.trips : undefined
  }

  /** Removes all copies from the device. */
  async drop(): Promise<void> {
    await onDisk(WHAT, () => clear(this.#store))
  }
}

/** @param confirmed when the server last had the trip, in milliseconds */
const isOld = (confirmed = 0): boolean => confirmed < Date.now() - MAX_AGE_MS

const listKey = (person: string) => `${person} list`
const tripKey = (person: string, tripId: string) => `${person} ${tripId}`
const confirmedKey = (person: string, tripId: string) => `${person} ${tripId}${CONFIRMED}`
const documentsKey = (person: string, tripId: string) => `${person} ${tripId} documents`
const sectionKey = (person: string, tripId: string, name: SectionName) => `${person} ${tripId} ${name}`

/** Whether what stands under a key is private. */
export const isPrivateKey = (key: string): boolean => key.endsWith(PRIVATE)

/** What is kept of a trip's answer: itself, its documents, its sections in their order. */
const keysOf = (person: string, tripId: string) => [
  tripKey(person, tripId),
  documentsKey(person, tripId),
  ...commonNames.map((name) => sectionKey(person, tripId, name)),
]

function hasForm(name: CommonName, part: unknown): boolean {
  return tripAnswer.shape.sections.shape[name].safeParse(part).success
}

function missing(name: CommonName) {
  const { code, message } = new AppError('data_not_loaded', plan[name].failures.load)
  return { error: { code, message } }
}
