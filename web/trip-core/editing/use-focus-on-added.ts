import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Focuses what was just added, and selects its text so that typing replaces it. The field has the added entry's id as
 * `data-added`.
 * @returns a stable function that takes the id of what will be added
 */
export function useFocusOnAdded(root: RefObject<HTMLElement | null>): (id: string) => void {
  const pendingId = useRef<string>(undefined)
  useEffect(() => {
    if (!pendingId.current) return
    const field = root.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      `[data-added="${pendingId.current}"]`,
    )
    if (!field) return
    pendingId.current = undefined
    field.focus()
    field.select()
  })
  return useCallback((id) => {
    pendingId.current = id
  }, [])
}
