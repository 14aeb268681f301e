import { useCallback, useContext, useSyncExternalStore } from 'react'
import type { SectionName } from '#domain/plan/index.ts'
import { plan } from '../root/plan.ts'
import type { PlanState } from '../sync/open-plan.ts'
import type { SectionSnapshot } from '../sync/section-store.ts'
import { type Editing, PlanSourceContext } from './plan-source.ts'

export type EditableSection<Name extends SectionName> = SectionSnapshot<Name> & Editing<Name>

/** A section with its edit functions, if the person may edit it. */
export type ShownSection<Name extends SectionName> = SectionSnapshot<Name> & Partial<Editing<Name>>

export function isEditable<Name extends SectionName>(section: ShownSection<Name>): section is EditableSection<Name> {
  return section.edit !== undefined && section.applyDraft !== undefined
}

/** Returns undefined until the section is loaded. */
export function useSection<Name extends SectionName>(tripId: string, name: Name): ShownSection<Name> | undefined {
  const store = useContext(PlanSourceContext).find(tripId, name)
  const subscribe = useCallback((listener: () => void) => store?.subscribe(listener) ?? noSubscription, [store])
  const snapshot = useSyncExternalStore(subscribe, () => store?.getSnapshot())
  if (!store || !snapshot) return undefined
  const { edit, applyDraft } = store
  return { ...snapshot, ...(edit && { edit }), ...(applyDraft && { applyDraft }) }
}

const noSubscription = () => {}

const IDLE: PlanState = { save: 'idle', offlineCount: 0, refused: [] }

/** Whether all edits of an open trip are saved, how many are pending, and which were refused. */
export function usePlanState(tripId: string): PlanState {
  const open = plan.findPlan(tripId)
  const subscribe = useCallback((listener: () => void) => open?.subscribe(listener) ?? noSubscription, [open])
  return useSyncExternalStore(subscribe, () => open?.getState() ?? IDLE)
}
