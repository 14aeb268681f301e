/*
 * Publishes changes in commit order.
 * Job: a change takes a turn at each place while it holds the lock there. It is published once it is committed and all
 *   earlier turns at its places have ended.
 * Invariants: a turn waits only for earlier turns. All changes take their places in the same order, so they cannot
 *   deadlock.
 * Failure: every turn must end, also after a failure; otherwise the turns behind it wait forever.
 */
export class CommitOrder {
  /** By place: the end of the latest turn. */
  readonly #last = new Map<string, Promise<void>>()

  begin(): Turn {
    return new Turn(this.#last)
  }
}

export class Turn {
  readonly #last: Map<string, Promise<void>>
  readonly #places: string[] = []
  readonly #before: Promise<void>[] = []
  readonly #ended: Promise<void>
  #resolve = () => {}

  constructor(last: Map<string, Promise<void>>) {
    this.#last = last
    this.#ended = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  take(place: string): void {
    const before = this.#last.get(place)
    if (before) this.#before.push(before)
    this.#last.set(place, this.#ended)
    this.#places.push(place)
  }

  /** Resolves when all earlier turns at its places have ended. */
  async waitForEarlier(): Promise<void> {
    if (this.#before.length > 0) await Promise.all(this.#before)
  }

  /** Must be called after a failure, too. Later turns still wait for the ones before this one. */
  async end(): Promise<void> {
    await this.waitForEarlier()
    for (const place of this.#places) if (this.#last.get(place) === this.#ended) this.#last.delete(place)
    this.#resolve()
  }
}
