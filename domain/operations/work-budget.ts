/**
 * How much work one request may still make. Whoever merges takes from it, and does less exact but cheap work once it is used up.
 */
export class WorkBudget {
  #left: number

  /** @param steps how many comparisons of words or lines may be made */
  constructor(steps = STEPS_OF_A_REQUEST) {
    this.#left = steps
  }

  /** Takes so many steps. Answers false where there are not as many left; then none are taken. */
  take(steps: number): boolean {
    if (steps > this.#left) return false
    this.#left -= steps
    return true
  }
}

/** Some 20 ms on a slow machine. */
const STEPS_OF_A_REQUEST = 400_000
