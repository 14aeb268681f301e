import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Fewer pixels are a tap, or the start of scrolling. */
const SLOP = 12
/** The part of its width by which an element must be moved. */
const FAR_ENOUGH = 0.22
/** Faster is a flick, in pixels for each millisecond. */
const FLICK = 0.5
/** How little it follows the finger where there is nothing. */
const RESISTANCE = 0.25
const SETTLE_MS = 180

/** 1 forwards, -1 backwards. */
export type Step = 1 | -1

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Lets people swipe an element sideways by touch. The page still scrolls up and down.
 * @param canGo whether there is something in this direction
 */
export function useSwipe(
  element: RefObject<HTMLElement | null>,
  canGo: (step: Step) => boolean,
  onGo: (step: Step) => void,
): void {
  // The screen may render while a finger is down: that must not end the swipe.
  const isPossible = useEffectEvent(canGo)
  const goTo = useEffectEvent(onGo)
  useEffect(() => {
    const target = element.current
    if (!target) return
    let from: { id: number; x: number; y: number; at: number } | undefined
    let isSwiping = false
    const move = (x: number) => {
      target.style.transform = x === 0 ? '' : `translateX(${x}px)`
    }
    const settle = (x: number) => {
      move(0)
      if (x !== 0 && !prefersStill())
        target.animate([{ transform: `translateX(${x}px)` }, { transform: 'none' }], {
          duration: SETTLE_MS,
          easing: 'ease-out',
        })
    }
    const stop = () => {
      from = undefined
      isSwiping = false
    }
    const shiftOf = (event: PointerEvent, start: { x: number }) => {
      const x = event.clientX - start.x
      return isPossible(x < 0 ? 1 : -1) ? x : x * RESISTANCE
    }
    function onDown(event: PointerEvent) {
      // Two fingers zoom; one moves a page that is zoomed in.
      if (!event.isPrimary || (visualViewport?.scale ?? 1) > 1.01) return onCancel()
      if (event.pointerType !== 'touch') return
      from = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp }
    }
    function onMove(event: PointerEvent) {
      if (!from || event.pointerId !== from.id) return
      const [x, y] = [event.clientX - from.x, event.clientY - from.y]
      if (!isSwiping && Math.abs(x) > SLOP && Math.abs(x) > Math.abs(y)) isSwiping = true
      if (isSwiping) move(shiftOf(event, from))
    }
    function onUp(event: PointerEvent) {
      if (!from || event.pointerId !== from.id) return
      const x = event.clientX - from.x
      const step: Step = x < 0 ? 1 : -1
      const isFar = Math.abs(x) > (target?.offsetWidth ?? 0) * FAR_ENOUGH
      const isFlick = Math.abs(x) / Math.max(1, event.timeStamp - from.at) > FLICK
      if (isSwiping && (isFar || isFlick) && isPossible(step)) {
        move(0)
        goTo(step)
      } else if (isSwiping) settle(shiftOf(event, from))
      stop()
    }
    function onCancel() {
      if (isSwiping) move(0)
      stop()
    }
    target.addEventListener('pointerdown', onDown)
    target.addEventListener('pointermove', onMove)
    target.addEventListener('pointerup', onUp)
    target.addEventListener('pointercancel', onCancel)
    return () => {
      onCancel()
      target.removeEventListener('pointerdown', onDown)
      target.removeEventListener('pointermove', onMove)
      target.removeEventListener('pointerup', onUp)
      target.removeEventListener('pointercancel', onCancel)
    }
  }, [element])
}

/** Lets something new come in from the side to which somebody goes. */
export function slideIn(element: HTMLElement | null, step: Step): void {
  if (!element || prefersStill()) return
  element.animate(
    [
      { transform: `translateX(${step * 3}rem)`, opacity: 0 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: SETTLE_MS, easing: 'ease-out' },
  )
}
