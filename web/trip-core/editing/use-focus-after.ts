import { type RefObject, useEffect, useRef } from 'react'
import { isFocusLost } from '#web/ui/last-press.ts'

/** Moves the focus here when a dialog has closed and the button that had opened it is gone. */
export function useFocusAfter(isOpen: boolean): RefObject<HTMLHeadingElement | null> {
  const place = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && isFocusLost()) place.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return place
}
