import { createContext } from 'react'
import { canContributeTo, canEditPlan } from '#domain/access.ts'
import type { FoodAmounts } from '#domain/food/amounts.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import type { DocumentSource } from '../documents/document-store.ts'
import { plan } from '../root/plan.ts'
import type { CreateDocumentStore } from '../sync/open-documents.ts'
import type { SectionStore } from '../sync/section-store.ts'

export type Editing<Name extends SectionName> = Pick<SectionStore<Name>, 'edit' | 'applyDraft'>

/** Where the plan on the screen comes from, and where edits go. A read-only source accepts none. */
export interface PlanSource {
  find: <Name extends SectionName>(tripId: string, name: Name) => SectionSource<Name> | undefined
  findDocuments: (tripId: string, create: CreateDocumentStore) => DocumentSource | undefined
  /** In a shared view, the amounts of meals as the server computed them. The workspace computes them itself. */
  amounts?: FoodAmounts | undefined
  /** In a shared view, where its weather is, with the link's token. */
  weatherPath?: string
  /** In a shared view, the token of its link, with which the trip's files open; a public trip needs none. */
  shared?: { token: string | undefined }
}
export type SectionSource<Name extends SectionName> = Pick<SectionStore<Name>, 'subscribe' | 'getSnapshot'> &
  Partial<Editing<Name>>

/**
 * The only place that decides whether a trip can be edited. The workspace provides the open plans as far as the person
 * may edit them, the shared view a read-only source. A read-only section has no edit functions for a control to call.
 */
export const PlanSourceContext = createContext<PlanSource>(plan)

/** The open plans, as somebody with this role may edit them. */
export function planFor(membership: Pick<Trip, 'role' | 'members_edit'>): PlanSource {
  return canEditPlan(membership) ? plan : restricted
}

/** The source for people who may not edit the plan. */
const restricted: PlanSource = {
  find: (tripId, name) => {
    const store = plan.find(tripId, name)
    return store && cached(store, () => ({ ...readOnly(store), ...(canContributeTo(name) && { edit: store.edit }) }))
  },
  findDocuments: (tripId, create) => {
    const store = plan.findDocuments(tripId, create)
    return store && cached(store, () => readOnly(store))
  },
}

function readOnly<Shown extends Pick<DocumentSource, 'subscribe'> & { getSnapshot: () => unknown }>(store: Shown) {
  const { subscribe, getSnapshot } = store
  return { subscribe, getSnapshot } as Pick<Shown, 'subscribe' | 'getSnapshot'>
}

const cache = new WeakMap<object, unknown>()

/** Returns the same object for a store on every render. */
function cached<Value>(store: object, create: () => Value): Value {
  if (!cache.has(store)) cache.set(store, create())
  return cache.get(store) as Value
}
