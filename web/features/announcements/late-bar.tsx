import { Megaphone, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

interface LateBarProps {
  text: string
  onRead: () => void
  onHide: () => void
}

/** A press so soon after it has appeared is meant for what is below it. */
const GUARD_MS = 500

/** One line above what is at the top of the page. It gives way to what has the focus there. */
export function LateBar({ text, onRead, onHide }: LateBarProps) {
  const place = useRef<HTMLDivElement>(null)
  const isInWay = useIsInWay(place)
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    if (isInWay) return
    const timer = setTimeout(() => setIsReady(true), GUARD_MS)
    return () => {
      clearTimeout(timer)
      setIsReady(false)
    }
  }, [isInWay])
  return (
    <div
      ref={place}
      className={`flex items-center gap-2 card border-accent py-1 pr-1 pl-3 shadow-lifted ${isInWay ? 'invisible' : ''} ${isReady ? '' : 'pointer-events-none'}`}
    >
      <Megaphone aria-hidden="true" className="size-5 shrink-0 text-action" />
      <p className="min-w-0 max-w-none grow truncate text-sm">{text}</p>
      <Button variant="quiet" className="shrink-0" onClick={onRead}>
        {m.announcements_read()}
      </Button>
      <IconButton icon={X} label={m.announcements_hide()} title={m.announcements_hide()} onClick={onHide} />
    </div>
  )
}

const CONTROLS =
  ':is(a[href], button, input, textarea, select, summary, [tabindex="0"], [contenteditable]):focus-visible'

/** Whether an element covers the control that has the focus. Where focus is not shown, nobody looks for it. */
function useIsInWay(place: RefObject<HTMLElement | null>): boolean {
  const [isInWay, setIsInWay] = useState(true)
  useLayoutEffect(() => {
    const check = () => {
      const [bar, active] = [place.current, document.activeElement]
      if (!bar) return
      const covers = active?.matches(CONTROLS) && !bar.contains(active) && overlap(bar, active)
      setIsInWay(covers === true)
    }
    check()
    // While the focus moves, nothing has it.
    const checkSoon = () => setTimeout(check)
    document.addEventListener('focusin', check)
    document.addEventListener('focusout', checkSoon)
    addEventListener('resize', check)
    return () => {
      document.removeEventListener('focusin', check)
      document.removeEventListener('focusout', checkSoon)
      removeEventListener('resize', check)
    }
  }, [place])
  return isInWay
}

function overlap(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
