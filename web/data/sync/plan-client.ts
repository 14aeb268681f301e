import type { ChangeEvent, TripPart, VersionsEvent } from '#domain/api/events.ts'
import type { SectionResponse, TripResponse } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { type CommonSectionName, commonSectionNames, type SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import type { PlanTransport } from '../http/plan-transport.ts'
import { logFailure } from '../log.ts'
import { withTimeout } from '../storage/on-disk.ts'
import type { Device } from './device.ts'
import type { LogStorage } from './log-storage.ts'
import { type CreateDocumentStore, OpenDocuments } from './open-documents.ts'
import { OpenPlan, type PlanHost, type TripStorage } from './open-plan.ts'
import { OpenPrivate } from './open-private.ts'
import type { PendingOperation } from './pending-operations.ts'
import type { SectionStore } from './section-store.ts'

/** An opened trip, and why sections or the documents could not be loaded. */
export interface OpenTrip {
  trip: Trip | null
  failures: Partial<Record<SectionName | 'documents', string>>
  /** For people who manage the trip's people: how many wait to be confirmed. */
  claims?: number | undefined
}

/** The app's cache of trips, which its screens show. Without it, trips are fetched directly. */
export interface TripQueries {
  /** Fetches an open trip, by `PlanClient.open`. @throws AppError */
  refresh(tripId: string): Promise<void>
  /** Resolves when no request for the trip is under way. */
  whenIdle(tripId: string): Promise<void>
  /** Another user has changed how the trip is shared. */
  onShared(tripId: string): void
  /** The current user has new notices of a trip. */
  onNotices(tripId: string): void
}

interface PlanClientParts {
  transport: PlanTransport
  /** Persists edits for the user who is signed in. Without it they live in this page alone. */
  device?: Device | undefined
  queries?: TripQueries | undefined
}

/** An answer is persisted this long after it arrives, since showing it comes first. */
const PERSIST_AFTER_MS = 200

/** What `#receiveResponse` needs besides the answer. */
interface ResponseContext {
  userId: string | undefined
  /** The log on disk; undefined if the disk has not answered yet. */
  log: readonly PendingOperation[] | undefined
  /** The number of uploads and deletions of documents that had ended when the answer was requested. */
  changes?: number | undefined
}

/** The plans and documents of all open trips: the entry point of the engine. */
export class PlanClient implements PlanHost {
  readonly #transport: PlanTransport
  readonly #queries: TripQueries
  readonly #plans = new Map<string, OpenPlan>()
  /** The open trips, as the server last sent them. */
  readonly #trips = new Map<string, Trip>()
  readonly #documents: OpenDocuments
  readonly #device: Device | undefined
  /** The private sections of the open trips. */
  readonly private: OpenPrivate
  /** The user whose plans are open. */
  #userId: string | undefined
  /** How often plans were discarded at a sign-out. An answer requested in an earlier generation is dropped. */
  #generation = 0

  constructor({ transport, device, queries }: PlanClientParts) {
    this.#transport = transport
    this.#device = device
    this.#queries = queries ?? {
      refresh: async (tripId) => void (await this.open(tripId)),
      whenIdle: async () => {},
      onShared: () => {},
      onNotices: () => {},
    }
    this.#documents = new OpenDocuments(device)
    this.private = new OpenPrivate(this, transport, device)
    device?.logs.onLogChange(({ person: userId, tripId }) => {
      if (userId === this.#userId) void this.#plans.get(tripId)?.reloadLog()
    })
    device?.logs.onJournalAdopted(({ person: userId, tripId }) => {
      if (userId === this.#userId) void this.#plans.get(tripId)?.onJournalAdopted()
    })
  }

  /** Increases when the open plans are discarded. */
  get generation(): number {
    return this.#generation
  }

  /** Opens a trip, or brings an open one up to date, with one request. @throws AppError */
  async open(tripId: string): Promise<OpenTrip> {
    const changes = this.#documents.countChanges(tripId)
    const generation = this.#generation
    const askedBy = this.#device?.currentUserId()
    const answer = await this.#transport
      .fetchTrip(tripId)
      .catch(async (failure) => this.#rethrowForUser(await askedBy, failure))
    const userId = await this.#device?.currentUserId()
    // The user who requested it has signed out.
    if (this.#generation !== generation) throw new AppError('not_signed_in')
    const log = this.#findLog(userId, tripId)
    if (userId) setTimeout(() => void this.#persistResponse(userId, answer), PERSIST_AFTER_MS)
    const opened = this.#receiveResponse(tripId, answer, { userId, log: await log, changes })
    this.findPlan(tripId)?.takeUp()
    return opened
  }

  /** Opens a trip from disk, unless it is open already; undefined if it is not persisted. */
  async openPersisted(tripId: string): Promise<OpenTrip | undefined> {
    const userId = await this.#device?.currentUserId()
    if (!userId || this.isOpen(tripId)) return undefined
    const [answer, log] = await Promise.all([this.#device?.trips.find(userId, tripId), this.#findLog(userId, tripId)])
    // The server may have been faster than the disk.
    if (!answer || this.isOpen(tripId)) return undefined
    return this.#receiveResponse(tripId, answer, { userId, log })
  }

  isOpen(tripId: string): boolean {
    return this.find(tripId, 'details') !== undefined
  }

  findPlan(tripId: string): OpenPlan | undefined {
    return this.#plans.get(tripId)
  }

  find<Name extends SectionName>(tripId: string, name: Name): SectionStore<Name> | undefined {
    return this.#plans.get(tripId)?.find(name)
  }

  /** The documents of an open trip; undefined until they are loaded. `create` makes their store on first use. */
  findDocuments(tripId: string, create: CreateDocumentStore): DocumentStore | undefined {
    return this.#documents.find(tripId, create)
  }

  /** The version of a part that is known here; undefined if it is not loaded. */
  versionOf(tripId: string, part: SectionName | 'documents'): number | undefined {
    return part === 'documents' ? this.#documents.versionOf(tripId) : this.find(tripId, part)?.version
  }

  /** Applies a live event. Returns whether the section is up to date with it. */
  receiveChange(tripId: string, { part, version, effects, check }: ChangeEvent): boolean {
    if (part === 'documents' || part === 'trip' || version === null) return false
    return this.#plans.get(tripId)?.receiveChange(part, version, { effects, check }) ?? false
  }

  /** The sections of an answer that are at least as new as what is known here. */
  listNewest(tripId: string, { sections }: TripResponse): CommonSectionName[] {
    return commonSectionNames.filter((name) => {
      const section = sections[name]
      return 'version' in section && section.version >= (this.find(tripId, name)?.version ?? 0)
    })
  }

  /** Takes over a whole section of an open trip. Returns false if the trip is not open. */
  receiveSection<Name extends SectionName>(tripId: string, name: Name, part: SectionResponse<Name>): boolean {
    this.#plans.get(tripId)?.receive({ [name]: part })
    return this.#plans.has(tripId)
  }

  /** Takes over the current versions, which every event stream reports first. */
  receiveVersions(tripId: string, { versions }: Pick<VersionsEvent, 'versions'>): void {
    // Version 0 is empty, so there is nothing to fetch.
    if (versions['private'] === 0) this.private.receiveAndPersist(tripId, { version: 0, value: [] })
  }

  /** Whether a trip itself, apart from its sections, is known as the server reports it. True if it is not open. */
  isKnown(tripId: string, reported: Omit<VersionsEvent, 'versions'>): boolean {
    const trip = this.#trips.get(tripId)
    return !trip || JSON.stringify(tripStateOf(reported)) === JSON.stringify(tripStateOf(trip))
  }

  /** Whether the open plans are this user's. */
  isOwn(userId: string): boolean {
    return userId === this.#userId
  }

  /** Resolves when no save of the part, and no request for the trip, is under way. */
  async whenAnswered(tripId: string, part: SectionName | 'documents'): Promise<void> {
    // The persisted copy is shown before the server's answer arrives, so wait for it before judging what is behind.
    await this.#queries.whenIdle(tripId)
    if (part !== 'documents') await this.#plans.get(tripId)?.whenAnswered()
  }

  /** Fetches the parts of a trip that are behind. @throws AppError */
  async refresh(tripId: string, behind: readonly TripPart[]): Promise<void> {
    if (behind.some((part) => part !== 'private')) await this.#queries.refresh(tripId)
    // After a sign-out no trip is open.
    if (behind.includes('private') && this.isOpen(tripId)) await this.#refreshPrivate(tripId)
  }

  /** What is shown of a trip may not be what the server has: fetches it. */
  onOutOfSync(tripId: string): void {
    void this.#queries.refresh(tripId).catch(() => {})
  }

  /** Another user has changed how a trip is shared. */
  onShared(tripId: string): void {
    this.#queries.onShared(tripId)
  }

  /** The current user has new notices of a trip. */
  onNotices(tripId: string): void {
    this.#queries.onNotices(tripId)
  }

  /** Sends all pending operations. Resolves when the server has answered, or could not be reached. */
  async flush(options?: { keepalive: boolean }): Promise<void> {
    await Promise.all([...this.#plans.values()].map((plan) => plan.flush(options)))
  }

  /** The trips that are not open here, and for which this device may have pending operations of the signed-in user. */
  async listTripsWithPending(): Promise<string[]> {
    const userId = await this.#device?.currentUserId()
    const logs = this.#device?.logs
    if (!userId || !logs) return []
    const trips = (await logs.listTripIds(userId)).filter((tripId) => !this.isOpen(tripId))
    const arePending = await Promise.all(trips.map((tripId) => hasPending(logs.of({ person: userId, tripId }))))
    return trips.filter((_, at) => arePending[at])
  }

  /**
   * Closes a trip that the user is no longer in. First sets aside the pending operations that this page knows, on disk:
   * see set-aside.ts.
   */
  async setAsideAndClose(tripId: string): Promise<void> {
    const open = this.#plans.get(tripId)
    this.#plans.delete(tripId)
    this.#trips.delete(tripId)
    await open?.setAllAside()
    open?.close()
  }

  /** The server can be reached again: retries failed saves at once. */
  onReached(): void {
    for (const plan of this.#plans.values()) plan.retry()
  }

  /** For a closing page: sends what is pending, and writes what is not on disk yet to the unload journal. */
  unload(): void {
    for (const plan of this.#plans.values()) plan.unload()
  }

  hasPendingEdits(): boolean {
    return [...this.#plans.values()].some((plan) => plan.hasPendingEdits())
  }

  /** Whether this page can be closed without losing an edit or an upload. */
  get isSafe(): boolean {
    return !this.#documents.isUploading() && [...this.#plans.values()].every(({ isSafe }) => isSafe)
  }

  /** Whether a file that the user has chosen is in this page's memory only. */
  get hasChosenFile(): boolean {
    return this.#documents.hasFile()
  }

  /** Closes all plans: their user has signed out. */
  forget(): void {
    this.#generation += 1
    for (const plan of this.#plans.values()) plan.close()
    this.#plans.clear()
    this.#trips.clear()
    this.#documents.clear()
  }

  #receiveResponse(tripId: string, answer: TripResponse, { userId, log, changes }: ResponseContext): OpenTrip {
    const { trip, sections, documents, documents_version } = answer
    this.#userId = userId
    if (trip) {
      this.#trips.set(tripId, trip)
      const existing = this.#plans.get(tripId)
      const plan = existing ?? this.#createPlan(trip, userId)
      this.#plans.set(tripId, plan)
      plan.receive(loadedSections(sections))
      if (existing) void existing.reloadLog()
      else plan.resume(log)
      if (!existing && userId) void this.private.showPersisted(userId, tripId, answer)
    }
    if (trip && Array.isArray(documents))
      this.#documents.receive(tripId, { list: documents, version: documents_version }, changes)
    return { trip, failures: failuresOf(answer), claims: answer.claims }
  }

  /** Persists an answer, except sections that are known in a newer version. */
  async #persistResponse(userId: string, answer: TripResponse): Promise<void> {
    if ((await this.#device?.currentUserId()) !== userId || !answer.trip) return
    await this.#device?.trips.persist(userId, answer, this.listNewest(answer.trip.id, answer))
  }

  async #findLog(userId: string | undefined, tripId: string): Promise<readonly PendingOperation[] | undefined> {
    return userId && this.#device ? withTimeout(this.#device.logs.of({ person: userId, tripId }).read()) : []
  }

  #createPlan(trip: Trip, userId: string | undefined): OpenPlan {
    const device = this.#device
    return new OpenPlan(trip, {
      transport: {
        send: (...request) =>
          this.#transport.send(...request).catch((failure) => this.#rethrowForUser(userId, failure)),
      },
      storage: userId && device ? storageOf(device, userId, trip.id) : undefined,
      host: this,
    })
  }

  /**
   * Throws the failure of a request that a user made. If it is 'trip_not_found', the cookie may by then be another
   * user's (signed in from another tab), and it is that user who has no such trip.
   * @throws AppError not_signed_in if so; else the failure
   */
  async #rethrowForUser(userId: string | undefined, failure: unknown): Promise<never> {
    if (userId !== undefined && failure instanceof AppError && failure.code === 'trip_not_found') {
      if ((await this.#transport.fetchUserId()) !== userId) throw new AppError('not_signed_in')
    }
    throw failure
  }

  /** If only this part fails, the rest still comes up to date. @throws AppError if nothing can be fetched */
  async #refreshPrivate(tripId: string): Promise<void> {
    try {
      await this.private.fetch(tripId)
    } catch (failure) {
      const code = failure instanceof AppError ? failure.code : undefined
      if (code === 'unreachable' || code === 'not_signed_in') throw failure
      if (code === 'trip_not_found') await this.#queries.refresh(tripId)
      else logFailure('The private records could not be fetched', failure)
    }
  }
}

function storageOf({ logs, trips }: Device, userId: string, tripId: string): TripStorage {
  return {
    log: logs.of({ person: userId, tripId }),
    persistValue: async (name, current) => {
      await withTimeout(trips.persistSection(userId, tripId, name, current))
    },
    findValue: (name) => withTimeout(trips.findSection(userId, tripId, name)),
  }
}

/** Whether a log has pending operations, or may have some. Refused ones do not count. */
async function hasPending(storage: LogStorage): Promise<boolean> {
  const log = await storage.read()
  return !log || log.some(({ refused }) => !refused) || storage.listJournalEntries().length > 0
}

/** What a `versions` event reports of the trip itself, as a list to compare. */
const tripStateOf = ({
  is_public,
  role,
  members_edit,
  taken,
  picture,
}: Pick<Trip, 'is_public' | 'role' | 'members_edit' | 'taken'> & { picture?: Trip['picture'] | undefined }) => [
  is_public,
  role,
  members_edit,
  taken?.person_id,
  taken?.party_id,
  taken?.is_confirmed,
  taken?.shares_party,
  picture,
]

function loadedSections(
  sections: TripResponse['sections'],
): Partial<Record<SectionName, SectionResponse<SectionName>>> {
  return Object.fromEntries(
    commonSectionNames.flatMap((name) => ('value' in sections[name] ? [[name, sections[name]]] : [])),
  )
}

export function failuresOf({ sections, documents }: TripResponse): OpenTrip['failures'] {
  const failures: OpenTrip['failures'] = {}
  for (const name of commonSectionNames) {
    const section = sections[name]
    if ('error' in section) failures[name] = section.error.message
  }
  if ('error' in documents) failures.documents = documents.error.message
  return failures
}

export const hasFailures = ({ trip, failures }: Pick<OpenTrip, 'trip' | 'failures'>): boolean =>
  trip !== null && Object.keys(failures).length > 0
