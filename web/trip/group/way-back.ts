import { useLayoutEffect } from 'react'
import { findTripPlace } from '#web/data/device/trip-place.ts'

/*
 * The way back from a page below a trip: to the tab from which somebody came, scrolled as they left it.
 */

/** So long the page is held there: parts that come late make it higher, and lower for moments. */
const HOLD_MS = 5000
/** Whoever does this scrolls themselves, or is busy on the page. */
const OWN_STEPS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** The address of the trip's tab that was open last. */
export function addressBack(tripId: string): string {
  const tab = findTripPlace(tripId)?.tab ?? 'overview'
  return `/trip/${tripId}${tab === 'overview' ? '' : `?tab=${tab}`}`
}

/** When this page gives way to its trip, by its button or the browser's, the trip is scrolled to where it was left. */
export function usePlaceOnReturn(tripId: string): void {
  useLayoutEffect(
    () => () => {
      if (location.pathname !== `/trip/${tripId}`) return
      const place = findTripPlace(tripId)
      const tab = new URLSearchParams(location.search).get('tab') ?? 'overview'
      holdScroll(place?.tab === tab ? place.top : 0)
    },
    [tripId],
  )
}

/** Holds the page there until its parts have come, or somebody does something themselves. */
function holdScroll(top: number): void {
  const end = performance.now() + HOLD_MS
  const { pathname } = location
  let isOver = false
  const stop = () => {
    isOver = true
    for (const step of OWN_STEPS) removeEventListener(step, stop)
  }
  for (const step of OWN_STEPS) addEventListener(step, stop)
  function hold() {
    if (isOver) return
    // The browser's own Back and Forward send no event to the page that they leave.
    if (location.pathname !== pathname) return stop()
    if (Math.abs(scrollY - top) > 1) scrollTo({ top, behavior: 'instant' })
    if (performance.now() > end) stop()
    else requestAnimationFrame(hold)
  }
  requestAnimationFrame(hold)
}
