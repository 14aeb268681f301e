import { useCallback, useEffect, useRef, useState } from 'react'
import { equal } from '#domain/operations/json.ts'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'
import { drafts } from '#web/data/root/drafts.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { draftKey } from '#web/data/storage/drafts.ts'
import { isEditable, type ShownSection } from '#web/data/trips/use-section.ts'
import { useUnsavedChanges } from './leave-guard.tsx'

export interface Draft<Value> {
  /** The draft while editing, otherwise the stored value. */
  value: Value
  /** Whether the section can be edited. If not, hide everything that would edit it. */
  canEdit: boolean
  isEditing: boolean
  start: () => void
  /** Changes the draft, and starts one if there is none. Stable until the stored value changes. */
  change: (change: (value: Value) => Value) => void
  /** Saves the draft as one edit against the value it was taken from. */
  save: () => void
  cancel: () => void
}

/**
 * The draft of an edit screen. Nothing is saved before `save`. Leaving the tab or the page with changes asks first. A
 * draft that was neither saved nor cancelled is restored after a reload.
 */
export function useDraft<Name extends SectionName>(
  tripId: string,
  name: Name,
  section: ShownSection<Name>,
): Draft<SectionValue<Name>> {
  const key = draftKey(useSession().user?.id, tripId, name)
  const canEdit = isEditable(section)
  // Keeps the last one: after losing edit access a save is refused, and the person can still copy their text.
  const editCopy = useRef(section.applyDraft)
  if (section.applyDraft) editCopy.current = section.applyDraft
  const wasEditable = editCopy.current !== undefined
  const [draft, setDraft] = useState(() => drafts.find(key, name))
  // A restored draft waits until the section can be edited.
  const editedDraft = wasEditable ? draft : undefined
  const isChanged = editedDraft !== undefined && !equal(editedDraft.from, editedDraft.value)

  useEffect(() => {
    if (wasEditable) drafts.write(key, editedDraft)
  }, [wasEditable, key, editedDraft])

  const cancel = () => setDraft(undefined)
  function save() {
    if (editedDraft && isChanged) editCopy.current?.(editedDraft.from, editedDraft.value)
    setDraft(undefined)
  }
  const stored = section.value
  const change = useCallback<Draft<SectionValue<Name>>['change']>(
    (make) => setDraft(({ from, value } = { from: stored, value: stored }) => ({ from, value: make(value) })),
    [stored],
  )
  useUnsavedChanges(isChanged, { save, discard: cancel })

  return {
    value: editedDraft ? editedDraft.value : stored,
    canEdit,
    isEditing: editedDraft !== undefined,
    start: () => setDraft({ from: stored, value: stored }),
    change,
    save,
    cancel,
  }
}
