import { isShown } from './is-shown.ts'
import { isFocusLost } from './last-press.ts'

/*
 * Job: gives the focus a place after a change of page: the page's heading, or on the way back what had led away.
 * Invariants: never moves the focus while an element has it. Does not scroll.
 * Failure: if a page has no heading within a few seconds, the focus stays lost, as without this.
 */

const WAIT_MS = 5000

/** The pages that led to the open one, and how to find what was pressed there. */
const trail: { path: string; pressed: string | undefined }[] = []

/** Called after the page at `from` was replaced by the one at `to`. */
export function focusPage(from: string, to: string, press: Element | null): void {
  // After signing in, another page is at the same address: nothing led to it.
  const pressed = from === to ? undefined : followTrail(from, to, press)
  const until = performance.now() + WAIT_MS
  const tryFocus = () => {
    if (location.pathname !== to || !isFocusLost()) return
    const heading = findHeading()
    if (heading) {
      if (!(pressed && focusSame(pressed))) focusHeading(heading)
    } else if (performance.now() < until) requestAnimationFrame(tryFocus)
  }
  tryFocus()
}

/** On the way back: what had been pressed at `to`. On the way on, notes what was pressed at `from`. */
function followTrail(from: string, to: string, press: Element | null): string | undefined {
  if (trail.at(-1)?.path === to) return trail.pop()?.pressed
  trail.push({ path: from, pressed: press ? describe(press) : undefined })
  return undefined
}

/** After a dialog whose opener is gone: focuses the button that has replaced it, or else the page's heading. */
export function focusAfter(opener: Element): void {
  const heading = findHeading()
  if (isFocusLost() && !focusSame(describe(opener)) && heading) focusHeading(heading)
}

/** What finds an element again once its page is rendered again: its address, or else its name. */
const describe = (element: Element): string =>
  `${element.localName} ${element.getAttribute('href') ?? element.getAttribute('aria-label') ?? element.textContent}`

function focusSame(description: string): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('a[href], button:enabled')]
  const same = all.find((one) => isShown(one) && describe(one) === description)
  same?.focus({ preventScroll: true })
  return same !== undefined
}

/** The page's heading; not that of a page that is still loading. */
const findHeading = () => document.querySelector<HTMLElement>('h1:not([data-loading] *)')

function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.classList.add('outline-none')
  heading.focus({ preventScroll: true })
}
