import { type RefObject, useEffect, useRef } from 'react'
import { isFocusNowhere } from '#web/ui/last-press.ts'

const FIELD = 'input:not([type=checkbox], [type=radio]), textarea'

/**
 * Moves the focus to the first field when somebody starts to edit, and back to the pencil (`data-pencil`) when they have
 * ended. Where it is somewhere else by then, as in what was just added, it stays there.
 */
export function useEditFocus(root: RefObject<HTMLElement | null>, isEditing: boolean): void {
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    const place = root.current
    if (!place || !(isFocusNowhere() || document.activeElement?.matches('[data-pencil]'))) return
    const goal = place.querySelector<HTMLElement>(isEditing ? FIELD : '[data-pencil]')
    if (goal && !(isEditing && matchMedia('(hover: none)').matches)) return goal.focus()
    // There a field would bring up the keyboard, over half of what is to be edited.
    place.tabIndex = -1
    place.focus({ preventScroll: true })
  }, [root, isEditing])
}
