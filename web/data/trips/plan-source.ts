import { createContext } from 'react'
import { canEditPlan } from '#domain/access.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
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
export type SectionSource<Name extends SectionName> = Pick<SectionStore<Name>, 'subscribe' | 'getSnapshot'> &
  Partial<Editing<Name>>

/**
 * This one place decides whether a trip can be edited: the workspace shows the open plans as far as the person may edit them, the
 * shared view a source that is only read. What cannot be edited has no function for it, so no control can be wired to one.
 */
export const PlanSourceContext = createContext<PlanSource>(plan)

/** The open plans for somebody who may do this in a trip. */
export function planFor(standing: Pick<Trip, 'role' | 'members_edit'>): PlanSource {
  return canEditPlan(standing) ? plan : ticking
}

/** What those change something in who do not edit the plan: they tick what is done, and say who of them comes, and how to reach them. */
const open: readonly SectionName[] = ['checklist', 'people', 'private']

/** For those who do not edit the plan. */
const ticking: PlanSource = {
  find: (tripId, name) => {
    const store = plan.find(tripId, name)
    return store && once(store, () => ({ ...readable(store), ...(open.includes(name) && { edit: store.edit }) }))
  },
  findDocuments: (tripId, create) => {
    const store = plan.findDocuments(tripId, create)
    return store && once(store, () => readable(store))
  },
}

function readable<Shown extends Pick<DocumentSource, 'subscribe'> & { getSnapshot: () => unknown }>(store: Shown) {
  const { subscribe, getSnapshot } = store
  return { subscribe, getSnapshot } as Pick<Shown, 'subscribe' | 'getSnapshot'>
}

const made = new WeakMap<object, unknown>()

/** What was made of a store before, so that it is the same with every drawing. */
function once<Made>(store: object, make: () => Made): Made {
  if (!made.has(store)) made.set(store, make())
  return made.get(store) as Made
}
