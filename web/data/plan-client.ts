import { saveAnswer } from '#domain/api/plan.ts'
import { type SectionAnswer, type TripAnswer, tripAnswer } from '#domain/api/trips.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { sectionFailures } from '#domain/plan/failures.ts'
import { type SectionName, sectionNames } from '#domain/plan/index.ts'
import { mergeSection } from '#domain/plan/merge-section.ts'
import type { Trip } from '#domain/trip.ts'
import type { DocumentStore } from './document-store.ts'
import { request } from './http.ts'
import type { KeptTrips } from './kept-trips.ts'
import { soon } from './on-disk.ts'
import type { Outbox } from './outbox.ts'
import type { OutboxRecord, SectionOutbox } from './pending-edit.ts'
import { SectionStore } from './section-store.ts'
import { withSharedObjects } from './shared-objects.ts'

/** A trip that has been opened: what it is, and why a section of its plan, or its documents, could not be loaded. */
export interface OpenTrip {
  trip: Trip | null
  failures: Partial<Record<SectionName | 'documents', string>>
}

/** Its code comes with the tab that shows documents. */
export type CreateDocumentStore = (tripId: string, list: readonly TravelDocument[]) => DocumentStore

/** The disk of this device, and for whom it is used. */
export interface Device {
  outbox: Pick<Outbox, 'find' | 'findTrips' | 'of' | 'onNews' | 'onHandedOver'>
  /** The trips as the server had them last. */
  trips: Pick<KeptTrips, 'keep' | 'keepSection' | 'findSection' | 'keepDocuments' | 'find'>
  /** Who is signed in, once that is known. */
  currentPerson: () => Promise<string | undefined>
}

/** How long after it has come an answer is put on the disk. */
const KEEP_AFTER_MS = 200

/** A save without an answer for so long is sent again: its connection may be dead. */
const SAVE_WITHIN_MS = 60_000

/** A trip's documents: as they came and, once they are shown, in their store. */
interface OpenDocuments {
  list: readonly TravelDocument[]
  /** Of the list; undefined where it is not known. */
  version: number | undefined
  store: DocumentStore | undefined
  /** The list that is on the disk, where it is not the one that came. */
  kept?: readonly TravelDocument[]
}

type Waiting = Awaited<ReturnType<Outbox['find']>>

/** For whom an answer is taken over, and with what. */
interface Taken {
  person: string | undefined
  /** What waits in the outbox, by section; undefined where the disk has not answered yet. */
  waiting: Waiting | undefined
  /** How many uploads and deletions of documents had ended here when the answer was asked for. */
  changes?: number | undefined
}

/** The plans that this browser has open: a store for each section of each trip, and one for its documents. */
export class PlanClient {
  readonly #stores = new Map<string, SectionStore<SectionName>>()
  readonly #documents = new Map<string, OpenDocuments>()
  readonly #device: Device | undefined
  /** Whose the open plans are. */
  #person: string | undefined

  /** @param device keeps edits on the disk for whoever is signed in; without it they live in the page alone */
  constructor(device?: Device) {
    this.#device = device
    device?.outbox.onNews(({ person, tripId, section }) => {
      if (person === this.#person) this.find(tripId, section)?.hear()
    })
    device?.outbox.onHandedOver(({ person, tripId, section }) => {
      if (person === this.#person) this.find(tripId, section)?.startAnew()
    })
  }

  /** Opens a trip, or brings an open one up to date, with one request. @throws AppError */
  async open(tripId: string): Promise<OpenTrip> {
    const changes = this.#documents.get(tripId)?.store?.changes
    const answer = await request(`/api/trips/${tripId}`, { schema: tripAnswer })
    const person = await this.#device?.currentPerson()
    const waiting = this.#findWaiting(person, tripId)
    // What is seen comes first.
    if (person) setTimeout(() => void this.#keep(person, answer), KEEP_AFTER_MS)
    return this.#take(tripId, answer, { person, waiting: await waiting, changes })
  }

  /** Opens a trip as this device has kept it, unless it is open already; undefined where it is not kept. */
  async openKept(tripId: string): Promise<OpenTrip | undefined> {
    const person = await this.#device?.currentPerson()
    if (!person || this.find(tripId, 'details')) return undefined
    const [answer, waiting] = await Promise.all([this.#device?.trips.find(person, tripId), this.#findWaiting(person, tripId)])
    // The server may have been faster than the disk.
    return answer && !this.find(tripId, 'details') ? this.#take(tripId, answer, { person, waiting }) : undefined
  }

  #take(tripId: string, answer: TripAnswer, { person, waiting, changes }: Taken): OpenTrip {
    const { trip, sections, documents, documents_version } = answer
    this.#person = person
    for (const name of sectionNames) {
      const section = sections[name]
      if (!trip || !('value' in section)) continue
      const known = this.find(tripId, name)
      this.#receive(trip, name, section as SectionAnswer<SectionName>, person)
      const record = waiting?.get(name)
      if (known && (!waiting || known.revision !== record?.revision)) known.hear()
      else if (!waiting) this.find(tripId, name)?.resumeLater()
      else if (!known && record) this.find(tripId, name)?.resume(record as OutboxRecord<never>)
    }
    if (trip && Array.isArray(documents)) this.#receiveDocuments(tripId, { list: documents, version: documents_version }, changes)
    return { trip, failures: failuresOf(answer) }
  }

  /** A section of an open trip; undefined until it is loaded. */
  find<Name extends SectionName>(tripId: string, name: Name): SectionStore<Name> | undefined {
    return this.#stores.get(key(tripId, name)) as SectionStore<Name> | undefined
  }

  /** The documents of an open trip; undefined until they are loaded. `create` makes their store when they are first shown. */
  findDocuments(tripId: string, create: CreateDocumentStore): DocumentStore | undefined {
    const documents = this.#documents.get(tripId)
    if (documents && !documents.store) {
      documents.store = create(tripId, documents.list)
      documents.store.subscribe(() => void this.#keepDocuments(tripId))
    }
    return documents?.store
  }

  /** The version at which a part of an open trip is known here; undefined where it is not loaded. */
  versionOf(tripId: string, part: SectionName | 'documents'): number | undefined {
    return part === 'documents' ? this.#documents.get(tripId)?.version : this.find(tripId, part)?.version
  }

  /** The sections of an answer of which nothing newer is known here. */
  listNewest(tripId: string, { sections }: TripAnswer): SectionName[] {
    return sectionNames.filter((name) => {
      const section = sections[name]
      return 'version' in section && section.version >= (this.find(tripId, name)?.version ?? 0)
    })
  }

  /** Resolves when no save of a section is on its way. */
  async whenAnswered(tripId: string, part: SectionName | 'documents'): Promise<void> {
    if (part !== 'documents') await this.find(tripId, part)?.whenAnswered()
  }

  /** Sends everything that is pending. Resolves when the server answered, or could not be reached. */
  async flush(options?: { keepalive: boolean }): Promise<void> {
    await Promise.all([...this.#stores.values()].map((store) => store.flush(options)))
  }

  /** The trips that are not open here, and of which edits wait on this device for whoever is signed in. */
  async findWaitingTrips(): Promise<string[]> {
    const person = await this.#device?.currentPerson()
    const found = person ? await this.#device?.outbox.findTrips(person) : undefined
    return (found ?? []).filter((tripId) => !this.find(tripId, 'details'))
  }

  /** Tries at once what waits for its next try: the server can be reached again. */
  retry(): void {
    for (const store of this.#stores.values()) store.retry()
  }

  /** For a page that goes away: sends everything that is pending, and leaves what the disk does not have yet. */
  leave(): void {
    void this.flush({ keepalive: true })
    for (const store of this.#stores.values()) store.leave()
  }

  hasPendingEdits(): boolean {
    return [...this.#stores.values()].some((store) => store.hasPendingEdit())
  }

  isUploading(): boolean {
    return [...this.#documents.values()].some(({ store }) => store?.isUploading())
  }

  /** Forgets the plans that belong to the person who was signed in. */
  forget(): void {
    for (const store of this.#stores.values()) store.close()
    this.#stores.clear()
    for (const { store } of this.#documents.values()) store?.close()
    this.#documents.clear()
  }

  /** Keeps an answer on the disk, but for what has become newer since. */
  async #keep(person: string, answer: TripAnswer): Promise<void> {
    if ((await this.#device?.currentPerson()) !== person || !answer.trip) return
    await this.#device?.trips.keep(person, answer, this.listNewest(answer.trip.id, answer))
  }

  /** Keeps the list of documents as it is now, and no file that has been deleted. */
  async #keepDocuments(tripId: string): Promise<void> {
    const documents = this.#documents.get(tripId)
    const list = documents?.store?.getSnapshot().list
    if (!documents || !list || list === documents.kept) return
    const deleted = (documents.kept ?? documents.list).filter(({ id }) => !list.some((left) => left.id === id))
    documents.kept = list
    const person = await this.#device?.currentPerson()
    if (person) await this.#device?.trips.keepDocuments(person, tripId, list, deleted)
  }

  async #findWaiting(person: string | undefined, tripId: string): Promise<Waiting | undefined> {
    return person && this.#device ? soon(this.#device.outbox.find(person, tripId)) : new Map()
  }

  #receive(trip: Trip, name: SectionName, current: SectionAnswer<SectionName>, person: string | undefined): void {
    const known = this.find(trip.id, name)
    if (known) known.receive({ ...current, value: withSharedObjects(known.getSnapshot().value, current.value) })
    else this.#stores.set(key(trip.id, name), this.#createStore(trip, name, current, person))
  }

  /** `changes` is how many uploads and deletions had ended here when the list was asked for. */
  #receiveDocuments(tripId: string, { list, version }: Pick<OpenDocuments, 'list' | 'version'>, changes = 0): void {
    const { store, version: known } = this.#documents.get(tripId) ?? {}
    // An answer that was overtaken by a newer one.
    if (version !== undefined && known !== undefined && version < known) return
    const isTaken = !store || store.changes === changes
    store?.receive(list, changes)
    this.#documents.set(tripId, { list, version: isTaken ? version : known, store })
  }

  #createStore<Name extends SectionName>(
    { id: tripId, type }: Trip,
    name: Name,
    current: SectionAnswer<Name>,
    person: string | undefined,
  ): SectionStore<Name> {
    return new SectionStore<Name>(current, {
      save: async (save, { keepalive }) => {
        const schema = saveAnswer(name)
        const answer = await request(`/api/trips/${tripId}/plan/${name}`, {
          method: 'PUT',
          body: save,
          schema,
          keepalive,
          withinMs: SAVE_WITHIN_MS,
        })
        return { ...answer, value: withSharedObjects(save.value, answer.value) }
      },
      merge: (base, theirs, mine) => mergeSection(name, type, base, theirs, mine),
      failure: sectionFailures[name].save,
      onReached: () => this.retry(),
      outbox: person ? (this.#device?.outbox.of({ person, tripId, section: name }) as SectionOutbox<Name> | undefined) : undefined,
      keepLatest: async (latest) => {
        if (person && this.#device) await soon(this.#device.trips.keepSection(person, tripId, name, latest))
      },
      findLatest: async () =>
        person && this.#device ? await soon(this.#device.trips.findSection(person, tripId, name)) : undefined,
    })
  }
}

/** Why parts of an answer could not be loaded. */
export function failuresOf({ sections, documents }: TripAnswer): OpenTrip['failures'] {
  const failures: OpenTrip['failures'] = {}
  for (const name of sectionNames) {
    const section = sections[name]
    if ('error' in section) failures[name] = section.error.message
  }
  if ('error' in documents) failures.documents = documents.error.message
  return failures
}

/** Whether a part of a trip that is there could not be loaded. */
export const hasFailures = ({ trip, failures }: Pick<OpenTrip, 'trip' | 'failures'>): boolean =>
  trip !== null && Object.keys(failures).length > 0

const key = (tripId: string, name: SectionName) => `${tripId} ${name}`
