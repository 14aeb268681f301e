import { watchInView } from '#web/browser/watch-in-view.ts'

/**
 * Calls `onNear` once, when an element is on the screen or within `margin` (a CSS length) of it.
 * @returns a function that stops observing
 */
export function observeNear(element: Element, margin: string, onNear: () => void): () => void {
  let stop = () => {}
  stop = watchInView(
    [element],
    (entries) => {
      // A busy page reports several changes at once, the oldest first.
      if (!entries.at(-1)?.isIntersecting) return
      stop()
      onNear()
    },
    { rootMargin: margin },
  )
  return stop
}
