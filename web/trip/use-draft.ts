import { useCallback, useEffect, useRef, useState } from 'react'
import { equal } from '#domain/operations/json.ts'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'
import { draftKey, findDraft, writeDraft } from '#web/data/device/drafts.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { isEditable, type ShownSection } from '#web/data/trips/use-section.ts'
import { useUnsavedChanges } from './leave-guard.tsx'

export interface Draft<Value> {
  /** The working copy while it is edited, else what is stored. */
  value: Value
  /** Whether the section can be edited at all; where it cannot, nothing is to be shown that would. */
  canEdit: boolean
  isEditing: boolean
  start: () => void
  /** Changes the copy; starts editing where nobody was. The same function while the copy is edited and nothing else is stored. */
  change: (change: (value: Value) => Value) => void
  /** Stores the copy: one edit, against what it was taken from. */
  save: () => void
  cancel: () => void
}

/**
 * The working copy of an edit screen. Nothing of it is stored before it is saved. Leaving the tab or the page with changes
 * asks first; a copy that was neither saved nor cancelled is there again after a reload.
 */
export function useDraft<Name extends SectionName>(
  tripId: string,
  name: Name,
  section: ShownSection<Name>,
): Draft<SectionValue<Name>> {
  const key = draftKey(useSession().user?.id, tripId, name)
  const canEdit = isEditable(section)
  // Whoever may no longer edit when they save is told so, and can copy what they wrote.
  const editCopy = useRef(section.editCopy)
  if (section.editCopy) editCopy.current = section.editCopy
  const wasEditable = editCopy.current !== undefined
  const [kept, setCopy] = useState(() => findDraft(key, name))
  // One that was kept waits until the section can be edited.
  const copy = wasEditable ? kept : undefined
  const isChanged = copy !== undefined && !equal(copy.from, copy.value)

  useEffect(() => {
    if (wasEditable) writeDraft(key, copy)
  }, [wasEditable, key, copy])

  const cancel = () => setCopy(undefined)
  function save() {
    if (copy && isChanged) editCopy.current?.(copy.from, copy.value)
    setCopy(undefined)
  }
  const stored = section.value
  const change = useCallback<Draft<SectionValue<Name>>['change']>(
    (make) => setCopy(({ from, value } = { from: stored, value: stored }) => ({ from, value: make(value) })),
    [stored],
  )
  useUnsavedChanges(isChanged, { save, discard: cancel })

  return {
    value: copy ? copy.value : stored,
    canEdit,
    isEditing: copy !== undefined,
    start: () => setCopy({ from: stored, value: stored }),
    change,
    save,
    cancel,
  }
}
