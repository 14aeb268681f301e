import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** Where the caret is in a field that gets the focus: typing replaces its text, or goes on after it. */
type Caret = 'all' | 'end'

export type FocusOn = (id: string, caret?: Caret) => void

/**
 * Focuses what was just added: with all of its text selected, or, after a paste, behind it. The field has the added
 * entry's id as `data-added`.
 * @returns a stable function that takes the id of what will be added
 */
export function useFocusOnAdded(root: RefObject<HTMLElement | null>): FocusOn {
  const pending = useRef<{ id: string; caret: Caret }>(undefined)
  useEffect(() => {
    if (!pending.current) return
    const { id, caret } = pending.current
    const field = root.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[data-added="${id}"]`)
    if (!field) return
    pending.current = undefined
    field.focus()
    if (caret === 'all') field.select()
    else field.setSelectionRange(field.value.length, field.value.length)
  })
  return useCallback((id, caret = 'all') => {
    pending.current = { id, caret }
  }, [])
}
