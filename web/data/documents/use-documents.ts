import { useCallback, useContext, useSyncExternalStore } from 'react'
import type { CreateDocumentStore } from '../sync/open-documents.ts'
import { PlanSourceContext } from '../trips/plan-source.ts'
import { type DocumentEditing, DocumentStore, type DocumentsSnapshot } from './document-store.ts'
import { documentTransport } from './document-transport.ts'

/** A trip's documents as shown. `editing` has the functions that change them, if the person may edit the trip. */
type ShownDocuments = DocumentsSnapshot & { editing: DocumentEditing | undefined }

/** The documents of the trip on screen; undefined until they are loaded. */
export function useDocuments(tripId: string): ShownDocuments | undefined {
  const store = useContext(PlanSourceContext).findDocuments(tripId, createDocumentStore)
  const subscribe = useCallback((listener: () => void) => store?.subscribe(listener) ?? noSubscription, [store])
  const snapshot = useSyncExternalStore(subscribe, () => store?.getSnapshot())
  if (!store || !snapshot) return undefined
  const { add, retry, cancel, remove } = store
  return { ...snapshot, editing: add && retry && cancel && remove && { add, retry, cancel, remove } }
}

const createDocumentStore: CreateDocumentStore = (tripId, list) => {
  const store = new DocumentStore(list, documentTransport(tripId))
  // A chosen file is only in this page's memory: see update-page.ts.
  addEventListener('wayfare:beforereload', (event) => {
    if (store.hasFile()) event.preventDefault()
  })
  return store
}

const noSubscription = () => {}
