import { createContext } from 'react'
import type { SectionName } from '#domain/plan/index.ts'
import type { DocumentSource } from '../documents/document-store.ts'
import type { CreateDocumentStore } from '../sync/open-documents.ts'
import type { SectionStore } from '../sync/section-store.ts'
import { plan } from './trip-data.ts'

/** What edits a section. */
export type Editing<Name extends SectionName> = Pick<SectionStore<Name>, 'edit' | 'editCopy'>

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
