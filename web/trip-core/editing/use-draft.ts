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
  isChanged: boolean
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
  const [{ draft, isRestored }, setState] = useState(() => ({ draft: drafts.find(key, name), isRestored: true }))
  // A restored draft waits until the section can be edited: the rights that the device remembers may be old.
  const isShown = canEdit || (!isRestored && editCopy.current !== undefined)
  const editedDraft = isShown ? draft : undefined
  const isChanged = editedDraft !== undefined && !equal(editedDraft.from, editedDraft.value)

  useEffect(() => {
    if (isShown) drafts.write(key, editedDraft)
  }, [isShown, key, editedDraft])

  const cancel = () => setState({ draft: undefined, isRestored: false })
  function save() {
    if (editedDraft && isChanged) editCopy.current?.(editedDraft.from, editedDraft.value)
    cancel()
  }
  const stored = section.value
  const change = useCallback<Draft<SectionValue<Name>>['change']>(
    (make) =>
      setState(({ draft: { from, value } = { from: stored, value: stored } }) => ({
        draft: { from, value: make(value) },
        isRestored: false,
      })),
    [stored],
  )
  useUnsavedChanges(isChanged, { save, discard: cancel })

  return {
    value: editedDraft ? editedDraft.value : stored,
    canEdit,
    isEditing: editedDraft !== undefined,
    isChanged,
    start: () => setState({ draft: { from: stored, value: stored }, isRestored: false }),
    change,
    save,
    cancel,
  }
}
