import { randomUUID } from 'node:crypto'
import { type OperationsRequest, operationsResponse, type PlanOperation } from '#domain/api/operations.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { Trip } from '#domain/trip.ts'
import type { Editor } from '../bench-together/mutations.ts'
import { type Caller, NO_ANSWER } from './caller.ts'
import { changeSection, operationsOf } from './own-sections.ts'
import { require } from './violation.ts'

/** Enough for one change that is possible. */
const FIRST_TRIES = 100

type Own = ReadonlyMap<CommonSectionName, unknown>

interface Unanswered {
  request: OperationsRequest
  /** Their sections once the request is applied. */
  next: Own
}

/** A client that edits its own sections of a trip, one request at a time, and records what was acknowledged. */
export class Planner {
  readonly trip: Trip
  readonly acknowledged = new Set<string>()
  /** The sections in which something was acknowledged. */
  readonly edited = new Set<CommonSectionName>()
  unanswered: Unanswered | undefined
  readonly #caller: Caller
  readonly #editor: Editor
  #own: Own

  constructor(trip: Trip, caller: Caller, { editor, sections }: { editor: Editor; sections: CommonSectionName[] }) {
    this.trip = trip
    this.#caller = caller
    this.#editor = editor
    this.#own = new Map(sections.map((name) => [name, planTemplates[name](trip.type)]))
  }

  get sections(): CommonSectionName[] {
    return [...this.#own.keys()]
  }

  /** Sends the unanswered request, or else a new one. Returns whether it was acknowledged. */
  async send(): Promise<boolean> {
    this.unanswered ??= this.#nextRequest()
    const { request, next } = this.unanswered
    const answer = await this.#caller.request('POST', `/api/trips/${this.trip.id}/operations`, { json: request })
    if (answer === NO_ANSWER) return false
    const { refused, superseded } = operationsResponse.parse(answer)
    require(refused.length + superseded.length ===
      0, `nobody else edits these sections, but: ${JSON.stringify({ refused, superseded })}`)
    for (const { id, section } of request.operations) {
      this.acknowledged.add(id)
      this.edited.add(section as CommonSectionName)
    }
    this.#own = next
    this.unanswered = undefined
    return true
  }

  /** Their section as they sent it. `isDone`: whether the unanswered request was applied. */
  valueOf(section: CommonSectionName, isDone: boolean): unknown {
    const { next = this.#own } = this.unanswered ?? {}
    return (isDone ? next : this.#own).get(section)
  }

  /** A few random changes in random sections, as the app would send them. */
  #nextRequest(): Unanswered {
    const { random } = this.#editor
    const next = new Map(this.#own)
    const operations: PlanOperation[] = []
    while (operations.length === 0) {
      for (const section of this.sections) {
        // A section without edits comes first, so that a short run has edits of all of them.
        const isFirst = !this.edited.has(section)
        if (!isFirst && !random.chance(0.3)) continue
        const { mutations, value } = this.#change(section, isFirst ? FIRST_TRIES : 1)
        next.set(section, value)
        operations.push(...mutations.map((made) => ({ id: randomUUID(), section, ...made })))
      }
    }
    return { request: { operations, seen: {} }, next }
  }

  /** Not every change is possible at first: there may be nothing to remove. */
  #change(section: CommonSectionName, tries: number): ReturnType<typeof operationsOf> {
    const from = this.#own.get(section)
    const made = operationsOf(section, this.trip.type, { from, to: changeSection(section, from, this.#editor) })
    return made.mutations.length > 0 || tries <= 1 ? made : this.#change(section, tries - 1)
  }
}
