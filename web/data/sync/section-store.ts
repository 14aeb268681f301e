import type { PlanOperation } from '#domain/api/operations.ts'
import { apply, type MergeText } from '#domain/operations/apply.ts'
import { applyEffect } from '#domain/operations/effects.ts'
import { expandInsert } from '#domain/operations/expand-insert.ts'
import { formAt } from '#domain/operations/form.ts'
import { inverse } from '#domain/operations/inverse.ts'
import { equal, findAt, isObject } from '#domain/operations/json.ts'
import { indexOf } from '#domain/operations/list-index.ts'
import type { Effect, Mutation, Path, Tombstone } from '#domain/operations/operation.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'
import { withoutUnstorable } from '#domain/text.ts'
import type { TripType } from '#domain/trip.ts'
import { logFailure } from '../log.ts'
import { withSharedObjects } from '../shared-objects.ts'

/*
 * One section of one trip, as this page shows it.
 * Job: shows the newest value known from the server with the pending operations replayed over it (the rebase), and
 *   turns what the user changes into operations for the log.
 * Invariants: an edit exists only in the log. Unchanged parts stay the same objects, so they do not render again.
 * Failure: if an effect does not fit the value, or the checksum differs, the section loses its version, and the page
 *   fetches the trip again.
 */

/**
 * When an edit is sent. 'after-pause': after a pause in editing. 'at-once': without a pause, for a single action such
 * as a tick, and for each key in a note (decision 10).
 */
export type SaveTiming = 'after-pause' | 'at-once'

export interface Versioned<Name extends SectionName> {
  version: number
  value: SectionValue<Name>
}

export interface SectionSnapshot<Name extends SectionName> {
  value: SectionValue<Name>
}

/** What a section needs of its plan: see open-plan.ts. */
export interface SectionPlan {
  /** The pending operations on a section, oldest first. */
  listPending(name: SectionName): readonly PlanOperation[]
  /** Adds what the user has changed in a section to the log, to be sent. */
  add(name: SectionName, mutations: readonly Mutation[], timing: SaveTiming): void
  /** The local copy of the server's value is suspect: fetch it. */
  onOutOfSync(): void
}

export class SectionStore<Name extends SectionName> {
  readonly name: Name
  readonly #plan: SectionPlan
  readonly #type: TripType
  readonly #listeners = new Set<() => void>()
  /** Tombstones of the entries that were removed while this page was open, by path: a late edit restores its entry. */
  readonly #tombstones = new Map<string, Tombstone>()
  /**
   * The newest value known from the server. The version is undefined once it may be wrong; the trip is then fetched.
   */
  #server: { version: number | undefined; value: SectionValue<Name> }
  #snapshot: SectionSnapshot<Name>
  /** What is shown is the replay of these operations over this value; undefined if it is no replay. */
  #replayed: { pending: readonly PlanOperation[]; server: SectionValue<Name> } | undefined

  constructor(name: Name, type: TripType, current: Versioned<Name>, plan: SectionPlan) {
    this.name = name
    this.#type = type
    this.#plan = plan
    this.#server = current
    const pending = plan.listPending(name)
    this.#snapshot = { value: this.#replay(pending) }
    this.#replayed = { pending, server: current.value }
  }

  getSnapshot = (): SectionSnapshot<Name> => this.#snapshot

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The version known from the server; undefined if the section has to be fetched. */
  get version(): number | undefined {
    return this.#server.version
  }

  /** The value known from the server, without pending operations; undefined if it may be wrong. */
  get current(): Versioned<Name> | undefined {
    const { version, value } = this.#server
    return version === undefined ? undefined : { version, value }
  }

  /**
   * Changes the section. The screen shows it at once.
   * @param change returns the new value for the one shown
   * @returns a function that undoes the change, except for fields that somebody has set to something else since
   */
  edit = (
    change: (value: SectionValue<Name>) => SectionValue<Name>,
    timing: SaveTiming = 'after-pause',
  ): (() => void) => {
    const { value } = this.#snapshot
    const undo = this.#perform(this.#diff(value, change(value)), timing)
    return () => void this.#perform(undo.filter(this.#isUnchanged), 'at-once')
  }

  /** Whether the field still has the value that an inverse takes back. Long texts merge. */
  #isUnchanged = ({ at, ...inverted }: Mutation): boolean => {
    if (inverted.do !== 'set') return true
    const leaf = formAt(forms[this.name], at)
    if (leaf?.is === 'leaf' && leaf.content === 'text') return true
    const current = findAt(this.#snapshot.value, at)
    // An entry that is gone comes back with its fields.
    return current === undefined || equal(current, inverted.was)
  }

  /** Sets a field again to what an earlier mutation set, whatever is there now. Restores a removed entry around it. */
  setAgain = ({ at, to, was }: Mutation & { do: 'set' }): void => {
    this.#perform([{ do: 'set', at, to, was: findAt(this.#snapshot.value, at) ?? was }], 'at-once')
  }

  /**
   * Restores removed entries of a list, each as it was when it was removed, or as in `value` if it has no tombstone.
   * It goes from last to first: when a whole list was removed, each entry was the first one when its turn came.
   */
  restore = (value: SectionValue<Name>): void => {
    const mutations = this.#diff(this.#snapshot.value, value).map(
      (mutation): Mutation =>
        mutation.do === 'insert' ? { do: 'restore', at: mutation.at, was: mutation.entry, after: null } : mutation,
    )
    this.#perform(mutations.reverse(), 'at-once')
  }

  /** Changes the section as mutations say. */
  perform = (mutations: readonly Mutation[]): void => {
    this.#perform(mutations, 'at-once')
  }

  /** Applies what a draft changed in the value it was taken `from`, and sends it at once. */
  applyDraft = (from: SectionValue<Name>, draft: SectionValue<Name>): void => {
    this.#perform(this.#diff(from, draft), 'at-once')
  }

  /** Takes over a whole value, unless a newer one is known. It is shown by the next rebase. */
  receive({ version, value }: Versioned<Name>): void {
    if (version > (this.#server.version ?? -1))
      this.#server = { version, value: withSharedObjects(this.#server.value, value) }
  }

  /**
   * Applies the effects that lead to a version from the one before it, unless that version is known.
   * @param check the checksum of the value at that version, if the server sent one
   * @returns whether the section is now at that version, or at a later one
   */
  receiveEffects(version: number, effects: readonly Effect[], check?: number): boolean {
    const known = this.#server.version
    if (known === undefined || version > known + 1) return false
    if (version <= known) return true
    let value: SectionValue<Name> | undefined = this.#server.value
    for (const effect of effects) {
      if (value !== undefined && 'gone' in effect) this.#addTombstone(effect.at, value)
      value = value && (applyEffect(value, effect) as SectionValue<Name> | undefined)
    }
    this.#server = value ? { version, value } : { version: undefined, value: this.#server.value }
    if (value && check !== undefined) void this.#verify({ version, value }, check)
    return value !== undefined
  }

  /** Compares a value with the server's checksum. The code for it is loaded on first use. */
  async #verify({ version, value }: Versioned<Name>, check: number): Promise<void> {
    const code = await import('#domain/operations/checksum.ts').catch(() => undefined)
    // If the code cannot be loaded, for example offline, a later checksum does.
    if (!code || code.checksum(forms[this.name], value) === check) return
    logFailure('A section differs from the server and is fetched again', `${this.name} ${version}`)
    this.#server = { ...this.#server, version: undefined }
    this.#plan.onOutOfSync()
  }

  /**
   * Rebases: replays the pending operations over the newest value from the server, if either has changed. `notify` then
   * shows the result.
   * @returns whether the value is another one
   */
  rebase(): boolean {
    const pending = this.#plan.listPending(this.name)
    const { pending: before, server } = this.#replayed ?? {}
    const isSame = pending.length === before?.length && pending.every((operation, index) => operation === before[index])
    if (isSame && server === this.#server.value) return false
    const shown = this.#snapshot.value
    const value = withSharedObjects(shown, this.#replay(pending))
    // Both values are equal then: share the objects.
    if (pending.length === 0) this.#server = { ...this.#server, value }
    this.#replayed = { pending, server: this.#server.value }
    if (value !== shown) this.#snapshot = { value }
    return value !== shown
  }

  notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #diff(from: unknown, to: unknown): Mutation[] {
    return diffSection(this.name, this.#type, from, to).flatMap((mutation) => {
      const clean = storable(mutation)
      return clean.do === 'set' && equal(clean.to, clean.was) ? [] : [clean]
    })
  }

  /** Adds mutations to the log and shows them. Returns those that undo them. */
  #perform(mutations: readonly Mutation[], timing: SaveTiming): Mutation[] {
    const inverses: Mutation[] = []
    let current: unknown = this.#snapshot.value
    for (const mutation of mutations) {
      const undo = inverse(forms[this.name], mutation, current)
      if (undo) inverses.unshift(undo)
      current = this.#apply(current, mutation)
    }
    if (mutations.length > 0) this.#plan.add(this.name, mutations, timing)
    this.#show(current as SectionValue<Name>)
    this.#replayed = undefined
    return inverses
  }

  #replay(pending: readonly PlanOperation[]): SectionValue<Name> {
    return pending.reduce<unknown>(
      (value, mutation) => this.#apply(value, mutation),
      this.#server.value,
    ) as SectionValue<Name>
  }

  #apply(value: unknown, mutation: Mutation): unknown {
    const form = forms[this.name]
    const findTombstone = (at: Path) => this.#tombstones.get(at.join('/'))
    return expandInsert(form, value, mutation).reduce((current, one) => {
      const applied = apply(current, one, { form, findTombstone, mergeText: this.#mergeText })
      if (applied.effect && 'gone' in applied.effect) this.#addTombstone(one.at, current)
      return applied.value
    }, value)
  }

  /** The code is loaded when two users have changed the same text, which is rare. Until then one's own is shown. */
  #mergeText: MergeText = (was, now, to, work) => {
    // The text may have been sent, and be merged already: nobody knows before the server answers.
    if (mergeCode?.includesAddedWords(was, now, to)) return { text: now, hasBothLines: false }
    if (mergeCode) return mergeCode.mergeText(was, now, to, work)
    void loadMergeCode().then((isLoaded) => {
      // Also if it could not be loaded: the next rebase tries again.
      this.#replayed = undefined
      if (isLoaded && this.rebase()) this.notify()
    })
    return { text: to, hasBothLines: false }
  }

  #addTombstone(at: Path, value: unknown): void {
    const container = findAt(value, at.slice(0, -1))
    const key = at.at(-1) as string
    const after = Array.isArray(container)
      ? ((container[indexOf(container, key) - 1] as { id: string } | undefined)?.id ?? null)
      : undefined
    this.#tombstones.set(at.join('/'), { entry: findAt(value, at), after })
  }

  #show(value: SectionValue<Name>): void {
    if (value === this.#snapshot.value) return
    this.#snapshot = { value }
    this.notify()
  }
}

let mergeCode: typeof import('#domain/operations/merge-text.ts') | undefined

async function loadMergeCode(): Promise<boolean> {
  try {
    mergeCode ??= await import('#domain/operations/merge-text.ts')
    return true
  } catch (failure) {
    logFailure('The code that merges texts could not be loaded', failure)
    return false
  }
}

/** The value without the characters that the databases cannot store, such as a NUL in pasted text. */
function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return withoutUnstorable(value) as Value
  if (Array.isArray(value)) return value.map(storable) as Value
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, storable(entry)])) as Value
}
