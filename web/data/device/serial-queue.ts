import { onceLate } from './on-disk.ts'

/** What is done with the disk, one after the other. */
export class SerialQueue {
  #last: Promise<void> = Promise.resolve()
  /** Whether somebody has waited for a turn too long; then nobody waits until one has ended. */
  #isLate = false

  /** Does something after all that was begun before. */
  take(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    const goOn = () => {
      this.#isLate = false
    }
    // Whoever waits hears of a failure; what comes after it goes on.
    this.#last = done.then(goOn, goOn)
    return done
  }

  /** Likewise, for who cannot wait for long: where the disk is late it resolves before that, and the work is done when it can be. */
  runSoon(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#isLate = true
        resolve()
      }
      const end = onceLate(giveUp, this.#isLate ? 0 : undefined)
      void this.take(() => work().then(resolve, reject).finally(end))
    })
  }
}
