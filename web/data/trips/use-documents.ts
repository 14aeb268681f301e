import { useCallback, useContext, useSyncExternalStore } from 'react'
import { type DocumentEditing, DocumentStore, type DocumentsSnapshot } from '../documents/document-store.ts'
import { documentTransport } from '../documents/document-transport.ts'
import type { CreateDocumentStore } from '../sync/open-documents.ts'
import { PlanSourceContext } from './plan-source.ts'

/** A trip's documents as shown. `editing` has the functions that change them, if the person may edit the trip. */
type ShownDocuments = DocumentsSnapshot & { editing: DocumentEditing | undefined }

/** The documents of the trip on screen; undefined until they are loaded. */
export function useDocuments(tripId: string): ShownDocuments | undefined {
  const store = useContext(PlanSourceContext).findDocuments(tripId, createDocumentStore)
  const subscribe = useCallback((listener: () => void) => store?.subscribe(listener) ?? noSubscription, [store])
  const snapshot = useSyncExternalStore(subscribe, () => store?.getSnapshot())
  if (!store || !snapshot) return undefined
  const { add, keep, retry, cancel, remove } = store
  return { ...snapshot, editing: add && keep && retry && cancel && remove && { add, keep, retry, cancel, remove } }
}

const createDocumentStore: CreateDocumentStore = (tripId, list) => new DocumentStore(list, documentTransport(tripId))

const noSubscription = () => {}
