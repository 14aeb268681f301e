import { Undo2, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import * as m from '#messages'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { findUndoPlace, subscribeToUndoPlace } from './undo-place.ts'

export interface Undo {
  /** What was done: "Removed 'Tent'". */
  text: string
  undo: () => void
}

const SHOWN_MS = 10_000
/** How far above the bar the focused element is scrolled, in pixels. */
const GAP = 12
let dismissShown: (() => void) | undefined

/**
 * Offers to undo the last action, for ten seconds or until the next undoable action. It does not go while the pointer
 * or the focus is on it. Ctrl+Z does it too, except in a field, where it is the browser's.
 */
export function UndoBar({ offer, onGone }: { offer: Undo | undefined; onGone: () => void }) {
  const place = useSyncExternalStore(subscribeToUndoPlace, findUndoPlace)
  const bar = useRef<HTMLDivElement>(null)
  // A ref, so that rendering the page again does not restart the ten seconds.
  const latestOnGone = useRef(onGone)
  useEffect(() => {
    latestOnGone.current = onGone
  })
  useEffect(() => {
    if (!offer) return
    const dismiss = () => latestOnGone.current()
    // Only one offer is shown at a time.
    dismissShown?.()
    dismissShown = dismiss
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => (bar.current?.matches(':hover, :focus-within') ? wait() : dismiss()), SHOWN_MS)
    }
    wait()
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoKey(event)) return
      event.preventDefault()
      offer.undo()
      dismiss()
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onKeyDown)
      clearTimeout(timer)
      if (dismissShown === dismiss) dismissShown = undefined
    }
  }, [offer])
  useLayoutEffect(() => {
    if (!offer) return
    document.documentElement.dataset['undoBar'] = ''
    const scroll = () => requestAnimationFrame(() => bar.current && scrollFocusClearOf(bar.current))
    scroll()
    // Don't scroll during a press that moves the focus: its click would miss an element that has moved.
    let isPressed = false
    let isDue = false
    const onFocus = () => {
      if (isPressed) isDue = true
      else scroll()
    }
    const onPress = () => {
      isPressed = true
    }
    const onRelease = () => {
      isPressed = false
      if (isDue) scroll()
      isDue = false
    }
    const listeners = new AbortController()
    const { signal } = listeners
    addEventListener('focusin', onFocus, { signal })
    addEventListener('pointerdown', onPress, { signal, capture: true })
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, onRelease, { signal, capture: true })
    return () => {
      listeners.abort()
      delete document.documentElement.dataset['undoBar']
    }
  }, [offer])

  const region = (
    <div
      role="status"
      className={`pointer-events-none flex justify-center ${place ? '' : 'over-tabs safe-x-4 fixed inset-x-0 z-30 md:bottom-6'}`}
    >
      {offer && (
        <div
          ref={bar}
          className="pointer-events-auto flex max-w-full animate-arrive items-center gap-2 rounded-md border border-edge bg-raised py-1 pr-1 pl-4 text-sm shadow-lifted"
        >
          <span className="line-clamp-4 min-w-0 leading-tight wrap-anywhere">{offer.text}</span>
          <Button
            variant="quiet"
            aria-keyshortcuts="Control+Z"
            className="shrink-0 text-sm"
            onClick={() => {
              offer.undo()
              onGone()
            }}
          >
            <Undo2 aria-hidden="true" className="size-4 shrink-0" />
            {m.common_undo()}
          </Button>
          <IconButton icon={X} label={m.common_dismiss()} onClick={onGone} />
        </div>
      )}
    </div>
  )
  return place ? createPortal(region, place) : region
}

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent) =>
  key.toLowerCase() === 'z' &&
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !altKey &&
  !(target instanceof Element && target.closest('input, textarea, [role=dialog]'))

/** Scrolls the page so that the bar covers neither the focused element nor the buttons next to it. */
function scrollFocusClearOf(bar: HTMLElement): void {
  const focused = document.activeElement
  if (!focused || focused === document.body || bar.contains(focused) || focused.closest('[role=dialog], [role=menu]'))
    return
  const row = focused.closest('li') ?? focused
  const { top, bottom } = (row.clientHeight < innerHeight / 3 ? row : focused).getBoundingClientRect()
  const cover = bar.getBoundingClientRect()
  if (top < cover.bottom && bottom > cover.top - GAP) scrollBy({ top: bottom - cover.top + GAP, behavior: 'instant' })
}
