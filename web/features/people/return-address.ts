import { useLayoutEffect, useState } from 'react'
import { findTripPlace } from '#web/data/storage/trip-place.ts'

/* Returns from a page below a trip to the tab somebody came from, at the same scroll position. */

/** How long the scroll position is held: parts that load late change the page's height. */
const HOLD_MS = 5000
/** Any of these events ends the hold: the person scrolls or uses the page. */
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** The address of that tab. */
export function useReturnAddress(tripId: string): string {
  const [address, setAddress] = useState(() => findReturnAddress(tripId))
  // The trip's page stores its open tab when it is left, which is after this has rendered.
  useLayoutEffect(() => setAddress(findReturnAddress(tripId)), [tripId])
  return address
}

function findReturnAddress(tripId: string): string {
  const tab = findTripPlace(tripId)?.tab ?? 'overview'
  return `/trip/${tripId}${tab === 'overview' ? '' : `?tab=${tab}`}`
}

/** When this page is left for its trip, by its button or by the browser's, restores the trip's scroll position. */
export function useRestoreScroll(tripId: string): void {
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

/** Holds the scroll position until the page has loaded, or somebody uses it. */
function holdScroll(top: number): void {
  const end = performance.now() + HOLD_MS
  const { pathname } = location
  let isOver = false
  const stop = () => {
    isOver = true
    for (const type of USER_EVENTS) removeEventListener(type, stop)
  }
  for (const type of USER_EVENTS) addEventListener(type, stop)
  function hold() {
    if (isOver) return
    // The browser's own Back and Forward send no event to the page they leave.
    if (location.pathname !== pathname) return stop()
    if (Math.abs(scrollY - top) > 1) scrollTo({ top, behavior: 'instant' })
    if (performance.now() > end) stop()
    else requestAnimationFrame(hold)
  }
  requestAnimationFrame(hold)
}
