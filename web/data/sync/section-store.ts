import type { PlanOperation, SectionEffect } from '#domain/api/operations.ts'
import { apply, type MergeText } from '#domain/operations/apply.ts'
import { applyEffect } from '#domain/operations/effects.ts'
import { inverse } from '#domain/operations/inverse.ts'
import { equal, findAt, indexOf, isObject } from '#domain/operations/json.ts'
import type { Effect, Mutation, Path, Removed } from '#domain/operations/operation.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'
import { withoutUnstorable } from '#domain/text.ts'
import type { TripType } from '#domain/trip.ts'
import { logFailure } from '../log.ts'
import { withSharedObjects } from './shared-objects.ts'

/*
 * One section of one trip, as this page shows it.
 * Job: what is shown is the newest value that the server is known to have, with what waits in the log replayed over it; what
 *   the person makes of it goes into the log as operations.
 * Invariants: nothing else is kept of an edit; what has not changed stays the same object.
 * Failure: where effects do not fit to the value, or its checksum is another, the section has no version any more, and is fetched
 *   as a whole.
 */

export type When = 'after-pause' | 'at-once'

export interface Versioned<Name extends SectionName> {
  version: number
  value: SectionValue<Name>
}

export interface SectionSnapshot<Name extends SectionName> {
  value: SectionValue<Name>
}

/** Where the operations of a section go. */
export interface SectionLog {
  /** What waits, in order. */
  list: () => readonly PlanOperation[]
  add: (mutations: readonly Mutation[], when: When) => void
  /** What is known of the section may not be what the server has. */
  onDiffers: () => void
}

export class SectionStore<Name extends SectionName> {
  readonly name: Name
  readonly #log: SectionLog
  readonly #type: TripType
  readonly #listeners = new Set<() => void>()
  /** What was removed while this page was open, by place: what a person typed in it brings it back. */
  readonly #removed = new Map<string, Removed>()
  /** The newest value that the server is known to have; its version is undefined where the two may differ. */
  #server: { version: number | undefined; value: SectionValue<Name> }
  #snapshot: SectionSnapshot<Name>

  /** @param type of the trip */
  constructor(name: Name, type: TripType, current: Versioned<Name>, log: SectionLog) {
    this.name = name
    this.#type = type
    this.#log = log
    this.#server = current
    this.#snapshot = { value: this.#replay(log.list()) }
  }

  getSnapshot = (): SectionSnapshot<Name> => this.#snapshot

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The version that the server is known to have; undefined where the section has to be fetched. */
  get version(): number | undefined {
    return this.#server.version
  }

  /** What the server is known to have. */
  get current(): Versioned<Name> | undefined {
    const { version, value } = this.#server
    return version === undefined ? undefined : { version, value }
  }

  /**
   * Changes the section: on the screen at once, on the server after a pause in editing or right away.
   * @param change makes the new value from the one shown
   * @param when 'after-pause' for typing, 'at-once' for a mutation such as adding or removing
   * @returns the function that takes it back
   */
  edit = (change: (value: SectionValue<Name>) => SectionValue<Name>, when: When = 'after-pause'): (() => void) => {
    const { value } = this.#snapshot
    const back = this.#do(this.#diff(value, change(value)), when)
    return () => void this.#do(back, 'at-once')
  }

  /**
   * Brings back removed entries of a list, each as it was when it was removed; one of which nothing is known is as in `value`.
   * From last to first: when all were removed, each was at the front by the time that its turn came.
   */
  restore = (value: SectionValue<Name>): void => {
    const mutations = this.#diff(this.#snapshot.value, value).map(
      (mutation): Mutation =>
        mutation.do === 'insert' ? { do: 'restore', at: mutation.at, was: mutation.entry, after: null } : mutation,
    )
    this.#do(mutations.reverse(), 'at-once')
  }

  /** Takes over what was made of a copy that was taken `from` an earlier value, on its way to the server at once. */
  editCopy = (from: SectionValue<Name>, copy: SectionValue<Name>): void => {
    this.#do(this.#diff(from, copy), 'at-once')
  }

  /** Takes over a whole value, unless a newer one is known. What is shown follows with `show`. */
  receive({ version, value }: Versioned<Name>): void {
    if (version > (this.#server.version ?? -1))
      this.#server = { version, value: withSharedObjects(this.#server.value, value) }
  }

  /**
   * Takes over what led to a version from the one before it, unless that is known.
   * @param check the checksum of the value at that version, where it is told
   * @returns whether the section is at that version then, or at a later one
   */
  receiveEffects(version: number, effects: readonly Effect[], check?: number): boolean {
    const known = this.#server.version
    if (known === undefined || version > known + 1) return false
    if (version <= known) return true
    let value: SectionValue<Name> | undefined = this.#server.value
    for (const effect of effects) {
      if (value !== undefined && 'gone' in effect) this.#noteRemoved(effect.at, value)
      value = value && (applyEffect(value, effect) as SectionValue<Name> | undefined)
    }
    this.#server = value ? { version, value } : { version: undefined, value: this.#server.value }
    if (value && check !== undefined) void this.#verify({ version, value }, check)
    return value !== undefined
  }

  /** Looks whether a value has the checksum that the server told; the code for it is fetched when it first does. */
  async #verify({ version, value }: Versioned<Name>, check: number): Promise<void> {
    const code = await import('#domain/operations/checksum.ts').catch(() => undefined)
    // Where it cannot be had now, as without a network, a later value is looked at.
    if (!code || code.checksum(forms[this.name], value) === check) return
    logFailure('A part of the plan was not what the server has, and is fetched anew', `${this.name} ${version}`)
    this.#server = { ...this.#server, version: undefined }
    this.#log.onDiffers()
  }

  /** Shows what the server is known to have by now, and what waits. */
  show(): void {
    const waiting = this.#log.list()
    const value = withSharedObjects(this.#snapshot.value, this.#replay(waiting))
    if (waiting.length === 0) this.#server = { ...this.#server, value }
    this.#publish(value)
  }

  #diff(from: unknown, to: unknown): Mutation[] {
    return diffSection(this.name, this.#type, from, to).flatMap((mutation) => {
      const clean = storable(mutation)
      return clean.do === 'set' && equal(clean.to, clean.was) ? [] : [clean]
    })
  }

  /** Shows mutations, and puts them into the log. Answers those that take them back. */
  #do(mutations: readonly Mutation[], when: When): Mutation[] {
    const back: Mutation[] = []
    let now: unknown = this.#snapshot.value
    for (const mutation of mutations) {
      back.unshift(inverse(mutation, now))
      now = this.#apply(now, mutation)
    }
    if (mutations.length > 0) this.#log.add(mutations, when)
    this.#publish(now as SectionValue<Name>)
    return back
  }

  #replay(waiting: readonly PlanOperation[]): SectionValue<Name> {
    return waiting.reduce<unknown>(
      (value, mutation) => this.#apply(value, mutation),
      this.#server.value,
    ) as SectionValue<Name>
  }

  #apply(value: unknown, mutation: Mutation): unknown {
    const findRemoved = (at: Path) => this.#removed.get(at.join('/'))
    const applied = apply(value, mutation, { form: forms[this.name], findRemoved, mergeText: this.#mergeText })
    if (applied.effect && 'gone' in applied.effect) this.#noteRemoved(mutation.at, value)
    return applied.value
  }

  /** The code for it is fetched when two people have changed the same text, which few ever do; until it is here one's own stands. */
  #mergeText: MergeText = (was, now, to, work) => {
    // It may have been sent, and be in there: nobody knows before the server has answered.
    if (merging) return merging.isSaid(was, now, to) ? now : merging.mergeText(was, now, to, work)
    void loadMerging().then((isHere) => isHere && this.show())
    return to
  }

  #noteRemoved(at: Path, value: unknown): void {
    const around = findAt(value, at.slice(0, -1))
    const key = at.at(-1) as string
    const after = Array.isArray(around)
      ? ((around[indexOf(around, key) - 1] as { id: string } | undefined)?.id ?? null)
      : undefined
    this.#removed.set(at.join('/'), { entry: findAt(value, at), after })
  }

  #publish(value: SectionValue<Name>): void {
    if (value === this.#snapshot.value) return
    this.#snapshot = { value }
    for (const listener of this.#listeners) listener()
  }
}

let merging: typeof import('#domain/operations/merge-text.ts') | undefined

/** Answers whether it is here. */
async function loadMerging(): Promise<boolean> {
  try {
    merging ??= await import('#domain/operations/merge-text.ts')
    return true
  } catch (failure) {
    logFailure('The texts of two people could not be shown as one', failure)
    return false
  }
}

/** The effects of an answer on one section, by the versions that they led to. */
export function byVersion(effects: readonly SectionEffect[], name: SectionName): Map<number, Effect[]> {
  const versions = new Map<number, Effect[]>()
  for (const { section, version, op: _, ...effect } of effects)
    if (section === name) versions.set(version, [...(versions.get(version) ?? []), effect])
  return versions
}

/** The value without the characters that no engine stores, such as a NUL in pasted text. */
function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return withoutUnstorable(value) as Value
  if (Array.isArray(value)) return value.map(storable) as Value
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, storable(entry)])) as Value
}
