import type { TravelDocument } from '#domain/documents.ts'
import type { DocumentStore } from '../documents/document-store.ts'

/** Its code comes with the tab that shows documents. */
export type CreateDocumentStore = (tripId: string, list: readonly TravelDocument[]) => DocumentStore

/** A trip's documents: as they came and, once they are shown, in their store. */
interface Documents {
  list: readonly TravelDocument[]
  /** Of the list; undefined where it is not known. */
  version: number | undefined
  store: DocumentStore | undefined
  /** The list that is on the disk, where it is not the one that came. */
  kept?: readonly TravelDocument[]
}

/** Keeps the list of a trip's documents, and none of the files that were deleted. */
type Keep = (tripId: string, list: readonly TravelDocument[], deleted: readonly TravelDocument[]) => Promise<void>

/** The documents of the trips that are open. */
export class OpenDocuments {
  readonly #trips = new Map<string, Documents>()
  readonly #keep: Keep

  constructor(keep: Keep) {
    this.#keep = keep
  }

  /** The documents of an open trip; undefined until they are loaded. `create` makes their store when they are first shown. */
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

  /** Takes over a list. `changes` is how many uploads and deletions had ended here when it was asked for. */
  receive(tripId: string, { list, version }: Pick<Documents, 'list' | 'version'>, changes = 0): void {
    const { store, version: known } = this.#trips.get(tripId) ?? {}
    // An answer that was overtaken by a newer one.
    if (version !== undefined && known !== undefined && version < known) return
    const isTaken = !store || store.changes === changes
    store?.receive(list, changes)
    this.#trips.set(tripId, { list, version: isTaken ? version : known, store })
  }

  isUploading(): boolean {
    return [...this.#trips.values()].some(({ store }) => store?.isUploading())
  }

  clear(): void {
    for (const { store } of this.#trips.values()) store?.close()
    this.#trips.clear()
  }

  /** Keeps the list as it is now, and no file that has been deleted. */
  async #persistList(tripId: string): Promise<void> {
    const documents = this.#trips.get(tripId)
    const list = documents?.store?.getSnapshot().list
    if (!documents || !list || list === documents.kept) return
    const deleted = (documents.kept ?? documents.list).filter(({ id }) => !list.some((left) => left.id === id))
    documents.kept = list
    await this.#keep(tripId, list, deleted)
  }
}
