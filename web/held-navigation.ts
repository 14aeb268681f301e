import type { AroundNavHandler } from 'wouter'

/*
 * Job: every way from one address of the app to another passes here, and can be held back until a person has been asked.
 * Invariants: while navigation is held the address stays the one that it was; afterwards the browser's history is as if
 *   nobody had asked.
 * Failure: none; where the browser leaves the page itself it asks by its own means (beforeunload).
 */

/** Is given what goes on with the navigation. */
type Ask = (leave: () => void) => void

let held: { ask: Ask; address: string } | undefined

/** Holds back every navigation from the address that is shown. Answers the function that ends this. */
export function holdNavigation(ask: Ask): () => void {
  const hold = { ask, address: location.href }
  held = hold
  return () => {
    if (held === hold) held = undefined
  }
}

/** For the router: links and buttons. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = () => {
    const { pathname } = location
    navigate(to, options)
    // Another page starts at its top. By now the browser has noted, for its own way back, where this one was.
    if (location.pathname !== pathname) scrollTo({ top: 0, behavior: 'instant' })
  }
  if (held) held.ask(go)
  else go()
}

// The browser's own back and forward have happened when the page hears of them. So the address held is put behind where they
// led: the same step back leads there later. Listening since before the router does, this keeps it from noticing.
addEventListener('popstate', (event) => {
  if (!held) return
  event.stopImmediatePropagation()
  const { scrollX, scrollY } = window
  // And it scrolls to where the page was there.
  requestAnimationFrame(() => scrollTo(scrollX, scrollY))
  history.pushState(null, '', held.address)
  held.ask(() => history.back())
})
