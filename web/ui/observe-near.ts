/**
 * Calls `onNear` once, when an element is on the screen or within `margin` (a CSS length) of it.
 * @returns a function that stops observing
 */
export function observeNear(element: Element, margin: string, onNear: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      // A busy page reports several changes at once, the oldest first.
      if (!entries.at(-1)?.isIntersecting) return
      observer.disconnect()
      onNear()
    },
    { rootMargin: margin },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
