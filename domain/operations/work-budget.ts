/** How much work one request may still do. Merges take from it, and do cheaper, less exact work once it is used up. */
export class WorkBudget {
  #remaining: number

  /** @param steps the maximum number of comparisons of words or lines */
  constructor(steps = STEPS_PER_REQUEST) {
    this.#remaining = steps
  }

  /** Takes this many steps. Returns false, and takes none, if fewer remain. */
  take(steps: number): boolean {
    if (steps > this.#remaining) return false
    this.#remaining -= steps
    return true
  }
}

/** About 20 ms on a slow machine. */
const STEPS_PER_REQUEST = 400_000
