import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { lastPress } from '#web/ui/last-press.ts'
import { focusPage } from '#web/ui/page-focus.ts'

/** Renders nothing. Moves the focus to each page that is opened after the first. */
export function PageFocus() {
  const [path] = useLocation()
  const shown = useRef(path)
  useEffect(() => {
    const from = shown.current
    shown.current = path
    if (from !== path) focusPage(from, path, lastPress())
  }, [path])
  return null
}
