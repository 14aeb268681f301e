import { randomUUID } from 'node:crypto'
import { type OperationsRequest, operationsAnswer, type PlanOperation } from '#domain/api/operations.ts'
import { equal } from '#domain/operations/json.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import type { Trip } from '#domain/trip.ts'
import { type Caller, NO_ANSWER } from './caller.ts'
import { type EditedSection, editedSections, type Owner, ownPart } from './own-parts.ts'
import { require } from './violation.ts'

type Own = Record<EditedSection, unknown>

interface Unanswered {
  request: OperationsRequest
  /** Their part once the request is applied. */
  next: Own
}

/** A client that edits its own part of a trip, one request at a time, and records what was acknowledged. */
export class Planner {
  readonly trip: Trip
  readonly owner: Owner
  readonly acknowledged = new Set<string>()
  unanswered: Unanswered | undefined
  readonly #caller: Caller
  #own: Own

  constructor(trip: Trip, caller: Caller, owner: Omit<Owner, 'type' | 'ids'>) {
    this.trip = trip
    this.owner = { ...owner, type: trip.type, ids: new Set() }
    this.#caller = caller
    this.#own = Object.fromEntries(editedSections.map((name) => [name, ownPart(name).start(this.owner)])) as Own
  }

  /** Sends the unanswered request, or else a new one. Returns whether it was acknowledged. */
  async send(): Promise<boolean> {
    this.unanswered ??= this.#nextRequest()
    const { request, next } = this.unanswered
    const answer = await this.#caller.request('POST', `/api/trips/${this.trip.id}/operations`, { json: request })
    if (answer === NO_ANSWER) return false
    const { refused, superseded } = operationsAnswer.parse(answer)
    require(refused.length + superseded.length ===
      0, `nobody else edits these entries, but: ${JSON.stringify({ refused, superseded })}`)
    for (const { id } of request.operations) this.acknowledged.add(id)
    this.#own = next
    this.unanswered = undefined
    return true
  }

  /** Whether their part of a section is as they sent it. `isDone`: whether the unanswered request was applied. */
  owns(section: EditedSection, value: unknown, isDone: boolean): boolean {
    const { next = this.#own } = this.unanswered ?? {}
    return equal(ownPart(section).of(value, this.owner), (isDone ? next : this.#own)[section])
  }

  /** A few random changes in random sections, as the app would send them. */
  #nextRequest(): Unanswered {
    const { random } = this.owner
    const next = { ...this.#own }
    const operations: PlanOperation[] = []
    while (operations.length === 0) {
      const sections = editedSections.filter(() => random.chance(0.3))
      for (const section of sections) {
        for (let mutation = 0; mutation < random.between(1, 4); mutation++)
          next[section] = ownPart(section).change(next[section], this.owner)
        const mutations = diffSection(section, this.trip.type, this.#own[section], next[section])
        operations.push(...mutations.map((made) => ({ id: randomUUID(), section, ...made })))
      }
    }
    return { request: { operations, seen: {} }, next }
  }
}
