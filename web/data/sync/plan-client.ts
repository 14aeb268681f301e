import { sessionAnswer } from '#domain/api/auth.ts'
import type { ChangeEvent } from '#domain/api/events.ts'
import { operationsAnswer } from '#domain/api/operations.ts'
import { type SectionAnswer, type TripAnswer, tripAnswer } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { type CommonName, commonNames, type SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import { withTimeout } from '../device/on-disk.ts'
import type { PersistedTrips } from '../device/persisted-trips.ts'
import { request } from '../http/http.ts'
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

/** This device's disk, and the person it is used for. */
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
  person: string | undefined
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
  /** Whose plans are open. */
  #userId: string | undefined
  /** How often plans were discarded at a sign-out. An answer requested in an earlier generation is dropped. */
  #generation = 0

  /** @param device persists edits for the person who is signed in; without it they live in this page alone */
  constructor(device?: Device) {
    this.#device = device
    this.#documents = new OpenDocuments(async (...args) => {
      const person = await device?.currentUserId()
      if (person) await device?.trips.persistDocuments(person, ...args)
    })
    this.private = new OpenPrivate({
      device,
      receive: (tripId, part) => {
        this.#plans.get(tripId)?.receive({ private: part })
        return this.#plans.has(tripId)
      },
      generation: () => this.#generation,
    })
    device?.logs.onLogChange(({ person, tripId }) => {
      if (person === this.#userId) void this.#plans.get(tripId)?.reloadLog()
    })
    device?.logs.onJournalAdopted(({ person, tripId }) => {
      if (person === this.#userId) void this.#plans.get(tripId)?.onJournalAdopted()
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
    const personAsking = this.#device?.currentUserId()
    const answer = await request(`/api/trips/${tripId}`, { schema: tripAnswer }).catch(async (failure) =>
      rethrowForUser(await personAsking, failure),
    )
    const person = await this.#device?.currentUserId()
    // The person who requested it has signed out.
    if (this.#generation !== generation) throw new AppError('not_signed_in')
    const log = this.#findLog(person, tripId)
    if (person) setTimeout(() => void this.#persistAnswer(person, answer), PERSIST_AFTER_MS)
    return this.#receiveAnswer(tripId, answer, { person, log: await log, changes })
  }

  /** Opens a trip from disk, unless it is open already; undefined if it is not persisted. */
  async openPersisted(tripId: string): Promise<OpenTrip | undefined> {
    const person = await this.#device?.currentUserId()
    if (!person || this.isOpen(tripId)) return undefined
    const [answer, log] = await Promise.all([this.#device?.trips.find(person, tripId), this.#findLog(person, tripId)])
    // The server may have been faster than the disk.
    if (!answer || this.isOpen(tripId)) return undefined
    return this.#receiveAnswer(tripId, answer, { person, log })
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
  listNewest(tripId: string, { sections }: TripAnswer): CommonName[] {
    return commonNames.filter((name) => {
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

  /** The trips that are not open here, and for which this device has pending operations of the signed-in person. */
  async listTripsWithPending(): Promise<string[]> {
    const person = await this.#device?.currentUserId()
    const logs = this.#device?.logs
    if (!person || !logs) return []
    const trips = (await logs.listTripIds(person)).filter((tripId) => !this.isOpen(tripId))
    const arePending = await Promise.all(trips.map((tripId) => hasPending(logs.of({ person, tripId }))))
    return trips.filter((_, at) => arePending[at])
  }

  /** Closes a trip that the person is no longer in, once its pending operations are set aside on disk. */
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

  /** Closes all plans: their person has signed out. */
  forget(): void {
    this.#generation += 1
    for (const plan of this.#plans.values()) plan.close()
    this.#plans.clear()
    this.#documents.clear()
  }

  #receiveAnswer(tripId: string, answer: TripAnswer, { person, log, changes }: AnswerContext): OpenTrip {
    const { trip, sections, documents, documents_version } = answer
    this.#userId = person
    if (trip) {
      const existing = this.#plans.get(tripId)
      const plan = existing ?? this.#createPlan(trip, person)
      this.#plans.set(tripId, plan)
      plan.receive(loadedSections(sections))
      if (existing) void existing.reloadLog()
      else plan.resume(log)
      if (!existing && person) void this.private.showPersisted(person, tripId, answer)
    }
    if (trip && Array.isArray(documents))
      this.#documents.receive(tripId, { list: documents, version: documents_version }, changes)
    return { trip, failures: failuresOf(answer) }
  }

  /** Persists an answer, except sections that are known in a newer version. */
  async #persistAnswer(person: string, answer: TripAnswer): Promise<void> {
    if ((await this.#device?.currentUserId()) !== person || !answer.trip) return
    await this.#device?.trips.persist(person, answer, this.listNewest(answer.trip.id, answer))
  }

  async #findLog(person: string | undefined, tripId: string): Promise<readonly PendingOperation[] | undefined> {
    return person && this.#device ? withTimeout(this.#device.logs.of({ person, tripId }).read()) : []
  }

  #createPlan(trip: Trip, person: string | undefined): OpenPlan {
    const device = this.#device
    return new OpenPlan(trip, {
      send: (body, { keepalive }) =>
        request(`/api/trips/${trip.id}/operations`, {
          method: 'POST',
          body,
          schema: operationsAnswer,
          keepalive,
          withinMs: REQUEST_WITHIN_MS,
        }).catch((failure) => rethrowForUser(person, failure)),
      device: person && device ? deviceOf(device, person, trip.id) : undefined,
      onReached: () => this.retry(),
      onOutOfSync: () => this.#onOutOfSync(trip.id),
    })
  }
}

function deviceOf({ logs, trips }: Device, person: string, tripId: string) {
  return {
    storage: logs.of({ person, tripId }),
    persistValue: async (name: SectionName, current: SectionAnswer<SectionName>) => {
      await withTimeout(trips.persistSection(person, tripId, name, current))
    },
    findValue: (name: SectionName) => withTimeout(trips.findSection(person, tripId, name)),
  }
}

/** Whether a log has pending operations, or may have some. Refused ones do not count. */
async function hasPending(storage: LogStorage): Promise<boolean> {
  const log = await storage.read()
  return !log || log.some(({ refused }) => !refused) || storage.listJournalEntries().length > 0
}

/**
 * 'trip_not_found' may have been the answer to somebody else, who has signed in in another tab meanwhile.
 * @throws AppError not_signed_in if so; else the failure
 */
async function rethrowForUser(person: string | undefined, failure: unknown): Promise<never> {
  if (person !== undefined && failure instanceof AppError && failure.code === 'trip_not_found') {
    const { user } = await request('/auth/v1/user', { schema: sessionAnswer })
    if (user.id !== person) throw new AppError('not_signed_in')
  }
  throw failure
}

function loadedSections(sections: TripAnswer['sections']): Partial<Record<SectionName, SectionAnswer<SectionName>>> {
  return Object.fromEntries(commonNames.flatMap((name) => ('value' in sections[name] ? [[name, sections[name]]] : [])))
}

export function failuresOf({ sections, documents }: TripAnswer): OpenTrip['failures'] {
  const failures: OpenTrip['failures'] = {}
  for (const name of commonNames) {
    const section = sections[name]
    if ('error' in section) failures[name] = section.error.message
  }
  if ('error' in documents) failures.documents = documents.error.message
  return failures
}

export const hasFailures = ({ trip, failures }: Pick<OpenTrip, 'trip' | 'failures'>): boolean =>
  trip !== null && Object.keys(failures).length > 0
