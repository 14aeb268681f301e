import { toAppliedMutation } from '#domain/operations/applied-mutation.ts'
import { type Applied, apply } from '#domain/operations/apply.ts'
import { findAt } from '#domain/operations/json.ts'
import { mergeText } from '#domain/operations/merge-text.ts'
import type { Mutation, Outcome, Removed } from '#domain/operations/operation.ts'
import { validateOperation } from '#domain/operations/validate-operation.ts'
import type { WorkBudget } from '#domain/operations/work-budget.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { type Party, personsOf } from '#domain/plan/people.ts'
import type { Db } from '../db/engine.ts'
import type { AppliedMutation } from '../db/tables.ts'
import { findRemoved, rememberRemoved } from './known-operations.ts'
import type { CachedSection } from './section-cache.ts'

/** How large the value of a section may be, as JSON, in UTF-16 code units. */
export const MAX_SECTION = 2 * 1024 * 1024

/** One section while operations are applied to it, within a transaction. */
export class SectionRun {
  readonly applied: AppliedMutation[] = []
  value: unknown
  /** How long the value is as JSON, in UTF-16 code units. */
  size: number
  readonly #trx: Db
  readonly #tripId: string
  readonly #section: SectionName
  readonly #work: WorkBudget
  /** What is known of places where something was removed, or was not. */
  readonly #removed = new Map<string, Removed | undefined>()

  constructor(
    trx: Db,
    tripId: string,
    section: SectionName,
    { value, size }: Pick<CachedSection, 'value' | 'size'>,
    work: WorkBudget,
  ) {
    this.#trx = trx
    this.#tripId = tripId
    this.#section = section
    this.value = value
    this.size = size
    this.#work = work
  }

  /** Applies one operation, and answers how it ended. */
  async apply(mutation: Mutation, id: string): Promise<Outcome> {
    if (validateOperation(forms[this.#section], mutation)) return 'invalid_operation'
    const applied = await this.#applyKnowing(mutation)
    if (!applied.effect) return applied.outcome
    if (
      this.#section === 'people' &&
      'entry' in applied.effect &&
      putsPersonTwice(this.value as Party[], applied.value as Party[])
    )
      return 'invalid_operation'
    const size = this.size + growth(this.value, applied)
    if (size > MAX_SECTION && size > this.size) return 'section_too_large'
    await this.#note(applied, id)
    this.size = size
    return applied.outcome
  }

  /** What `apply` asks for of what was removed is looked up, and it is asked once more: for most operations it asks for nothing. */
  async #applyKnowing(mutation: Mutation): Promise<Applied<unknown>> {
    const known = this.#removed
    for (;;) {
      const missing: string[] = []
      const find = (at: readonly string[]) => {
        const place = at.join('/')
        if (!known.has(place)) missing.push(place)
        return known.get(place)
      }
      const applied = apply(this.value, mutation, {
        form: forms[this.#section],
        findRemoved: find,
        work: this.#work,
        mergeText,
      })
      if (missing.length === 0) return applied
      for (const place of missing) known.set(place, await findRemoved(this.#trx, this.#tripId, this.#section, place))
    }
  }

  async #note(applied: Applied<unknown>, id: string): Promise<void> {
    const { effect, before, value } = applied
    const mutation = toAppliedMutation(applied)
    if (!effect || !mutation) return
    if ('gone' in effect && before) {
      const removed = { entry: before.is, after: before.after ?? null }
      this.#removed.set(effect.at.join('/'), removed)
      await rememberRemoved(this.#trx, this.#tripId, this.#section, [{ at: effect.at, ...removed }])
    }
    this.value = value
    this.applied.push({ ...mutation, id })
  }
}

/** A person's id is in one party only: by it a membership, a record, and what people promised refer to them. */
function putsPersonTwice(before: readonly Party[], after: readonly Party[]): boolean {
  return countTwice(after) > countTwice(before)
}

function countTwice(parties: readonly Party[]): number {
  const ids = personsOf(parties).map(({ id }) => id)
  return ids.length - new Set(ids).size
}

/** By how much an effect makes the JSON of a section longer. */
function growth(value: unknown, { effect, before }: Applied<unknown>): number {
  if (!effect || (!('is' in effect) && !('gone' in effect) && !('entry' in effect))) return 0
  if ('is' in effect && before?.is !== undefined) return lengthOf(effect.is) - lengthOf(before.is)
  const around = findAt(value, effect.at.slice(0, -1))
  const name = Array.isArray(around) ? 0 : lengthOf(effect.at.at(-1)) + 1
  const count = Array.isArray(around) ? around.length : Object.keys(around as object).length
  if ('gone' in effect) return -(lengthOf(before?.is) + name + (count > 1 ? 1 : 0))
  return lengthOf('is' in effect ? effect.is : effect.entry) + name + (count > 0 ? 1 : 0)
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length
