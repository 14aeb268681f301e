import { watchInView } from '#web/browser/watch-in-view.ts'

/** Scrolling past something is not reading it. */
const SEEN_MS = 1000

/** Calls `onSeen` once an element has been visible for a second. Returns a function that stops watching. */
export function whenSeen(element: Element, onSeen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isInView = false
  const wait = () => {
    clearTimeout(timer)
    if (isInView && document.visibilityState === 'visible') timer = setTimeout(onSeen, SEEN_MS)
  }
  const stop = watchInView([element], (changes) => {
    isInView = changes.at(-1)?.isIntersecting ?? false
    wait()
  })
  document.addEventListener('visibilitychange', wait)
  return () => {
    stop()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wait)
  }
}
