import { isFocusNowhere } from './last-press.ts'

/*
 * Keeps the place of whoever goes by keyboard or screen reader.
 * Job: when what has the focus is taken from the page, something near it gets the focus (near-focus.ts, fetched the first time).
 * Invariants: never moves a focus that is somewhere; never moves one that was in a text, since what somebody types on would
 *   go into another one; a page that follows another starts at its beginning.
 * Failure: nothing near can have the focus, or that script does not come: it is lost, as without this.
 */

let focused: Element | null = null
/** What had the focus before. */
let before: Element | null = null
/** What was taken from the page last while it had the focus. */
let latest: Element | null = null

/** Starts to look after the focus of this page. Once is enough; again changes nothing. */
export function keepFocus(): void {
  addEventListener('focusin', onFocus)
  addEventListener('focusout', onBlur)
  observer.observe(document.body, { childList: true, subtree: true })
}

const observer = new MutationObserver(onChange)

function onFocus({ target }: Event): void {
  if (target !== focused) before = focused
  focused = target as Element
}

function onBlur({ target }: Event): void {
  // Somebody has left it. Browsers that say the same of what is being removed do so while it is still there.
  queueMicrotask(() => {
    if (target === focused && focused?.isConnected && isFocusNowhere()) focused = null
  })
}

async function onChange(changes: MutationRecord[]): Promise<void> {
  const lost = focused
  if (!lost || lost.isConnected) return
  focused = null
  latest = lost
  if (!isFocusNowhere()) return
  const near = await import('./near-focus.ts').catch(() => undefined)
  // What was next to an earlier one may have gone with this one.
  if (latest === lost && isFocusNowhere()) near?.focusNear({ lost, before, changes })
}
