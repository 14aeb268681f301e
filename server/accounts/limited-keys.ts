/** So many keys are counted apart in a process, of all limits together: some 25 MB of memory. */
const MAX_KEYS = 50_000
/** All further keys share so many counters. */
const SHARED_KEYS = 1024
const SWEEP_EVERY_MS = 1000

const SHARED = ' shared '

/** Whether a key has to share its counter with others. */
export const isShared = (key: string): boolean => key.includes(SHARED)

/*
 * Which counter a key has.
 * Job: made-up keys, such as invitation tokens, neither fill the memory nor evict the counters of others.
 * Invariants: a key that is counted keeps its counter until that ends. While all are taken, new keys share some: they are limited too
 *   early then, never too late.
 */
export class LimitedKeys {
  /** By key: when its counter ends. */
  readonly #ends = new Map<string, number>()
  readonly #max: number
  readonly #now: () => number
  #sweptAt = 0

  constructor(max = MAX_KEYS, now = Date.now) {
    this.#max = max
    this.#now = now
  }

  /**
   * The key to count with.
   * @param hash of what is counted, as base64url; an id will do
   * @param seconds how long its counter lasts
   */
  keyFor(limit: string, hash: string, seconds: number): string {
    const now = this.#now()
    const key = `${limit} ${hash}`
    if (!this.#ends.has(key) && this.#ends.size >= this.#max) this.#sweep(now)
    if (!this.#ends.has(key) && this.#ends.size >= this.#max)
      return `${limit}${SHARED}${Number.parseInt(Buffer.from(hash, 'base64url').toString('hex', 0, 4), 16) % SHARED_KEYS}`
    this.#ends.set(key, now + seconds * 1000)
    return key
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return
    this.#sweptAt = now
    for (const [key, end] of this.#ends) if (end <= now) this.#ends.delete(key)
  }
}
