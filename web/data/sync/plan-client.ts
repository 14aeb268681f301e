import { sessionAnswer } from '#domain/api/auth.ts'
import type { ChangeEvent } from '#domain/api/events.ts'
import { operationsAnswer } from '#domain/api/operations.ts'
import { type SectionAnswer, type TripAnswer, tripAnswer } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { type CommonSectionName, commonSectionNames, type SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import { request } from '../http/http.ts'
import { withTimeout } from '../storage/on-disk.ts'
import type { PersistedTrips } from '../storage/persisted-trips.ts'
import type { DeviceLogs } from './device-logs.ts'
import type { LogStorage } from './log-storage.ts'
import { type CreateDocumentStore, OpenDocuments } from './open-documents.ts'
import { OpenPlan } from './open-plan.ts'
import { OpenPrivate } from './open-private.ts'
import type { PendingOperation } from './pending-operations.ts'
import type { SectionStore } from './section-store.ts'

/** An opened trip, and why sections or the documents could not be loaded. */
export interface OpenTrip {
  trip: Trip | null
  failures: Partial<Record<SectionName | 'documents', string>>
}

/** This device's disk, and the user it is used for. */
export interface Device {
  logs: Pick<DeviceLogs, 'listTripIds' | 'of' | 'onLogChange' | 'onJournalAdopted'>
  /** The trips as last received from the server. */
  trips: Pick<
    PersistedTrips,
    'persist' | 'persistSection' | 'findSection' | 'dropPrivate' | 'persistDocuments' | 'find'
  >
  currentUserId: () => Promise<string | undefined>
}

/** A request without an answer after this long is sent again: its connection may be dead. */
const REQUEST_WITHIN_MS = 60_000
/** An answer is persisted this long after it arrives, since showing it comes first. */
const PERSIST_AFTER_MS = 200

/** What `#receiveAnswer` needs besides the answer. */
interface AnswerContext {
  userId: string | undefined
  /** The log on disk; undefined if the disk has not answered yet. */
  log: readonly PendingOperation[] | undefined
  /** The number of uploads and deletions of documents that had ended when the answer was requested. */
  changes?: number | undefined
}

/** The plans and documents of all open trips. */
export class PlanClient {
  readonly #plans = new Map<string, OpenPlan>()
  readonly #documents: OpenDocuments
  readonly #device: Device | undefined
  /** The private sections of the open trips. */
  readonly private: OpenPrivate
  #onOutOfSync: (tripId: string) => void = () => {}
  /** The user whose plans are open. */
  #userId: string | undefined
  /** How often plans were discarded at a sign-out. An answer requested in an earlier generation is dropped. */
  #generation = 0

  /** @param device persists edits for the user who is signed in; without it they live in this page alone */
  constructor(device?: Device) {
    this.#device = device
    this.#documents = new OpenDocuments(async (...args) => {
      const userId = await device?.currentUserId()
      if (userId) await device?.trips.persistDocuments(userId, ...args)
    })
    this.private = new OpenPrivate({
      device,
      receive: (tripId, part) => {
        this.#plans.get(tripId)?.receive({ private: part })
        return this.#plans.has(tripId)
      },
      generation: () => this.#generation,
    })
    device?.logs.onLogChange(({ person: userId, tripId }) => {
      if (userId === this.#userId) void this.#plans.get(tripId)?.reloadLog()
    })
    device?.logs.onJournalAdopted(({ person: userId, tripId }) => {
      if (userId === this.#userId) void this.#plans.get(tripId)?.onJournalAdopted()
    })
  }

  /** Calls `listener` when what is shown of a trip may not be what the server has. */
  onOutOfSync(listener: (tripId: string) => void): void {
    this.#onOutOfSync = listener
  }

  /** Opens a trip, or brings an open one up to date, with one request. @throws AppError */
  async open(tripId: string): Promise<OpenTrip> {
    const changes = this.#documents.countChanges(tripId)
    const generation = this.#generation
    const askedBy = this.#device?.currentUserId()
    const answer = await request(`/api/trips/${tripId}`, { schema: tripAnswer }).catch(async (failure) =>
      rethrowForUser(await askedBy, failure),
    )
    const userId = await this.#device?.currentUserId()
    // The user who requested it has signed out.
    if (this.#generation !== generation) throw new AppError('not_signed_in')
    const log = this.#findLog(userId, tripId)
    if (userId) setTimeout(() => void this.#persistAnswer(userId, answer), PERSIST_AFTER_MS)
    return this.#receiveAnswer(tripId, answer, { userId, log: await log, changes })
  }

  /** Opens a trip from disk, unless it is open already; undefined if it is not persisted. */
  async openPersisted(tripId: string): Promise<OpenTrip | undefined> {
    const userId = await this.#device?.currentUserId()
    if (!userId || this.isOpen(tripId)) return undefined
    const [answer, log] = await Promise.all([this.#device?.trips.find(userId, tripId), this.#findLog(userId, tripId)])
    // The server may have been faster than the disk.
    if (!answer || this.isOpen(tripId)) return undefined
    return this.#receiveAnswer(tripId, answer, { userId, log })
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
  findDocuments(tripId: string, create: CreateDocumentStore) {
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
  listNewest(tripId: string, { sections }: TripAnswer): CommonSectionName[] {
    return commonSectionNames.filter((name) => {
      const section = sections[name]
      return 'version' in section && section.version >= (this.find(tripId, name)?.version ?? 0)
    })
  }

  /** Resolves when no save of the part is under way. */
  async whenAnswered(tripId: string, part: SectionName | 'documents'): Promise<void> {
    if (part !== 'documents') await this.#plans.get(tripId)?.whenAnswered()
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
    await open?.setAllAside()
    open?.close()
  }

  /** Retries failed saves at once: the server can be reached again. */
  retry(): void {
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

  /** Closes all plans: their user has signed out. */
  forget(): void {
    this.#generation += 1
    for (const plan of this.#plans.values()) plan.close()
    this.#plans.clear()
    this.#documents.clear()
  }

  #receiveAnswer(tripId: string, answer: TripAnswer, { userId, log, changes }: AnswerContext): OpenTrip {
    const { trip, sections, documents, documents_version } = answer
    this.#userId = userId
    if (trip) {
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
    return { trip, failures: failuresOf(answer) }
  }

  /** Persists an answer, except sections that are known in a newer version. */
  async #persistAnswer(userId: string, answer: TripAnswer): Promise<void> {
    if ((await this.#device?.currentUserId()) !== userId || !answer.trip) return
    await this.#device?.trips.persist(userId, answer, this.listNewest(answer.trip.id, answer))
  }

  async #findLog(userId: string | undefined, tripId: string): Promise<readonly PendingOperation[] | undefined> {
    return userId && this.#device ? withTimeout(this.#device.logs.of({ person: userId, tripId }).read()) : []
  }

  #createPlan(trip: Trip, userId: string | undefined): OpenPlan {
    const device = this.#device
    return new OpenPlan(trip, {
      send: (body, { keepalive }) =>
        request(`/api/trips/${trip.id}/operations`, {
          method: 'POST',
          body,
          schema: operationsAnswer,
          keepalive,
          withinMs: REQUEST_WITHIN_MS,
        }).catch((failure) => rethrowForUser(userId, failure)),
      device: userId && device ? deviceOf(device, userId, trip.id) : undefined,
      onReached: () => this.retry(),
      onOutOfSync: () => this.#onOutOfSync(trip.id),
    })
  }
}

function deviceOf({ logs, trips }: Device, userId: string, tripId: string) {
  return {
    storage: logs.of({ person: userId, tripId }),
    persistValue: async (name: SectionName, current: SectionAnswer<SectionName>) => {
      await withTimeout(trips.persistSection(userId, tripId, name, current))
    },
    findValue: (name: SectionName) => withTimeout(trips.findSection(userId, tripId, name)),
  }
}

/** Whether a log has pending operations, or may have some. Refused ones do not count. */
async function hasPending(storage: LogStorage): Promise<boolean> {
  const log = await storage.read()
  return !log || log.some(({ refused }) => !refused) || storage.listJournalEntries().length > 0
}

/**
 * Throws the failure of a request that a user made. If it is 'trip_not_found', the cookie may by then be another user's
 * (signed in from another tab), and it is that user who has no such trip.
 * @throws AppError not_signed_in if so; else the failure
 */
async function rethrowForUser(userId: string | undefined, failure: unknown): Promise<never> {
  if (userId !== undefined && failure instanceof AppError && failure.code === 'trip_not_found') {
    const { user } = await request('/auth/v1/user', { schema: sessionAnswer })
    if (user.id !== userId) throw new AppError('not_signed_in')
  }
  throw failure
}

function loadedSections(sections: TripAnswer['sections']): Partial<Record<SectionName, SectionAnswer<SectionName>>> {
  return Object.fromEntries(
    commonSectionNames.flatMap((name) => ('value' in sections[name] ? [[name, sections[name]]] : [])),
  )
}

export function failuresOf({ sections, documents }: TripAnswer): OpenTrip['failures'] {
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
