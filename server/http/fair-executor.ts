import { AppError } from '#domain/errors.ts'

const MAX_CONCURRENT = 2
const MAX_WAITING_PER_PERSON = 20
const RETRY_AFTER_SECONDS = 5

interface WaitingWork {
  personId: string
  start: () => void
}

/**
 * Limits how much long work runs at once, such as reads of long histories and copies of trips, to one piece per person:
 * each may hold megabytes in memory.
 * Invariants: work starts in the order it arrives, except that what belongs to a person who already has some running is
 *   skipped.
 */
export class FairExecutor {
  readonly #waiting: WaitingWork[] = []
  readonly #running = new Set<string>()

  /** Runs `work` when it is its turn. @throws AppError too_many_requests if this person has too much waiting */
  async run<Result>(personId: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.filter((one) => one.personId === personId).length >= MAX_WAITING_PER_PERSON)
      throw new AppError('too_many_requests', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    await new Promise<void>((start) => {
      this.#waiting.push({ personId, start })
      this.#startNext()
    })
    try {
      return await work()
    } finally {
      this.#running.delete(personId)
      this.#startNext()
    }
  }

  #startNext(): void {
    while (this.#running.size < MAX_CONCURRENT) {
      const index = this.#waiting.findIndex(({ personId }) => !this.#running.has(personId))
      const [next] = index === -1 ? [] : this.#waiting.splice(index, 1)
      if (!next) return
      this.#running.add(next.personId)
      next.start()
    }
  }
}
