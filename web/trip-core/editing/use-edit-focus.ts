import { type RefObject, useEffect, useRef } from 'react'
import { isFocusLost } from '#web/ui/last-press.ts'

const FIELD = 'input:not([type=checkbox], [type=radio]), textarea'
/** Of a form without fields, the button that adds the first: within the form Escape ends the editing. */
const FIRST_BUTTON = 'form button'

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
    const find = (selector: string) => place.querySelector<HTMLElement>(selector)
    const target = isEditing ? (find(FIELD) ?? find(FIRST_BUTTON)) : find('[data-pencil]')
    if (target && !(isEditing && matchMedia('(hover: none)').matches)) return target.focus()
    // On a touch screen a field would open the keyboard over half of what is to be edited.
    place.tabIndex = -1
    place.focus({ preventScroll: true })
  }, [root, isEditing])
}
