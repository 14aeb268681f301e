import { logFailure } from './log.ts'

/** The events of the page that web/data reacts to. */
interface PageEventMap {
  visibilitychange: Event
  online: Event
  offline: Event
  pagehide: Pick<PageTransitionEvent, 'persisted'>
  pageshow: Pick<PageTransitionEvent, 'persisted'>
  storage: Pick<StorageEvent, 'key' | 'newValue'>
}

type Listener = (event: never) => void

/** Passes the events of a page on, so that nothing below root/ listens to a window. root/listen-to-page.ts feeds it. */
export class PageEvents {
  readonly #listeners = new Map<string, Set<Listener>>()

  /** Calls `listener` with every event of this name. Returns the function that unsubscribes it. */
  on<Name extends keyof PageEventMap>(name: Name, listener: (event: PageEventMap[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  dispatch<Name extends keyof PageEventMap>(name: Name, event: PageEventMap[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        listener(event as never)
      } catch (failure) {
        // One failing listener must not keep the others from being notified.
        logFailure('An event of the page was not handled', failure)
      }
    }
  }
}
