interface BackgroundWorkOptions {
  /** One run: all that is to be done now. It should end early once `isClosed`. */
  run: () => Promise<void>
  /** Called with what a run throws. */
  onError: (failure: unknown) => void
  intervalMs: number
}

/*
 * Work that a process does beside its requests.
 * Invariants: one run at a time. What is requested during a run is done in the next one, which follows at once.
 */
export class BackgroundWork {
  readonly #options: BackgroundWorkOptions
  #timer: ReturnType<typeof setInterval> | undefined
  #working: Promise<void> | undefined
  #isRequested = false
  #isClosed = false

  constructor(options: BackgroundWorkOptions) {
    this.#options = options
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Runs now, and again periodically. */
  start(): void {
    this.#timer = setInterval(() => void this.request(), this.#options.intervalMs).unref()
    void this.request()
  }

  /** Resolves when nothing is left to do. Does nothing once it is closed. */
  request(): Promise<void> {
    this.#isRequested = !this.#isClosed
    this.#working ??= this.#work()
    return this.#working
  }

  /** Resolves when the current run has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#isRequested = false
    clearInterval(this.#timer)
    await this.#working
  }

  async #work(): Promise<void> {
    // Yields first, so that `#working` is set before any work: a request in the meantime joins this run.
    await Promise.resolve()
    while (this.#isRequested) {
      this.#isRequested = false
      await this.#options.run().catch(this.#options.onError)
    }
    this.#working = undefined
  }
}
