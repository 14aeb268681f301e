import type { merge } from '../merge/merge.ts'
import { rebased } from '../merge/merge.ts'
import { equal } from '../operations/json.ts'

/*
 * How clients and server bring a section together, without the network between them: what server/plan/plan-store.ts and
 * web/data/section-store.ts do, in a few lines, for the property tests of the merge.
 * Server: applies saves one after the other, each merged against what it started from; a save whose id it knows changes nothing.
 * Client: shows its own value, has one save under way and repeats just that save until it is answered. While one is under way it
 *   leaves newer versions alone: whether its own edit is in them is not known before the answer.
 */

type Merge<Value> = typeof merge<Value>

export interface Save<Value> {
  id: number
  base: number
  from?: Value
  value: Value
}
export interface Answer<Value> {
  id: number
  version: number
  value: Value
}

export class SimulatedServer<Value> {
  readonly versions: Value[]
  /** The version that each save made, by its id. */
  readonly applied = new Map<number, number>()
  readonly #merge: Merge<Value>

  constructor(start: Value, merge: Merge<Value>) {
    this.versions = [start]
    this.#merge = merge
  }
  get version() {
    return this.versions.length - 1
  }
  get value() {
    return this.versions[this.version] as Value
  }

  receive({ id, base, from, value }: Save<Value>): Answer<Value> {
    if (!this.applied.has(id)) {
      this.versions.push(this.#merge(from ?? (this.versions[base] as Value), this.value, value))
      this.applied.set(id, this.version)
    }
    return { id, version: this.version, value: this.value }
  }
}

export class SimulatedClient<Value> {
  value: Value
  underWay: Save<Value> | undefined
  /** The newest version that the client knows, and what its edit started from. */
  #version = 0
  #latest: Value
  #base: Value
  readonly #merge: Merge<Value>

  constructor(start: Value, merge: Merge<Value>) {
    this.value = start
    this.#latest = start
    this.#base = start
    this.#merge = merge
  }

  get pending() {
    return !equal(this.value, this.#base)
  }
  /** What the next save is compared with. */
  get reference() {
    return this.underWay?.value ?? this.#base
  }

  /** Starts a save of what is pending, or answers the one that is under way. */
  send(id: number): Save<Value> | undefined {
    if (!this.underWay && this.pending) {
      const own = this.#base === this.#latest ? {} : { from: this.#base }
      this.underWay = { id, base: this.#version, ...own, value: this.value }
    }
    return this.underWay
  }

  hear(version: number, value: Value): void {
    if (!this.underWay && version > this.#version) this.#moveTo(version, value, this.#base)
  }

  answer({ id, version, value }: Answer<Value>): void {
    if (this.underWay?.id !== id) return
    const sent = this.underWay.value
    this.underWay = undefined
    this.#moveTo(version, value, sent)
  }

  #moveTo(version: number, value: Value, from: Value): void {
    this.#base = rebased(from, value, this.value)
    this.value = this.#merge(from, value, this.value)
    this.#version = version
    this.#latest = value
    this.settleUndone()
  }

  /** An edit that was taken back is none: what it kept of a removed entry goes with it. */
  settleUndone(): void {
    if (this.underWay || this.pending) return
    this.#base = this.#latest
    this.value = this.#latest
  }
}
