import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { Random } from '../bench-together/random.ts'
import { Caller, NO_ANSWER } from './caller.ts'
import { Planner } from './planner.ts'
import type { Stage } from './stage.ts'
import { Uploader } from './uploader.ts'
import { require, Violation } from './violation.ts'

const PLANNERS_PER_TRIP = 3
const UPLOADERS = 2
/** Whoever has no answer tries again after this, in milliseconds. */
const AGAIN_MS = 10

/** Several people with two trips, who edit and upload at the same time. */
export class Crowd {
  readonly planners: readonly Planner[]
  readonly uploaders: readonly Uploader[]
  readonly #callers: readonly Caller[]

  private constructor(planners: readonly Planner[], uploaders: readonly Uploader[], callers: readonly Caller[]) {
    this.planners = planners
    this.uploaders = uploaders
    this.#callers = callers
  }

  /** @param seed repeats what they choose to do */
  static async gather(stage: Stage, seed: string): Promise<Crowd> {
    const callers: Caller[] = []
    return stage.look(async (db) => {
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
          planners.push(new Planner(trip, await enter(), { number, random }))
        }
        if (type !== 'air_travel') continue
        for (let number = 0; number < UPLOADERS; number++)
          uploaders.push(new Uploader(trip, await enter(), new Random(`${seed} uploader ${number}`)))
      }
      return new Crowd(planners, uploaders, callers)
    })
  }

  get #everybody(): (Planner | Uploader)[] {
    return [...this.planners, ...this.uploaders]
  }

  /** How many operations and documents were acknowledged so far, and how often somebody was told 'not now'. */
  count(): { operations: number; documents: number; notNow: number } {
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
    return {
      operations: sum(this.planners.map(({ acknowledged }) => acknowledged.size)),
      documents: sum(this.uploaders.map(({ acknowledged }) => acknowledged)),
      notNow: sum(this.#callers.flatMap(({ notNow }) => [...notNow.values()])),
    }
  }

  /** How often somebody was told 'not now' with this code. */
  countTold(code: ErrorCode): number {
    return this.#callers.reduce((all, { notNow }) => all + (notNow.get(code) ?? 0), 0)
  }

  /** What one of the people is answered who only reads. @throws Violation where it is no success */
  async read(): Promise<unknown> {
    const { trip } = this.planners[0] as Planner
    const answer = await this.#callers[0]?.ask('GET', `/api/trips/${trip.id}`)
    require(answer !== NO_ANSWER, 'the plan cannot be read')
    return answer
  }

  /**
   * Everybody works until `during` has ended. What has no answer by then stays so. All have ended when this does, whatever happens.
   * @param during is told by its signal where something does not hold
   * @throws what `during` throws, and Violation
   */
  async workDuring(during: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const over = new AbortController()
    const untilOver = (work: Promise<void>) => work.finally(() => over.abort())
    const work = async (one: Planner | Uploader) => {
      while (!over.signal.aborted) if (!(await one.send())) await pause(AGAIN_MS)
    }
    const all = [during(over.signal), ...this.#everybody.map(work)].map(untilOver)
    const ends = await Promise.allSettled(all)
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    if (failures.length > 0) throw failures.find((failure) => failure instanceof Violation) ?? failures[0]
  }

  /** Everybody sends what has no answer until it has one, at a server that may still be coming back, then one thing more. */
  async finish(stage: Stage): Promise<void> {
    const finish = async (one: Planner | Uploader) => {
      for (let left = one.unanswered ? 2 : 1; left > 0; ) {
        if (await one.send()) left -= 1
        else {
          stage.requireAlive()
          await pause(AGAIN_MS)
        }
      }
    }
    await Promise.all(this.#everybody.map(finish))
  }
}
