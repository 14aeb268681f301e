import { isShown } from './is-shown.ts'
import { lastPress } from './last-press.ts'

interface LostFocus {
  lost: Element
  before: Element | null
  changes: MutationRecord[]
}

const TYPED_IN = 'textarea, select, input:not([type=checkbox], [type=radio], [type=file])'
const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary'
const ROW = 'li, section, article'
/** The focus stays within this part of the page. */
const PART = 'main, header, footer, [role=dialog]'

/**
 * Focuses the re-rendered element, or else one near the removed one. Skips menus, which handle their own focus, and
 * text fields, which nothing can replace.
 */
export function focusNear({ lost, before, changes }: LostFocus): void {
  if (lost.closest('[role=menu]') || lost.matches(TYPED_IN)) return
  const rerendered = findRerendered(lost, changes)
  if (rerendered) rerendered.focus({ preventScroll: true })
  else findNear(lost, before, changes)?.focus()
}

/** The same element, if it was only re-rendered. */
function findRerendered(lost: Element, changes: MutationRecord[]): HTMLElement | undefined {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
  return added
    .flatMap((node) => [node, ...focusableIn(node)] as HTMLElement[])
    .find((one) => nameOf(one) === nameOf(lost))
}

/** The row after the removed one, or the one before it, or else what follows in the part of the page around it. */
function findNear(lost: Element, before: Element | null, changes: MutationRecord[]): HTMLElement | undefined {
  for (const { target, removedNodes, nextSibling, previousSibling } of changes) {
    const removed = [...removedNodes].find((node) => node.contains(lost))
    if (!(removed instanceof Element)) continue
    for (const row of [nextSibling, previousSibling]) {
      const candidate =
        row instanceof Element && row.matches(ROW) && removed.matches(ROW) && findInRow(row, lost, removed)
      if (candidate) return candidate
    }
    const place = target as Element
    // Transient content, such as the offer to undo, returns the focus to where it was.
    if (place.closest('[role=status]') && before?.isConnected) return before as HTMLElement
    return findAround(place, previousSibling)
  }
  return undefined
}

/**
 * After the person's own deletion, the same button of the other row; otherwise its first one, which deletes nothing.
 */
function findInRow(row: Element, lost: Element, removed: Element): HTMLElement | undefined {
  const all = focusableIn(row)
  const isOwn = removed.contains(lastPress())
  return (
    (isOwn
      ? all.findLast((one) => one.localName === lost.localName && one.title === (lost as HTMLElement).title)
      : undefined) ?? all[0]
  )
}

/** The first focusable element after a node, or the last one before it; if there is none, the same one level up. */
function findAround(place: Element | null, node: Node | null): HTMLElement | undefined {
  if (!place?.closest(PART)) return undefined
  if (place.matches('[role=tabpanel]'))
    return place.parentElement?.querySelector<HTMLElement>('[role=tab][aria-selected=true]') ?? undefined
  // A tab is where one goes, not what follows: after a removed day comes the content of the one that is open.
  const all = focusableIn(place).filter((one) => !one.matches('[role=tab]'))
  const following = all.find(
    (one) => !node || (node.compareDocumentPosition(one) & FOLLOWS) === Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return following ?? all.at(-1) ?? (place.matches(PART) ? undefined : findAround(place.parentElement, place))
}

const FOLLOWS = Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY

function focusableIn(place: Element): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.tabIndex >= 0 && isShown(one))
}

function nameOf(element: Element): string {
  return `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent}`
}
