import { lastPress } from './last-press.ts'

interface Loss {
  /** What had the focus until it was taken from the page. */
  lost: Element
  /** What had it before. */
  before: Element | null
  changes: MutationRecord[]
}

const TYPED_IN = 'textarea, select, input:not([type=checkbox], [type=radio], [type=file])'
const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary'
const ROW = 'li, section, article'
/** A focus does not leave the part of the page that it was in. */
const PART = 'main, header, footer, [role=dialog]'

/** Gives the focus to what was drawn anew, else to what is near what is gone. A menu sees to its own; of a text nothing takes the place. */
export function focusNear({ lost, before, changes }: Loss): void {
  if (lost.closest('[role=menu]') || lost.matches(TYPED_IN)) return
  const again = findAgain(lost, changes)
  if (again) again.focus({ preventScroll: true })
  else findNear(lost, before, changes)?.focus()
}

/** The same thing, where it was only drawn anew. */
function findAgain(lost: Element, changes: MutationRecord[]): HTMLElement | undefined {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
  return added
    .flatMap((node) => [node, ...focusableIn(node)] as HTMLElement[])
    .find((one) => nameOf(one) === nameOf(lost))
}

/** What is next to what is gone; else before it; else what follows in the part of the page around it. */
function findNear(lost: Element, before: Element | null, changes: MutationRecord[]): HTMLElement | undefined {
  for (const { target, removedNodes, nextSibling, previousSibling } of changes) {
    const removed = [...removedNodes].find((node) => node.contains(lost))
    if (!(removed instanceof Element)) continue
    for (const row of [nextSibling, previousSibling]) {
      const heir = row instanceof Element && row.matches(ROW) && removed.matches(ROW) && findInRow(row, lost, removed)
      if (heir) return heir
    }
    const place = target as Element
    // What only passed by, such as the offer to undo, gives the focus back.
    if (place.closest('[role=status]') && before?.isConnected) return before as HTMLElement
    return findAround(place, previousSibling)
  }
  return undefined
}

/** After a deletion of one's own the same button of another row; after somebody else's its first, which deletes nothing. */
function findInRow(row: Element, lost: Element, removed: Element): HTMLElement | undefined {
  const all = focusableIn(row)
  const isOwn = removed.contains(lastPress())
  return (
    (isOwn
      ? all.findLast((one) => one.localName === lost.localName && one.title === (lost as HTMLElement).title)
      : undefined) ?? all[0]
  )
}

/** The first that follows a node in the place, else the last before it; if there is none, the same one place further out. */
function findAround(place: Element | null, node: Node | null): HTMLElement | undefined {
  if (!place?.closest(PART)) return undefined
  if (place.matches('[role=tabpanel]'))
    return place.parentElement?.querySelector<HTMLElement>('[role=tab][aria-selected=true]') ?? undefined
  const all = focusableIn(place)
  const following = all.find(
    (one) => !node || (node.compareDocumentPosition(one) & FOLLOWS) === Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return following ?? all.at(-1) ?? (place.matches(PART) ? undefined : findAround(place.parentElement, place))
}

const FOLLOWS = Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY

function focusableIn(place: Element): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.tabIndex >= 0 && one.checkVisibility())
}

function nameOf(element: Element): string {
  return `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent}`
}
