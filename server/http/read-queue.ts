import { AppError } from '#domain/errors.ts'

/** So many reads go on in a process at once. */
const AT_ONCE = 2
/** So many of one person may wait. */
const WAITING_OF_ONE = 20
const RETRY_AFTER_SECONDS = 5

/** A read that waits for its turn. */
interface QueuedRead {
  personId: string
  start: () => void
}

/**
 * Lets only a few reads of long histories go on at once, one for each person: each may hold megabytes in memory.
 * Invariants: those who wait start in the order in which they came, except that a person who has a read going on is passed over.
 */
export class ReadQueue {
  readonly #waiting: QueuedRead[] = []
  readonly #reading = new Set<string>()

  /** Runs a read when its turn comes. @throws AppError too_many_requests where too many of this person wait; what `read` throws */
  async run<Answer>(personId: string, read: () => Promise<Answer>): Promise<Answer> {
    if (this.#waiting.filter((one) => one.personId === personId).length >= WAITING_OF_ONE)
      throw new AppError('too_many_requests', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    await new Promise<void>((start) => {
      this.#waiting.push({ personId, start })
      this.#startNext()
    })
    try {
      return await read()
    } finally {
      this.#reading.delete(personId)
      this.#startNext()
    }
  }

  #startNext(): void {
    while (this.#reading.size < AT_ONCE) {
      const next = this.#waiting.findIndex(({ personId }) => !this.#reading.has(personId))
      const [waiting] = next === -1 ? [] : this.#waiting.splice(next, 1)
      if (!waiting) return
      this.#reading.add(waiting.personId)
      waiting.start()
    }
  }
}
