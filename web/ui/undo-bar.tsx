import { Undo2, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { findUndoPlace, onUndoPlace } from './undo-place.ts'

export interface Undo {
  /** What was done: "Removed 'Tent'". */
  text: string
  undo: () => void
}

const SHOWN_MS = 10_000
/** What has the focus is moved this far above the bar. */
const GAP = 12
/** Ends the offer that is shown. */
let endShown: (() => void) | undefined

/** Offers to take back what was just done, for ten seconds or until something else is done. */
export function UndoBar({ offer, onGone }: { offer: Undo | undefined; onGone: () => void }) {
  const place = useSyncExternalStore(onUndoPlace, findUndoPlace)
  const bar = useRef<HTMLDivElement>(null)
  // The ten seconds are those of the offer: they do not begin anew when the page is drawn again meanwhile.
  const end = useRef(onGone)
  useEffect(() => {
    end.current = onGone
  })
  useEffect(() => {
    if (!offer) return
    const endThis = () => end.current()
    // There is room for one.
    endShown?.()
    endShown = endThis
    const timer = setTimeout(endThis, SHOWN_MS)
    return () => {
      clearTimeout(timer)
      if (endShown === endThis) endShown = undefined
    }
  }, [offer])
  useLayoutEffect(() => {
    if (!offer) return
    document.documentElement.dataset['undoBar'] = ''
    const scroll = () => requestAnimationFrame(() => bar.current && scrollFocusClearOf(bar.current))
    scroll()
    // A press that moves the focus ends where it began: what scrolled away meanwhile would miss its click.
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
    const ends = new AbortController()
    const { signal } = ends
    addEventListener('focusin', onFocus, { signal })
    addEventListener('pointerdown', onPress, { signal, capture: true })
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, onRelease, { signal, capture: true })
    return () => {
      ends.abort()
      delete document.documentElement.dataset['undoBar']
    }
  }, [offer])

  const region = (
    <div
      role="status"
      className={`pointer-events-none flex justify-center ${place ? '' : 'over-tabs fixed inset-x-0 z-30 px-4 md:bottom-6'}`}
    >
      {offer && (
        <div
          ref={bar}
          className="pointer-events-auto flex max-w-full animate-arrive items-center gap-2 rounded-md border border-edge bg-raised py-1 pr-1 pl-4 text-sm shadow-lifted"
        >
          <span className="line-clamp-2 min-w-0 leading-tight">{offer.text}</span>
          <Button
            variant="quiet"
            className="text-sm"
            onClick={() => {
              offer.undo()
              onGone()
            }}
          >
            <Undo2 aria-hidden="true" className="size-4" />
            Undo
          </Button>
          <IconButton icon={X} label="Dismiss" onClick={onGone} />
        </div>
      )}
    </div>
  )
  return place ? createPortal(region, place) : region
}

/** Scrolls the page so that the bar does not cover what has the focus, nor the buttons beside it. */
function scrollFocusClearOf(bar: HTMLElement): void {
  const focused = document.activeElement
  if (!focused || focused === document.body || bar.contains(focused) || focused.closest('[role=dialog], [role=menu]'))
    return
  const row = focused.closest('li') ?? focused
  const { top, bottom } = (row.clientHeight < innerHeight / 3 ? row : focused).getBoundingClientRect()
  const cover = bar.getBoundingClientRect()
  if (top < cover.bottom && bottom > cover.top - GAP) scrollBy({ top: bottom - cover.top + GAP, behavior: 'instant' })
}
