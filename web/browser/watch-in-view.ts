type OnChange = (changes: Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>[]) => void

/**
 * Calls `onChange` when elements come into view or leave it. In a browser that cannot tell, all are in view.
 * @returns the function that ends it
 */
export function watchInView(
  elements: Iterable<Element>,
  onChange: OnChange,
  options?: Pick<IntersectionObserverInit, 'rootMargin'>,
): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    onChange([...elements].map((target) => ({ target, isIntersecting: true })))
    return () => {}
  }
  const observer = new IntersectionObserver(onChange, options)
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}
