import { isFocusLost } from './last-press.ts'

/*
 * Keeps the position of people who use a keyboard or a screen reader.
 * Job: when the focused element is removed from the page, focuses something near it (near-focus.ts, loaded on first
 *   use).
 * Invariants: never moves the focus while an element has it. Never moves a focus that was in a text field, since the
 *   next keys would go into another one. A new page gets it from page-focus.ts.
 * Failure: if nothing near can have the focus, or that script does not load, the focus is lost, as without this.
 */

let focused: Element | null = null
/** The element that had the focus before `focused`. */
let before: Element | null = null
/** The focused element that was removed last. */
let latest: Element | null = null

/** Starts watching the focus of this page. Calling it again changes nothing. */
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
  // Somebody moved the focus away. Some browsers also send this for an element being removed, while it is still there.
  queueMicrotask(() => {
    if (target === focused && focused?.isConnected && isFocusLost()) focused = null
  })
}

async function onChange(changes: MutationRecord[]): Promise<void> {
  const lost = focused
  if (!lost || lost.isConnected) return
  focused = null
  latest = lost
  if (!isFocusLost()) return
  const near = await import('./near-focus.ts').catch(() => undefined)
  // By now something else may have taken the focus, or a later removal may have replaced this one.
  if (latest === lost && isFocusLost()) near?.focusNear({ lost, before, changes })
}
