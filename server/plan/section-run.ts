import { toAppliedMutation } from '#domain/operations/applied-mutation.ts'
import { type Applied, apply } from '#domain/operations/apply.ts'
import { expandInsert } from '#domain/operations/expand-insert.ts'
import { findAt } from '#domain/operations/json.ts'
import { mergeText } from '#domain/operations/merge-text.ts'
import type { Mutation, Outcome, Tombstone } from '#domain/operations/operation.ts'
import { validateOperation } from '#domain/operations/validate-operation.ts'
import type { WorkBudget } from '#domain/operations/work-budget.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import type { Db } from '../db/engine.ts'
import type { AppliedMutation } from '../db/tables.ts'
import { findRemoved, rememberRemoved } from './known-operations.ts'
import type { CachedSection } from './section-cache.ts'

/** Maximum size of a section's value as JSON, in UTF-16 code units. */
const MAX_SECTION = 2 * 1024 * 1024

/** Applies operations to one section, within a transaction. */
export class SectionRun {
  readonly applied: AppliedMutation[] = []
  value: unknown
  /** Length of the value as JSON, in UTF-16 code units. */
  size: number
  readonly #trx: Db
  readonly #tripId: string
  readonly #section: SectionName
  readonly #budget: WorkBudget
  /** Tombstones by place; undefined if nothing was removed there. */
  readonly #tombstones = new Map<string, Tombstone | undefined>()

  constructor(
    trx: Db,
    tripId: string,
    section: SectionName,
    { value, size }: Pick<CachedSection, 'value' | 'size'>,
    budget: WorkBudget,
  ) {
    this.#trx = trx
    this.#tripId = tripId
    this.#section = section
    this.value = value
    this.size = size
    this.#budget = budget
  }

  async apply(mutation: Mutation, id: string): Promise<Outcome> {
    const form = forms[this.#section]
    if (validateOperation(form, mutation)) return 'invalid_operation'
    const start = { value: this.value, size: this.size, count: this.applied.length }
    for (const one of expandInsert(form, this.value, mutation)) {
      const outcome = await this.#applyOne(one, id)
      if (outcome === 'applied') continue
      // The others set fields of the same entry. They have left no tombstones, so this undoes them.
      this.value = start.value
      this.size = start.size
      this.applied.length = start.count
      return outcome
    }
    return 'applied'
  }

  async #applyOne(mutation: Mutation, id: string): Promise<Outcome> {
    const applied = await this.#applyWithTombstones(mutation)
    if (!applied.effect) return applied.outcome
    if (
      this.#section === 'people' &&
      'entry' in applied.effect &&
      duplicatesPerson(this.value as Party[], applied.value as Party[])
    )
      return 'invalid_operation'
    const size = this.size + growth(this.value, applied)
    if (size > MAX_SECTION && size > this.size) return 'section_too_large'
    await this.#record(applied, id)
    this.size = size
    return applied.outcome
  }

  /** Calls `apply`, and once more after loading the tombstones that it asked for. Most operations need none. */
  async #applyWithTombstones(mutation: Mutation): Promise<Applied<unknown>> {
    const tombstones = this.#tombstones
    for (;;) {
      const missing: string[] = []
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
      })
      if (missing.length === 0) return applied
      for (const place of missing)
        tombstones.set(place, await findRemoved(this.#trx, this.#tripId, this.#section, place))
    }
  }

  async #record(applied: Applied<unknown>, id: string): Promise<void> {
    const { effect, before, value } = applied
    const mutation = toAppliedMutation(applied)
    if (!effect || !mutation) return
    if ('gone' in effect && before) {
      const removed = { entry: before.is, after: before.after ?? null }
      this.#tombstones.set(effect.at.join('/'), removed)
      await rememberRemoved(this.#trx, this.#tripId, this.#section, [{ at: effect.at, ...removed }])
    }
    this.value = value
    this.applied.push({ ...mutation, id })
  }
}

/** A person's id must be in one party only, because memberships and private records refer to it. */
function duplicatesPerson(before: readonly Party[], after: readonly Party[]): boolean {
  return countDuplicates(after) > countDuplicates(before)
}

function countDuplicates(parties: readonly Party[]): number {
  const ids = listPersons(parties).map(({ id }) => id)
  return ids.length - new Set(ids).size
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
