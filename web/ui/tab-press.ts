import type { MouseEvent } from 'react'

/**
 * What a tab takes so that its click opens it, and not the library's own handler of the press. That one focuses the tab by script,
 * and browsers ring what a script focuses as if a key had led there.
 */
export function openedByClick(open: () => void) {
  return { onMouseDownCapture: (event: MouseEvent) => event.stopPropagation(), onClick: open }
}
