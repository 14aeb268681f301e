import { useLayoutEffect } from 'react'
import { findTripPlace } from '#web/data/device/trip-place.ts'

/*
 * The way back from a page below a trip: to the tab from which somebody came, scrolled as they left it.
 */

/** A page that grows for longer than this after it was opened stays where it is. */
const WAIT_MS = 3000
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
      scrollOnceHigh(place?.tab === tab ? place.top : 0)
    },
    [tripId],
  )
}

/** Scrolls as soon as the page is high enough, which it is only once its parts have come. */
function scrollOnceHigh(top: number): void {
  const end = performance.now() + WAIT_MS
  let isOver = false
  const stop = () => {
    isOver = true
    for (const step of OWN_STEPS) removeEventListener(step, stop)
  }
  for (const step of OWN_STEPS) addEventListener(step, stop)
  function scroll() {
    if (isOver) return
    scrollTo({ top, behavior: 'instant' })
    if (Math.abs(scrollY - top) <= 1 || performance.now() > end) stop()
    else requestAnimationFrame(scroll)
  }
  requestAnimationFrame(scroll)
}
