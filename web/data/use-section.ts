import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { type SectionName, sectionNames } from '#domain/plan/index.ts'
import type { CreateDocumentStore } from './plan-client.ts'
import type { SaveState, SectionSnapshot, SectionStore } from './section-store.ts'
import { plan } from './trip-data.ts'
import type { DocumentSource } from './use-documents.ts'

type Editing<Name extends SectionName> = Pick<SectionStore<Name>, 'edit' | 'editCopy'>

/** Where the plan that is on the screen comes from, and where edits of it go. A source that is only read takes none. */
export interface PlanSource {
  find: <Name extends SectionName>(tripId: string, name: Name) => SectionSource<Name> | undefined
  findDocuments: (tripId: string, create: CreateDocumentStore) => DocumentSource | undefined
}
export type SectionSource<Name extends SectionName> = Pick<SectionStore<Name>, 'subscribe' | 'getSnapshot'> & Partial<Editing<Name>>

/**
 * This one place decides whether a trip can be edited: the workspace shows the open plans, the shared view a source that
 * is only read. What cannot be edited has no function for it, so no control can be wired to one.
 */
export const PlanSourceContext = createContext<PlanSource>(plan)

/** A section with the functions that edit it. */
export type EditableSection<Name extends SectionName> = SectionSnapshot<Name> & Editing<Name>

/** A section as it is shown: to those who may edit it, with the functions that do. */
export type ShownSection<Name extends SectionName> = SectionSnapshot<Name> & Partial<Editing<Name>>

export function isEditable<Name extends SectionName>(section: ShownSection<Name>): section is EditableSection<Name> {
  return section.edit !== undefined && section.editCopy !== undefined
}

/** A section of a trip that is on the screen; undefined until it is loaded. */
export function useSection<Name extends SectionName>(tripId: string, name: Name): ShownSection<Name> | undefined {
  const store = useContext(PlanSourceContext).find(tripId, name)
  const subscribe = useCallback((listener: () => void) => store?.subscribe(listener) ?? noSubscription, [store])
  const snapshot = useSyncExternalStore(subscribe, () => store?.getSnapshot())
  if (!store || !snapshot) return undefined
  const { edit, editCopy } = store
  return edit && editCopy ? { ...snapshot, edit, editCopy } : snapshot
}

const noSubscription = () => {}

/** Whether everything in an open trip has reached the server, and how many changes wait for the network. */
export function useSaveState(tripId: string): { state: SaveState; waiting: number } {
  const stores = sectionNames.map((name) => plan.find(tripId, name)).filter((store) => store !== undefined)
  const subscribe = (listener: () => void) => {
    const ends = stores.map((store) => store.subscribe(listener))
    return () => {
      for (const end of ends) end()
    }
  }
  const snapshots = () => stores.map((store) => store.getSnapshot())
  const state = useSyncExternalStore(subscribe, () => {
    const states = snapshots().map(({ saveState }) => saveState)
    return states.find((state) => state === 'saving') ?? states.find((state) => state === 'saved') ?? 'idle'
  })
  const waiting = useSyncExternalStore(subscribe, () => snapshots().reduce((sum, { waiting }) => sum + waiting, 0))
  return { state, waiting }
}
