import { type RefCallback, useCallback } from 'react'

/** Below the page's header. */
const TOP = '5rem'

/**
 * For a sticky column next to a longer one: it stays below the header or, if it is longer than the window, with its end
 * at the window's end.
 */
export function useStickyColumn(): RefCallback<HTMLElement> {
  return useCallback((column) => {
    if (!column) return
    const observer = new ResizeObserver(() => {
      column.style.top = `min(${TOP}, calc(100dvh - ${column.offsetHeight}px - 1rem))`
    })
    observer.observe(column)
    return () => observer.disconnect()
  }, [])
}
