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

/** A trip that has been opened: what it is, and why a section of its plan, or its documents, could not be loaded. */
export interface OpenTrip {
  trip: Trip | null
  failures: Partial<Record<SectionName | 'documents', string>>
}

/** The disk of this device, and for whom it is used. */
export interface Device {
  logs: Pick<DeviceLogs, 'findTrips' | 'of' | 'onNews' | 'onHandedOver'>
  /** The trips as the server had them last. */
  trips: Pick<
    PersistedTrips,
    'persist' | 'persistSection' | 'findSection' | 'dropPrivate' | 'persistDocuments' | 'find'
  >
  /** Who is signed in, once that is known. */
  currentPerson: () => Promise<string | undefined>
}

/** A request without an answer for so long is sent again: its connection may be dead. */
const REQUEST_WITHIN_MS = 60_000
/** How long after it has come an answer is put on the disk. */
const KEEP_AFTER_MS = 200

/** For whom an answer is taken over, and with what. */
interface Taken {
  person: string | undefined
  /** What waits on the disk; undefined where that has not answered yet. */
  log: readonly PendingOperation[] | undefined
  /** How many uploads and deletions of documents had ended here when the answer was asked for. */
  changes?: number | undefined
}

/** The plans that this browser has open, and the documents beside them. */
export class PlanClient {
  readonly #plans = new Map<string, OpenPlan>()
  readonly #documents: OpenDocuments
  readonly #device: Device | undefined
  /** What is private in them. */
  readonly private: OpenPrivate
  #onDiffers: (tripId: string) => void = () => {}
  /** Whose the open plans are, and how often those of somebody were forgotten. */
  #person: string | undefined
  #generation = 0

  /** @param device keeps edits on the disk for whoever is signed in; without it they live in the page alone */
  constructor(device?: Device) {
    this.#device = device
    this.#documents = new OpenDocuments(async (...kept) => {
      const person = await device?.currentPerson()
      if (person) await device?.trips.persistDocuments(person, ...kept)
    })
    this.private = new OpenPrivate({
      device,
      receive: (tripId, part) => {
        this.#plans.get(tripId)?.receive({ private: part })
        return this.#plans.has(tripId)
      },
      generation: () => this.#generation,
    })
    device?.logs.onNews(({ person, tripId }) => {
      if (person === this.#person) void this.#plans.get(tripId)?.hear()
    })
    device?.logs.onHandedOver(({ person, tripId }) => {
      if (person === this.#person) void this.#plans.get(tripId)?.restart()
    })
  }

  /** Calls `listener` when what is shown of a trip may not be what the server has. */
  onDiffers(listener: (tripId: string) => void): void {
    this.#onDiffers = listener
  }

  /** Opens a trip, or brings an open one up to date, with one request. @throws AppError */
  async open(tripId: string): Promise<OpenTrip> {
    const changes = this.#documents.countChanges(tripId)
    const opening = this.#generation
    const asker = this.#device?.currentPerson()
    const answer = await request(`/api/trips/${tripId}`, { schema: tripAnswer }).catch(async (failure) =>
      requireSame(await asker, failure),
    )
    const person = await this.#device?.currentPerson()
    // Whoever asked is no longer the one signed in.
    if (this.#generation !== opening) throw new AppError('not_signed_in')
    const log = this.#findLog(person, tripId)
    // What is seen comes first.
    if (person) setTimeout(() => void this.#keep(person, answer), KEEP_AFTER_MS)
    return this.#take(tripId, answer, { person, log: await log, changes })
  }

  /** Opens a trip as this device has kept it, unless it is open already; undefined where it is not kept. */
  async openPersisted(tripId: string): Promise<OpenTrip | undefined> {
    const person = await this.#device?.currentPerson()
    if (!person || this.isOpen(tripId)) return undefined
    const [answer, log] = await Promise.all([this.#device?.trips.find(person, tripId), this.#findLog(person, tripId)])
    // The server may have been faster than the disk.
    if (!answer || this.isOpen(tripId)) return undefined
    return this.#take(tripId, answer, { person, log })
  }

  isOpen(tripId: string): boolean {
    return this.find(tripId, 'details') !== undefined
  }

  /** The plan of an open trip; undefined until it is loaded. */
  findPlan(tripId: string): OpenPlan | undefined {
    return this.#plans.get(tripId)
  }

  /** A section of an open trip; undefined until it is loaded. */
  find<Name extends SectionName>(tripId: string, name: Name): SectionStore<Name> | undefined {
    return this.#plans.get(tripId)?.find(name)
  }

  /** The documents of an open trip; undefined until they are loaded. `create` makes their store when they are first shown. */
  findDocuments(tripId: string, create: CreateDocumentStore) {
    return this.#documents.find(tripId, create)
  }

  /** The version at which a part of an open trip is known here; undefined where it is not loaded. */
  versionOf(tripId: string, part: SectionName | 'documents'): number | undefined {
    return part === 'documents' ? this.#documents.versionOf(tripId) : this.find(tripId, part)?.version
  }

  /** Takes over what somebody has done in an open trip. Answers whether the section is up to date with it. */
  receiveChange(tripId: string, { part, version, effects, check }: ChangeEvent): boolean {
    if (part === 'documents' || part === 'trip' || version === null) return false
    return this.#plans.get(tripId)?.receiveChange(part, version, { effects, check }) ?? false
  }

  /** The sections of an answer of which nothing newer is known here. */
  listNewest(tripId: string, { sections }: TripAnswer): CommonName[] {
    return commonNames.filter((name) => {
      const section = sections[name]
      return 'version' in section && section.version >= (this.find(tripId, name)?.version ?? 0)
    })
  }

  /** Resolves when nothing of the plan is on its way. */
  async whenAnswered(tripId: string, part: SectionName | 'documents'): Promise<void> {
    if (part !== 'documents') await this.#plans.get(tripId)?.whenAnswered()
  }

  /** Sends everything that waits. Resolves when the server answered, or could not be reached. */
  async flush(options?: { keepalive: boolean }): Promise<void> {
    await Promise.all([...this.#plans.values()].map((plan) => plan.flush(options)))
  }

  /** The trips that are not open here, and of which edits wait on this device for whoever is signed in. */
  async findWaitingTrips(): Promise<string[]> {
    const person = await this.#device?.currentPerson()
    const logs = this.#device?.logs
    if (!person || !logs) return []
    const trips = (await logs.findTrips(person)).filter((tripId) => !this.isOpen(tripId))
    const areWaiting = await Promise.all(trips.map((tripId) => isWaiting(logs.of({ person, tripId }))))
    return trips.filter((_, at) => areWaiting[at])
  }

  /** The person is not in a trip any more: it is forgotten here, once the disk has what was done in it. */
  async drop(tripId: string): Promise<void> {
    const open = this.#plans.get(tripId)
    this.#plans.delete(tripId)
    await open?.setAside()
    open?.close()
  }

  /** Tries at once what waits for its next try: the server can be reached again. */
  retry(): void {
    for (const plan of this.#plans.values()) plan.retry()
  }

  /** For a page that goes away: sends everything that waits, and leaves what the disk does not have yet. */
  leave(): void {
    for (const plan of this.#plans.values()) plan.leave()
  }

  hasPendingEdits(): boolean {
    return [...this.#plans.values()].some((plan) => plan.hasPendingEdits())
  }

  /** Whether nothing is lost with this page. */
  get isSafe(): boolean {
    return !this.#documents.isUploading() && [...this.#plans.values()].every(({ isSafe }) => isSafe)
  }

  /** Forgets the plans that belong to the person who was signed in. */
  forget(): void {
    this.#generation += 1
    for (const plan of this.#plans.values()) plan.close()
    this.#plans.clear()
    this.#documents.clear()
  }

  #take(tripId: string, answer: TripAnswer, { person, log, changes }: Taken): OpenTrip {
    const { trip, sections, documents, documents_version } = answer
    this.#person = person
    if (trip) {
      const known = this.#plans.get(tripId)
      const plan = known ?? this.#createPlan(trip, person)
      this.#plans.set(tripId, plan)
      plan.receive(loadedOf(sections))
      if (known) void known.hear()
      else plan.resume(log)
      if (!known && person) void this.private.showPersisted(person, tripId, answer)
    }
    if (trip && Array.isArray(documents))
      this.#documents.receive(tripId, { list: documents, version: documents_version }, changes)
    return { trip, failures: failuresOf(answer) }
  }

  /** Keeps an answer on the disk, but for what has become newer since. */
  async #keep(person: string, answer: TripAnswer): Promise<void> {
    if ((await this.#device?.currentPerson()) !== person || !answer.trip) return
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
        }).catch((failure) => requireSame(person, failure)),
      device: person && device ? deviceOf(device, person, trip.id) : undefined,
      onReached: () => this.retry(),
      onDiffers: () => this.#onDiffers(trip.id),
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

/** Whether something waits in a log, or may: what was refused does not. */
async function isWaiting(storage: LogStorage): Promise<boolean> {
  const log = await storage.read()
  return !log || log.some(({ refused }) => !refused) || storage.findJournals().length > 0
}

/**
 * That there is no such trip may have been said to somebody else, who has signed in in another tab meanwhile.
 * @throws the failure, or AppError not_signed_in where it was
 */
async function requireSame(person: string | undefined, failure: unknown): Promise<never> {
  if (person !== undefined && failure instanceof AppError && failure.code === 'trip_not_found') {
    const { user } = await request('/auth/v1/user', { schema: sessionAnswer })
    if (user.id !== person) throw new AppError('not_signed_in')
  }
  throw failure
}

/** The sections of an answer that could be loaded. */
function loadedOf(sections: TripAnswer['sections']): Partial<Record<SectionName, SectionAnswer<SectionName>>> {
  return Object.fromEntries(commonNames.flatMap((name) => ('value' in sections[name] ? [[name, sections[name]]] : [])))
}

/** Why parts of an answer could not be loaded. */
export function failuresOf({ sections, documents }: TripAnswer): OpenTrip['failures'] {
  const failures: OpenTrip['failures'] = {}
  for (const name of commonNames) {
    const section = sections[name]
    if ('error' in section) failures[name] = section.error.message
  }
  if ('error' in documents) failures.documents = documents.error.message
  return failures
}

/** Whether a part of a trip that is there could not be loaded. */
export const hasFailures = ({ trip, failures }: Pick<OpenTrip, 'trip' | 'failures'>): boolean =>
  trip !== null && Object.keys(failures).length > 0
