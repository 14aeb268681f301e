import { AppError } from '#domain/errors.ts'

const MAX_CONCURRENT = 2
const MAX_QUEUED_PER_PERSON = 20
const RETRY_AFTER_SECONDS = 5

interface QueuedRead {
  personId: string
  start: () => void
}

/**
 * Limits how many reads of long histories run at once, to one per person: each may hold megabytes in memory.
 * Invariants: reads start in the order they arrive, except that those of a person who already has one running are
 *   skipped.
 */
export class ReadQueue {
  readonly #queue: QueuedRead[] = []
  readonly #running = new Set<string>()

  /** Runs `read` when it is its turn. @throws AppError too_many_requests if this person has too many queued */
  async run<Answer>(personId: string, read: () => Promise<Answer>): Promise<Answer> {
    if (this.#queue.filter((one) => one.personId === personId).length >= MAX_QUEUED_PER_PERSON)
      throw new AppError('too_many_requests', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    await new Promise<void>((start) => {
      this.#queue.push({ personId, start })
      this.#startNext()
    })
    try {
      return await read()
    } finally {
      this.#running.delete(personId)
      this.#startNext()
    }
  }

  #startNext(): void {
    while (this.#running.size < MAX_CONCURRENT) {
      const index = this.#queue.findIndex(({ personId }) => !this.#running.has(personId))
      const [next] = index === -1 ? [] : this.#queue.splice(index, 1)
      if (!next) return
      this.#running.add(next.personId)
      next.start()
    }
  }
}
