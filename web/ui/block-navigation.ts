import type { AroundNavHandler } from 'wouter'

/*
 * Job: every navigation within the app goes through here and can be blocked until the person has been asked.
 * Invariants: while navigation is blocked the address stays the same. Afterwards the browser's history is as if nothing
 *   had been asked.
 * Failure: none. When the browser leaves the page itself, it asks by its own means (beforeunload).
 */

/** Called with the function that continues the navigation. */
type Confirm = (leave: () => void) => void

let blocker: { confirm: Confirm; address: string } | undefined

/**
 * Blocks every navigation away from the current address.
 * @returns the function that ends the block
 */
export function blockNavigation(confirm: Confirm): () => void {
  const block = { confirm, address: location.href }
  blocker = block
  return () => {
    if (blocker === block) blocker = undefined
  }
}

/** Passed to the router: intercepts links and buttons. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const proceed = () => {
    const { pathname } = location
    navigate(to, options)
    // A new page starts at its top. By now the browser has recorded this page's scroll position for its own way back.
    if (location.pathname !== pathname) scrollTo({ top: 0, behavior: 'instant' })
  }
  if (blocker) blocker.confirm(proceed)
  else proceed()
}

// The browser's own Back and Forward have already happened when the page hears of them, so we push the blocked address
// again: one step back then leads to where they led. This listener is added before the router's, so the router doesn't
// notice.
addEventListener('popstate', (event) => {
  if (!blocker) return
  event.stopImmediatePropagation()
  const { scrollX, scrollY } = window
  // Restores this page's scroll position.
  requestAnimationFrame(() => scrollTo(scrollX, scrollY))
  history.pushState(null, '', blocker.address)
  blocker.confirm(() => history.back())
})
