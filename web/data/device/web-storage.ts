/*
 * The browser's storages for short texts.
 * Job: what a page puts there is found by the next one: by all tabs of this browser, or after a reload of this one.
 * Failure: where the browser refuses them (cookies are blocked, a policy forbids it) there is the page's own memory instead,
 *   which is gone with the page. No room left is told by `setItem`, as ever.
 */

class WebStorage {
  readonly #find: () => Storage | null
  readonly #memory = new Map<string, string>()

  constructor(find: () => Storage | null) {
    this.#find = find
  }

  /** Whether what is put here outlives the page. */
  get isLasting(): boolean {
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

  /** @throws DOMException where there is no room left */
  setItem(key: string, text: string): void {
    const storage = this.#storage
    if (storage) storage.setItem(key, text)
    else this.#memory.set(key, text)
  }

  removeItem(key: string): void {
    const storage = this.#storage
    if (storage) storage.removeItem(key)
    else this.#memory.delete(key)
  }

  get #storage(): Storage | undefined {
    try {
      return this.#find() ?? undefined
    } catch {
      return undefined
    }
  }
}

/** What all tabs find, now and later: localStorage. */
export const deviceStorage = new WebStorage(() => localStorage)

/** What this tab finds after a reload: sessionStorage. */
export const tabStorage = new WebStorage(() => sessionStorage)
