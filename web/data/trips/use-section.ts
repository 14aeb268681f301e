import { useCallback, useContext, useSyncExternalStore } from 'react'
import type { SectionName } from '#domain/plan/index.ts'
import type { PlanState } from '../sync/open-plan.ts'
import type { SectionSnapshot } from '../sync/section-store.ts'
import { type Editing, PlanSourceContext } from './plan-source.ts'
import { plan } from './trip-data.ts'

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
  return { ...snapshot, ...(edit && { edit }), ...(editCopy && { editCopy }) }
}

const noSubscription = () => {}

const AT_REST: PlanState = { save: 'idle', waiting: 0, refused: [] }

/** Whether everything in an open trip has reached the server, how many changes wait for the network, and what was not possible. */
export function usePlanState(tripId: string): PlanState {
  const open = plan.findPlan(tripId)
  const subscribe = useCallback((listener: () => void) => open?.subscribe(listener) ?? noSubscription, [open])
  return useSyncExternalStore(subscribe, () => open?.getState() ?? AT_REST)
}
