/** The locks of a browser, for all its tabs. */
export class FakeLocks {
  readonly #held = new Map<string, Promise<unknown>>()

  request = <Result>(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const giveUp = () => reject(signal.reason)
      signal.addEventListener('abort', giveUp)
      const turn = Promise.resolve(this.#held.get(name)).then(async () => {
        if (signal.aborted) return
        // One that is granted is not taken back.
        signal.removeEventListener('abort', giveUp)
        await work().then(resolve, reject)
      })
      this.#held.set(name, turn)
    })
}
