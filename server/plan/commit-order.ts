/*
 * What happens to several places, told in the order in which it happened.
 * Job: whoever has changed something takes a turn at its place while nobody else can change it, and tells of it once it is
 *   committed and all that had a turn at its places before have ended theirs.
 * Invariants: who waits, waits only for turns that were taken earlier; places are taken by all in the same order.
 * Failure: a turn is ended whatever happens, else those behind it wait for ever.
 */
export class CommitOrder {
  /** By place: the end of the turn that was taken last. */
  readonly #last = new Map<string, Promise<void>>()

  /** A turn at no place yet. */
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

  /** Resolves when all turns that were taken before at its places have ended. */
  async come(): Promise<void> {
    if (this.#before.length > 0) await Promise.all(this.#before)
  }

  /** Also where it has failed and has not waited: those behind it still wait for those before it. */
  async end(): Promise<void> {
    await this.come()
    for (const place of this.#places) if (this.#last.get(place) === this.#ended) this.#last.delete(place)
    this.#resolve()
  }
}
