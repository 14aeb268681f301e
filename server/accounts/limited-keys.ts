/** Keys with a counter of their own in a process, of all limits together: about 25 MB of memory. */
const MAX_KEYS = 50_000
/** Counters that all further keys share. */
const SHARED_KEYS = 1024
const SWEEP_EVERY_MS = 1000

const SHARED = ' shared '

export const isShared = (key: string): boolean => key.includes(SHARED)

/*
 * The counter of each key.
 * Job: made-up keys, such as invitation tokens, neither fill the memory nor evict the counters of others.
 * Invariants: a key keeps its counter until it expires. While all are taken, new keys share some counters. They may be
 *   limited too early, but never too late.
 */
export class LimitedKeys {
  /** By key: when its counter expires. */
  readonly #ends = new Map<string, number>()
  readonly #max: number
  readonly #now: () => number
  #sweptAt = 0

  constructor(max = MAX_KEYS, now = () => performance.now()) {
    this.#max = max
    this.#now = now
  }

  /**
   * The key to count with.
   * @param hash of what is counted, as base64url; an id works too
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
