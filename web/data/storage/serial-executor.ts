import { onTimeout } from './on-disk.ts'

/** Runs disk operations one at a time. */
export class SerialExecutor {
  #last: Promise<void> = Promise.resolve()
  /** Whether an operation timed out. Later ones then do not wait, until one has finished. */
  #isLate = false

  /** Runs `work` after all earlier work has finished. */
  run(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    const onFinished = () => {
      this.#isLate = false
    }
    // The caller gets a failure; later work runs after it.
    this.#last = done.then(onFinished, onFinished)
    return done
  }

  /** Like `run`, but resolves early if the disk is slow. The work still runs in its turn. */
  runWithTimeout(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#isLate = true
        resolve()
      }
      const cancel = onTimeout(giveUp, this.#isLate ? 0 : undefined)
      void this.run(() => work().then(resolve, reject).finally(cancel))
    })
  }
}
