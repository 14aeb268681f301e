import { toAppliedMutation } from '#domain/operations/applied-mutation.ts'
import { type Applied, apply } from '#domain/operations/apply.ts'
import { withDefaultsInside } from '#domain/operations/defaults.ts'
import { expandInsert } from '#domain/operations/expand-insert.ts'
import { findAt } from '#domain/operations/json.ts'
import { mergeText } from '#domain/operations/merge-text.ts'
import { isRefusal, type Mutation, type Outcome, type Path, type Tombstone } from '#domain/operations/operation.ts'
import { validateOperation } from '#domain/operations/validate-operation.ts'
import type { WorkBudget } from '#domain/operations/work-budget.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { findExceeded } from '#domain/plan/limits.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import type { Db } from '../db/engine.ts'
import type { StoredMutation } from '../db/tables.ts'
import { giveWay } from '../db/turn-of-event-loop.ts'
import { findLastChange, type LastChange } from './field-changes.ts'
import { findRemoved, rememberRemoved } from './known-operations.ts'
import type { CachedSection } from './section-cache.ts'

/** Maximum size of a section's value as JSON, in UTF-16 code units. */
const MAX_SECTION = 2 * 1024 * 1024

/**
 * Whose operations are applied, and where. `authorId`: a user; null for the app itself. `isLimited`: whether the trip
 * gets no more than it may have (plan/limits.ts). What the app does itself, such as a copy, is never cut short.
 */
interface RunOptions {
  tripId: string
  section: SectionName
  authorId: string | null
  /** By the server's clock, in milliseconds since 1970. */
  now: number
  isLimited: boolean
}

/** Applies operations to one section, within a transaction. */
export class SectionRun {
  readonly applied: StoredMutation[] = []
  /** When the short fields that this run has set were typed, by place. */
  typedAt = new Map<string, number | undefined>()
  /** Merged operations by id, each with the last change of the text that it was merged with, if known. */
  readonly merged = new Map<string, LastChange | undefined>()
  value: unknown
  /** Length of the value as JSON, in UTF-16 code units. */
  size: number
  readonly #trx: Db
  readonly #options: RunOptions
  readonly #section: SectionName
  readonly #budget: WorkBudget
  /** Tombstones by place; undefined if nothing was removed there. */
  readonly #tombstones = new Map<string, Tombstone | undefined>()
  /** The last changes of places before this run; undefined if nothing is known. */
  readonly #lastChanges = new Map<string, LastChange | undefined>()

  constructor(
    trx: Db,
    options: RunOptions,
    { value, size }: Pick<CachedSection, 'value' | 'size'>,
    budget: WorkBudget,
  ) {
    this.#trx = trx
    this.#options = options
    this.#section = options.section
    this.value = value
    this.size = size
    this.#budget = budget
  }

  /** @param typedAt when the author typed it, in milliseconds since 1970; undefined if that is not known */
  async apply(received: Mutation, id: string, typedAt: number | undefined): Promise<Outcome> {
    const form = forms[this.#section]
    // An entry may have thousands of others in it, so each step may be long.
    const mutation = withDefaultsInside(form, received)
    await giveWay()
    if (validateOperation(form, mutation)) return 'invalid_operation'
    await giveWay()
    const all = expandInsert(form, this.value, mutation)
    const [only] = all
    if (only && all.length === 1) return this.#applyOne(only, id, typedAt)
    const start = { value: this.value, size: this.size, count: this.applied.length, typedAt: new Map(this.typedAt) }
    const outcomes: Outcome[] = []
    for (const one of all) {
      const outcome = await this.#applyOne(one, id, typedAt)
      outcomes.push(outcome)
      if (!isRefusal(outcome)) continue
      // The others set fields of the same entry. They have left no tombstones, so this undoes them.
      this.value = start.value
      this.size = start.size
      this.applied.length = start.count
      this.typedAt = start.typedAt
      this.merged.delete(id)
      return outcome
    }
    return outcomes.find((outcome) => outcome !== 'applied') ?? 'applied'
  }

  async #applyOne(mutation: Mutation, id: string, typedAt: number | undefined): Promise<Outcome> {
    const applied = await this.#applyWithContext(mutation, typedAt)
    await giveWay()
    if (!applied.effect) return applied.outcome
    if (
      this.#section === 'people' &&
      'entry' in applied.effect &&
      duplicatesPerson(this.value as Party[], applied.value as Party[])
    )
      return 'invalid_operation'
    const isNew =
      'entry' in applied.effect && (mutation.do === 'insert' || !this.#tombstones.get(applied.effect.at.join('/')))
    // What comes back was there: a trip above a limit can undo a removal.
    const exceeded =
      this.#options.isLimited && isNew ? findExceeded(this.#section, this.value, applied.value) : undefined
    if (exceeded) return exceeded
    const size = this.size + growth(this.value, applied)
    if (size > MAX_SECTION && size > this.size) return 'section_too_large'
    const outcome =
      applied.outcome === 'merged' && !(await this.#recordMerge(mutation.at, id)) ? 'applied' : applied.outcome
    if (mutation.do === 'set') this.typedAt.set(mutation.at.join('/'), typedAt)
    await this.#record(applied, id)
    this.size = size
    return outcome
  }

  /** Who changed the place last, and when it was typed: in this run, or before it. */
  async findLastChange(at: Path): Promise<LastChange | undefined> {
    const place = at.join('/')
    const { tripId, now } = this.#options
    if (!this.#lastChanges.has(place))
      this.#lastChanges.set(place, await findLastChange(this.#trx, tripId, this.#section, at, now))
    return this.#lastChanges.get(place)
  }

  /** The entry that was last removed from a place, before this run or in it. */
  async findRemoved(at: Path): Promise<unknown> {
    const place = at.join('/')
    if (!this.#tombstones.has(place)) await this.#loadTombstone(place)
    return this.#tombstones.get(place)?.entry
  }

  async #loadTombstone(place: string): Promise<void> {
    this.#tombstones.set(place, await findRemoved(this.#trx, this.#options.tripId, this.#section, place))
  }

  /** Whether it was merged with a text of somebody else. */
  async #recordMerge(at: Path, id: string): Promise<boolean> {
    if (this.typedAt.has(at.join('/'))) return false
    const other = await this.findLastChange(at)
    if (other?.by && other.by === this.#options.authorId) return false
    this.merged.set(id, other)
    return true
  }

  /**
   * Calls `apply`, and once more after loading the tombstones and times that it asked for. Most operations need none.
   */
  async #applyWithContext(mutation: Mutation, typedAt: number | undefined): Promise<Applied<unknown>> {
    const tombstones = this.#tombstones
    for (;;) {
      const missing: string[] = []
      let needsTime = false
      const find = (at: readonly string[]) => {
        const place = at.join('/')
        if (!tombstones.has(place)) missing.push(place)
        return tombstones.get(place)
      }
      const applied = apply(this.value, mutation, {
        form: forms[this.#section],
        findTombstone: find,
        work: this.#budget,
        mergeText,
        typedAfter: (at) => {
          if (typedAt === undefined) return false
          const place = at.join('/')
          needsTime = !this.typedAt.has(place) && !this.#lastChanges.has(place)
          const current = this.typedAt.get(place) ?? this.#lastChanges.get(place)?.typedAt
          return current !== undefined && current > typedAt
        },
      })
      if (missing.length === 0 && !needsTime) return applied
      if (needsTime) await this.findLastChange(mutation.at)
      for (const place of missing) await this.#loadTombstone(place)
    }
  }

  async #record(applied: Applied<unknown>, id: string): Promise<void> {
    const { effect, before, value } = applied
    const mutation = toAppliedMutation(applied)
    if (!effect || !mutation) return
    if ('gone' in effect && before) {
      const removed = { entry: before.is, after: before.after ?? null }
      this.#tombstones.set(effect.at.join('/'), removed)
      await rememberRemoved(this.#trx, this.#options.tripId, this.#section, [{ at: effect.at, ...removed }])
    }
    this.value = value
    this.applied.push({ ...mutation, id })
  }
}

/** A person's id must be in one party only, because memberships and private records refer to it. */
function duplicatesPerson(before: readonly Party[], after: readonly Party[]): boolean {
  return countDuplicates(after) > countDuplicates(before)
}

const duplicates = new WeakMap<readonly Party[], number>()

function countDuplicates(parties: readonly Party[]): number {
  let count = duplicates.get(parties)
  if (count === undefined) {
    const ids = listPersons(parties).map(({ id }) => id)
    count = ids.length - new Set(ids).size
    duplicates.set(parties, count)
  }
  return count
}

/** How much longer an effect makes a section's JSON. */
function growth(value: unknown, { effect, before }: Applied<unknown>): number {
  if (!effect || (!('is' in effect) && !('gone' in effect) && !('entry' in effect))) return 0
  if ('is' in effect && before?.is !== undefined) return lengthOf(effect.is) - lengthOf(before.is)
  const parent = findAt(value, effect.at.slice(0, -1))
  const name = Array.isArray(parent) ? 0 : lengthOf(effect.at.at(-1)) + 1
  const count = Array.isArray(parent) ? parent.length : Object.keys(parent as object).length
  if ('gone' in effect) return -(lengthOf(before?.is) + name + (count > 1 ? 1 : 0))
  return lengthOf('is' in effect ? effect.is : effect.entry) + name + (count > 0 ? 1 : 0)
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length
