import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { Random } from '../bench-together/random.ts'
import { Caller, NO_ANSWER } from './caller.ts'
import { createEditor, dealSections } from './own-sections.ts'
import { Planner } from './planner.ts'
import type { Stage } from './stage.ts'
import { Uploader } from './uploader.ts'
import { require, Violation } from './violation.ts'

const PLANNERS_PER_TRIP = 3
const UPLOADERS = 2
const RETRY_MS = 10

/** Several clients who edit and upload in two trips at the same time. */
export class Crowd {
  readonly planners: readonly Planner[]
  readonly uploaders: readonly Uploader[]
  readonly #callers: readonly Caller[]

  private constructor(planners: readonly Planner[], uploaders: readonly Uploader[], callers: readonly Caller[]) {
    this.planners = planners
    this.uploaders = uploaders
    this.#callers = callers
  }

  /** @param seed repeats their choices */
  static async create(stage: Stage, seed: string): Promise<Crowd> {
    const callers: Caller[] = []
    return stage.withDatabase(async (db) => {
      const planners: Planner[] = []
      const uploaders: Uploader[] = []
      for (const type of ['air_travel', 'car_trip'] as const) {
        const owner_id = await insertAccount(db)
        const trip = await insertTrip(db, { owner_id, type })
        const enter = async () => {
          const token = await openSession(db, { id: owner_id, email: `${owner_id}@example.org` }, new Date())
          const caller = new Caller(() => stage.address, token)
          callers.push(caller)
          return caller
        }
        for (let number = 0; number < PLANNERS_PER_TRIP; number++) {
          const random = new Random(`${seed} ${type} planner ${number}`)
          const editor = createEditor(owner_id, random)
          const sections = dealSections(type, number, PLANNERS_PER_TRIP)
          planners.push(new Planner(trip, await enter(), { editor, sections }))
        }
        if (type !== 'air_travel') continue
        for (let number = 0; number < UPLOADERS; number++)
          uploaders.push(new Uploader(trip, await enter(), new Random(`${seed} uploader ${number}`)))
      }
      return new Crowd(planners, uploaders, callers)
    })
  }

  get #clients(): (Planner | Uploader)[] {
    return [...this.planners, ...this.uploaders]
  }

  /** How many operations and documents were acknowledged, and how many 'try again later' answers came, so far. */
  count(): { operations: number; documents: number; notNow: number } {
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
    return {
      operations: sum(this.planners.map(({ acknowledged }) => acknowledged.size)),
      documents: sum(this.uploaders.map(({ acknowledged }) => acknowledged)),
      notNow: sum(this.#callers.flatMap(({ unavailableCounts }) => [...unavailableCounts.values()])),
    }
  }

  /** How many 'try again later' answers came with this code. */
  countUnavailable(code: ErrorCode): number {
    return this.#callers.reduce((all, { unavailableCounts }) => all + (unavailableCounts.get(code) ?? 0), 0)
  }

  /** The sections of its trips in which nothing was acknowledged. */
  listUnedited(): string[] {
    return this.planners.flatMap(({ trip, sections, edited }) =>
      sections.filter((name) => !edited.has(name)).map((name) => `${name} of the ${trip.type}`),
    )
  }

  /** Reads a plan. @throws Violation if that fails */
  async read(): Promise<unknown> {
    const { trip } = this.planners[0] as Planner
    const answer = await this.#callers[0]?.request('GET', `/api/trips/${trip.id}`)
    require(answer !== NO_ANSWER, 'the plan cannot be read')
    return answer
  }

  /**
   * All clients send requests until `during` settles. Requests without an answer then stay unanswered. Nothing runs any
   * longer when this settles.
   * @param during gets a signal that aborts when a check fails
   * @throws what `during` throws, and Violation
   */
  async workDuring(during: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const end = new AbortController()
    const untilEnd = (work: Promise<void>) => work.finally(() => end.abort())
    const work = async (client: Planner | Uploader) => {
      while (!end.signal.aborted) if (!(await client.send())) await pause(RETRY_MS)
    }
    const all = [during(end.signal), ...this.#clients.map(work)].map(untilEnd)
    const results = await Promise.allSettled(all)
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    if (failures.length > 0) throw failures.find((failure) => failure instanceof Violation) ?? failures[0]
  }

  /**
   * All clients retry until they have an answer, since the server may still be starting, then send one more request.
   */
  async finish(stage: Stage): Promise<void> {
    const finish = async (client: Planner | Uploader) => {
      for (let left = client.unanswered ? 2 : 1; left > 0; ) {
        if (await client.send()) left -= 1
        else {
          stage.requireAlive()
          await pause(RETRY_MS)
        }
      }
    }
    await Promise.all(this.#clients.map(finish))
  }
}
