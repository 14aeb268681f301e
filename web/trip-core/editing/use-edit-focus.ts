import { type RefObject, useEffect, useRef } from 'react'
import { isFocusLost } from '#web/ui/last-press.ts'

const FIELD = 'input:not([type=checkbox], [type=radio]), textarea'

/**
 * Moves the focus to the first field when editing starts, and back to the edit button (`data-pencil`) when it ends.
 * Leaves a focus that is already elsewhere, for example in what was just added.
 */
export function useEditFocus(root: RefObject<HTMLElement | null>, isEditing: boolean): void {
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    const place = root.current
    if (!place || !(isFocusLost() || document.activeElement?.matches('[data-pencil]'))) return
    const target = place.querySelector<HTMLElement>(isEditing ? FIELD : '[data-pencil]')
    if (target && !(isEditing && matchMedia('(hover: none)').matches)) return target.focus()
    // On a touch screen a field would open the keyboard over half of what is to be edited.
    place.tabIndex = -1
    place.focus({ preventScroll: true })
  }, [root, isEditing])
}
