import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Moves the focus to what was just added, and selects its text so that typing replaces it. The field carries the added
 * thing's id as `data-added`. Answers the function that names what will be added, always the same.
 */
export function useFocusOnAdded(root: RefObject<HTMLElement | null>): (id: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    const field = root.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      `[data-added="${wanted.current}"]`,
    )
    if (!field) return
    wanted.current = undefined
    field.focus()
    field.select()
  })
  return useCallback((id) => {
    wanted.current = id
  }, [])
}
