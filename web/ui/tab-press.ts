import type { MouseEvent } from 'react'

/**
 * Props that open a tab on click instead of by the library's own mousedown handler. That one focuses the tab by script,
 * and browsers show the focus ring for scripted focus as if it came from the keyboard.
 */
export function openOnClick(open: () => void) {
  return { onMouseDownCapture: (event: MouseEvent) => event.stopPropagation(), onClick: open }
}
