import { clear, del, delMany, get, getMany, keys, set, setMany, type UseStore, update } from 'idb-keyval'
import { type SectionResponse, type TripResponse, tripListResponse, tripResponse } from '#domain/api/trips.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { withDefaults } from '#domain/operations/defaults.ts'
import { forms } from '#domain/plan/forms.ts'
import { type CommonSectionName, commonSectionNames, plan, type SectionName } from '#domain/plan/index.ts'
import type { Trip, TripCard } from '#domain/trip.ts'
import type { PageEvents } from '../page-events.ts'
import { diskStore, onDisk } from './on-disk.ts'
import { dropDocument } from './persisted-documents.ts'

/*
 * The trips that were opened on this device, as the server last sent them.
 * Job: a trip that was opened before opens at once, online or offline. Pending operations are stored separately (sync/)
 *   and replayed over it.
 * Invariants: a copy belongs to a user; a section's copy has the newest version that this browser knows; all copies
 *   are removed when nobody, or somebody else, is signed in.
 * Failure: if the disk cannot be used, trips open only from the server, and the failure is reported to the console.
 */

const WHAT = 'The stored trips'
/** Counts from when the server last confirmed the trip. Pending operations have no maximum age. */
const MAX_AGE_MS = 60 * 24 * 60 * 60_000
/** Suffix of the key whose value is the time of that confirmation. */
const CONFIRMED = ' confirmed'
/** Suffix of the key whose value is the private section. */
const PRIVATE = ' private'

export class PersistedTrips {
  readonly #store: UseStore

  constructor(page: PageEvents) {
    this.#store = diskStore(page, 'wayfare-trips', 'trips')
  }

  /** Stores the named sections of an answer. A section that the server could not load keeps its earlier copy. */
  async persist(
    userId: string,
    { trip, sections, documents }: TripResponse,
    names: readonly CommonSectionName[],
  ): Promise<void> {
    if (!trip) return
    const parts = names.flatMap((name): [string, unknown][] =>
      'value' in sections[name] ? [[sectionKey(userId, trip.id, name), sections[name]]] : [],
    )
    const confirmed: [string, unknown] = [confirmedKey(userId, trip.id), Date.now()]
    const entries: [string, unknown][] = [[tripKey(userId, trip.id), trip], confirmed, ...parts]
    if (Array.isArray(documents)) entries.push([documentsKey(userId, trip.id), documents])
    await onDisk(WHAT, () => setMany(entries, this.#store))
  }

  /** Stores one section, unless another tab has stored a newer version. */
  async persistSection<Name extends SectionName>(
    userId: string,
    tripId: string,
    name: Name,
    current: SectionResponse<Name>,
  ): Promise<void> {
    const newest = (stored: SectionResponse<Name> | undefined) =>
      stored && stored.version > current.version ? stored : current
    await onDisk(WHAT, () => update(sectionKey(userId, tripId, name), newest, this.#store))
  }

  async findSection<Name extends SectionName>(
    userId: string,
    tripId: string,
    name: Name,
  ): Promise<SectionResponse<Name> | undefined> {
    const current: SectionResponse<Name> | undefined = await onDisk(WHAT, () =>
      get(sectionKey(userId, tripId, name), this.#store),
    )
    return current && { ...current, value: withDefaults(forms[name], current.value) }
  }

  /** Returns the ids of the persisted trips. */
  async list(userId: string): Promise<string[]> {
    return (await onDisk(WHAT, () => this.#listTrips(userId, CONFIRMED))) ?? []
  }

  /** Removes trips that the server has not confirmed for MAX_AGE_MS: they may no longer exist. */
  async dropOld(userId: string): Promise<void> {
    await onDisk(WHAT, async () => {
      for (const tripId of await this.#listTrips(userId, CONFIRMED)) await this.#dropIfOld(userId, tripId)
    })
  }

  async #dropIfOld(userId: string, tripId: string): Promise<void> {
    const confirmed = await get<number>(confirmedKey(userId, tripId), this.#store)
    if (isOld(confirmed)) await this.dropTrip(userId, tripId)
  }

  async dropPrivate(userId: string, tripId: string): Promise<void> {
    await onDisk(WHAT, () => del(sectionKey(userId, tripId, 'private'), this.#store))
  }

  /** Removes the private section of every trip for which `isAllowed` returns false. */
  async dropPrivateUnless(userId: string, isAllowed: (tripId: string) => boolean): Promise<void> {
    await onDisk(WHAT, async () => {
      for (const tripId of await this.#listTrips(userId, PRIVATE))
        if (!isAllowed(tripId)) await this.dropPrivate(userId, tripId)
    })
  }

  /** Returns the ids of the trips that have a key with this suffix. */
  async #listTrips(userId: string, suffix: string): Promise<string[]> {
    const all = await keys<string>(this.#store)
    return all
      .filter((key) => key.startsWith(`${userId} `) && key.endsWith(suffix))
      .map((key) => key.split(' ')[1] ?? '')
  }

  /** Stores the document list, and removes the files of deleted documents. */
  async persistDocuments(
    userId: string,
    tripId: string,
    list: readonly TravelDocument[],
    deleted: readonly TravelDocument[],
  ): Promise<void> {
    await onDisk(WHAT, async () => {
      await set(documentsKey(userId, tripId), list, this.#store)
      for (const { file_url } of deleted) await dropDocument(file_url)
    })
  }

  /** Removes a trip that the server no longer returns, including its document files. */
  async dropTrip(userId: string, tripId: string): Promise<void> {
    await onDisk(WHAT, async () => {
      await delMany(
        [...keysOf(userId, tripId), sectionKey(userId, tripId, 'private'), confirmedKey(userId, tripId)],
        this.#store,
      )
      await (await import('./persisted-files.ts')).dropFilesOf(tripId)
    })
  }

  /** Returns undefined for a trip that is too old. Returns a section in another format as one that failed to load. */
  async find(userId: string, tripId: string): Promise<TripResponse | undefined> {
    const keys = [confirmedKey(userId, tripId), ...keysOf(userId, tripId)]
    const stored = await onDisk(WHAT, () => getMany<unknown>(keys, this.#store))
    const [confirmed, trip, documents = [], ...sections] = stored ?? []
    if (!trip) return undefined
    if (isOld(confirmed as number | undefined)) {
      // Checks the age again, because a new answer may have been stored since the read.
      await onDisk(WHAT, () => this.#dropIfOld(userId, tripId))
      return undefined
    }
    const parts = commonSectionNames.map((name, at) => [name, sections[at] ?? missing(name)] as const)
    const parse = (known: typeof parts) =>
      tripResponse.safeParse({ trip: trip as Trip, sections: Object.fromEntries(known), documents }).data
    // Validates sections one by one only if the whole is invalid: parsing a large plan is slow.
    return parse(parts) ?? parse(parts.map(([name, part]) => [name, hasForm(name, part) ? part : missing(name)]))
  }

  async persistList(userId: string, trips: TripCard[]): Promise<void> {
    await onDisk(WHAT, () => set(listKey(userId), trips, this.#store))
  }

  async findList(userId: string): Promise<TripCard[] | undefined> {
    const stored = await onDisk(WHAT, () => get<unknown>(listKey(userId), this.#store))
    // Lists stored by older app versions lack these fields.
    const list = tripListResponse.safeParse({
      trips: Array.isArray(stored) && stored.map((trip) => ({ is_archived: false, deleted_at: null, ...trip })),
    })
    return list.success ? list.data.trips : undefined
  }

  /** Removes the copies of everybody. */
  async drop(): Promise<void> {
    await onDisk(WHAT, () => clear(this.#store))
  }
}

/** @param confirmed when the server last confirmed the trip (milliseconds since 1970) */
const isOld = (confirmed = 0): boolean => confirmed < Date.now() - MAX_AGE_MS

const listKey = (userId: string) => `${userId} list`
const tripKey = (userId: string, tripId: string) => `${userId} ${tripId}`
const confirmedKey = (userId: string, tripId: string) => `${userId} ${tripId}${CONFIRMED}`
const documentsKey = (userId: string, tripId: string) => `${userId} ${tripId} documents`
const sectionKey = (userId: string, tripId: string, name: SectionName) => `${userId} ${tripId} ${name}`

export const isPrivateKey = (key: string): boolean => key.endsWith(PRIVATE)

/** The keys of a trip, its documents and its common sections, in that order. */
const keysOf = (userId: string, tripId: string) => [
  tripKey(userId, tripId),
  documentsKey(userId, tripId),
  ...commonSectionNames.map((name) => sectionKey(userId, tripId, name)),
]

function hasForm(name: CommonSectionName, part: unknown): boolean {
  return tripResponse.shape.sections.shape[name].safeParse(part).success
}

function missing(name: CommonSectionName) {
  const { code, message } = new AppError('data_not_loaded', plan[name].failures().load)
  return { error: { code, message } }
}
