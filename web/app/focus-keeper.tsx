import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { keepFocus } from '#web/ui/keep-focus.ts'
import { lastPress } from '#web/ui/last-press.ts'
import { focusPage } from '#web/ui/page-focus.ts'

/** Renders nothing. Gives the focus a place when its element is removed, and on each page opened after the first. */
export function FocusKeeper() {
  const [path] = useLocation()
  const shown = useRef(path)
  useEffect(keepFocus, [])
  useEffect(() => {
    const from = shown.current
    shown.current = path
    if (from !== path) focusPage(from, path, lastPress())
  }, [path])
  return null
}
