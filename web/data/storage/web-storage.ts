/*
 * localStorage and sessionStorage.
 * Failure: if the browser denies access (cookies are blocked, a policy forbids it), values live in memory until the
 *   page is closed. `setItem` throws when storage is full, like the browser's own.
 */

class WebStorage {
  readonly #find: () => Storage | null
  readonly #memory = new Map<string, string>()
  readonly #listeners = new Set<() => void>()

  constructor(find: () => Storage | null) {
    this.#find = find
  }

  /** Whether values outlive the page. */
  get isPersistent(): boolean {
    return this.#storage !== undefined
  }

  keys(): string[] {
    const storage = this.#storage
    if (!storage) return [...this.#memory.keys()]
    return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
  }

  getItem(key: string): string | null {
    const storage = this.#storage
    return storage ? storage.getItem(key) : (this.#memory.get(key) ?? null)
  }

  /** @throws DOMException if storage is full */
  setItem(key: string, text: string): void {
    const storage = this.#storage
    if (storage) storage.setItem(key, text)
    else this.#memory.set(key, text)
    this.notify()
  }

  removeItem(key: string): void {
    const storage = this.#storage
    if (storage) storage.removeItem(key)
    else this.#memory.delete(key)
    this.notify()
  }

  /** Calls `listener` after every change, by this page or, if the page reports it, by another one. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Another page has changed something. */
  notify(): void {
    for (const listener of this.#listeners) listener()
  }

  get #storage(): Storage | undefined {
    try {
      return this.#find() ?? undefined
    } catch {
      return undefined
    }
  }
}

/** Shared by all tabs, and persistent: localStorage. */
export const deviceStorage = new WebStorage(() => localStorage)

/** For this tab, across reloads: sessionStorage. */
export const tabStorage = new WebStorage(() => sessionStorage)
