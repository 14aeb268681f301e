import type { TravelDocument } from '#domain/documents.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import type { Device } from './device.ts'

/** The code of the store is loaded with the tab that shows documents. */
export type CreateDocumentStore = (tripId: string, list: readonly TravelDocument[]) => DocumentStore

/** A trip's documents: as received and, once they are shown, in their store. */
interface Documents {
  list: readonly TravelDocument[]
  /** Of `list`; undefined if unknown. */
  version: number | undefined
  store: DocumentStore | undefined
  /** The list on disk, if it is not the one received. */
  persistedList?: readonly TravelDocument[]
}

export class OpenDocuments {
  readonly #trips = new Map<string, Documents>()
  readonly #device: Pick<Device, 'trips' | 'currentUserId'> | undefined

  /** @param device persists the lists, for the user who is signed in */
  constructor(device: Pick<Device, 'trips' | 'currentUserId'> | undefined) {
    this.#device = device
  }

  /** The documents of an open trip; undefined until they are loaded. `create` makes their store on first use. */
  find(tripId: string, create: CreateDocumentStore): DocumentStore | undefined {
    const documents = this.#trips.get(tripId)
    if (documents && !documents.store) {
      documents.store = create(tripId, documents.list)
      documents.store.subscribe(() => void this.#persistList(tripId))
    }
    return documents?.store
  }

  versionOf(tripId: string): number | undefined {
    return this.#trips.get(tripId)?.version
  }

  /** How many uploads and deletions have ended here. */
  countChanges(tripId: string): number | undefined {
    return this.#trips.get(tripId)?.store?.changes
  }

  /** Takes over a list. `changes` is how many uploads and deletions had ended here when it was requested. */
  receive(tripId: string, { list, version }: Pick<Documents, 'list' | 'version'>, changes = 0): void {
    const { store, version: known } = this.#trips.get(tripId) ?? {}
    // A newer answer has overtaken this one.
    if (version !== undefined && known !== undefined && version < known) return
    const isAccepted = !store || store.changes === changes
    store?.receive(list, changes)
    this.#trips.set(tripId, { list, version: isAccepted ? version : known, store })
  }

  isUploading(): boolean {
    return [...this.#trips.values()].some(({ store }) => store?.isUploading())
  }

  /** Whether a chosen file is in this page's memory only. */
  hasFile(): boolean {
    return [...this.#trips.values()].some(({ store }) => store?.hasFile())
  }

  clear(): void {
    for (const { store } of this.#trips.values()) store?.close()
    this.#trips.clear()
  }

  async #persistList(tripId: string): Promise<void> {
    const documents = this.#trips.get(tripId)
    const list = documents?.store?.getSnapshot().list
    if (!documents || !list || list === documents.persistedList) return
    const deleted = (documents.persistedList ?? documents.list).filter(
      ({ id }) => !list.some((remaining) => remaining.id === id),
    )
    documents.persistedList = list
    const userId = await this.#device?.currentUserId()
    if (userId) await this.#device?.trips.persistDocuments(userId, tripId, list, deleted)
  }
}
