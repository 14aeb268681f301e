/*
 * localStorage and sessionStorage.
 * Job: `setItem` never throws.
 * Failure: what the browser refuses (cookies are blocked, a policy forbids it, storage is full or damaged) lives in
 *   memory until the page is closed. Callers that need more check the result of `setItem`.
 */

class WebStorage {
  readonly #find: () => Storage | null
  /** What the browser refused: newer than what it may have stored for the same key. null: it could not be removed. */
  readonly #memory = new Map<string, string | null>()
  readonly #listeners = new Set<() => void>()

  constructor(find: () => Storage | null) {
    this.#find = find
  }

  /** Whether values outlive the page: false once the browser has refused one. */
  get isPersistent(): boolean {
    return this.#memory.size === 0 && this.#use((storage) => storage.length >= 0) === true
  }

  keys(): string[] {
    const stored = this.#use((storage) => Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')) ?? []
    const inMemory = [...this.#memory].flatMap(([key, text]) => (text === null ? [] : [key]))
    return [...new Set([...stored.filter((key) => this.#memory.get(key) !== null), ...inMemory])]
  }

  getItem(key: string): string | null {
    const held = this.#memory.get(key)
    return held === undefined ? (this.#use((storage) => storage.getItem(key)) ?? null) : held
  }

  /** Returns whether the value outlives the page. It is readable in this page in any case. */
  setItem(key: string, text: string): boolean {
    return this.#write(key, text, (storage) => storage.setItem(key, text))
  }

  removeItem(key: string): void {
    this.#write(key, null, (storage) => storage.removeItem(key))
  }

  #write(key: string, text: string | null, write: (storage: Storage) => void): boolean {
    this.#memory.delete(key)
    const isStored = this.#use((storage) => {
      write(storage)
      return true
    })
    if (!isStored) this.#memory.set(key, text)
    this.#notify()
    return isStored === true
  }

  /** Calls `listener` after every change, by this page or, if the page reports it, by another one. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Another page has changed the value of a key, or all of them (null). */
  noteChange(key: string | null): void {
    if (key === null) this.#memory.clear()
    else this.#memory.delete(key)
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Returns undefined if the browser refuses. */
  #use<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      const storage = this.#find()
      return storage ? use(storage) : undefined
    } catch {
      return undefined
    }
  }
}

/** Shared by all tabs, and persistent: localStorage. */
export const deviceStorage = new WebStorage(() => localStorage)

/** For this tab, across reloads: sessionStorage. */
export const tabStorage = new WebStorage(() => sessionStorage)
