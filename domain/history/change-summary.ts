import type { AppliedMutation } from '../operations/applied-mutation.ts'
import { apply } from '../operations/apply.ts'
import { fold } from '../operations/fold.ts'
import { childForm, type Form, formAt, ruleAt } from '../operations/form.ts'
import { childOf, type Entry, equal, findAt, type Json, type JsonObject } from '../operations/json.ts'
import type { Mutation, Path, TypedText } from '../operations/operation.ts'
import type { ChangeDescription } from './change-description.ts'
import { type FindFacts, outermostEntry } from './facts.ts'

/*
 * Summarizes mutations for readers of the history.
 * Job: `add` takes the mutations in the order in which they happened; `list` returns the change descriptions.
 * Invariants: typing in a field is one change, from its first value to its last. What is done to an entry after it was
 *   added is part of adding it. What was undone is not reported. Everything else is.
 * Failure: a set that does not start from the result of the previous one replaces it.
 */

/** A restored entry is reported as an added one. */
type ReportedMutation = Exclude<Mutation, { do: 'restore' }> & { typed?: TypedText }

interface ReportedChange {
  mutation: ReportedMutation
  /** The values along the path: right after the mutation or, for a removal, right before it. */
  values: Json[]
}

export class ChangeSummary {
  readonly #form: Form
  readonly #findFacts: FindFacts | undefined
  readonly #before: Json
  #value: Json
  /** By kind and place, in the order of their first occurrence. There is one move per list. */
  readonly #changes = new Map<string, ReportedChange>()
  /** The places of entries into which others were merged. Such an entry may begin with the merge. */
  readonly #mergedPlaces = new Set<string>()

  /** @param before the section before the first mutation */
  constructor(form: Form, before: Json, findFacts?: FindFacts) {
    this.#form = form
    this.#findFacts = findFacts
    this.#before = before
    this.#value = before
  }

  /** The section after the mutations so far. */
  get value(): Json {
    return this.#value
  }

  /** Sets the section to its value after changes by others, which this does not report. */
  setValue(value: Json): void {
    this.#value = value
  }

  add(applied: AppliedMutation): void {
    const mutation = withoutRestore(applied)
    const before = this.#value
    this.#value = apply(before, mutation, { form: this.#form }).value
    // What is done to a derived entry is reported, not that it exists.
    if (mutation.do === 'insert' && ruleAt(this.#form, mutation.at)?.kind === 'derived') return
    if (mutation.do === 'insert' && this.#mergedPlaces.has(mutation.at.join('/'))) return
    if (mutation.do === 'remove' && mutation.into) this.#mergedPlaces.add(mutation.into.join('/'))
    const added = this.#findAdded(mutation.at)
    if (added) {
      if (mutation.do === 'remove' && mutation.at.length === added.at.length) this.#changes.delete(keyOf(added))
      else this.#record(added)
    } else if (mutation.do === 'set') this.#addSet(mutation)
    else if (mutation.do === 'insert') this.#addInsert(mutation)
    else this.#record(mutation, mutation.do === 'remove' ? before : this.#value)
  }

  *list(): Generator<ChangeDescription> {
    for (const { mutation, values } of this.#changes.values()) {
      const facts = this.#findFacts?.(this.#value, mutation.at, outermostEntry(this.#value, mutation.at) ?? values[1])
      const place = { at: mutation.at, within: this.#listWithin(mutation, values), ...(facts && { facts }) }
      if (mutation.do === 'set') {
        const { was, to, typed } = mutation
        yield { do: 'set', ...place, was, to, ...(typed && { typed }) }
      } else if (mutation.do !== 'move')
        yield { do: mutation.do, ...place, ...this.#namesInside(mutation, values), ...this.#mergedInto(mutation) }
      else if (this.#isReordered(listOf(mutation.at))) yield { do: 'move', ...place }
    }
  }

  /** The insert of the entry at a path or around it, if one of the mutations added it. */
  #findAdded(at: Path): ReportedMutation | undefined {
    for (let depth = 1; depth <= at.length; depth++) {
      const added = this.#changes.get(keyOf({ do: 'insert', at: at.slice(0, depth) }))
      if (added) return added.mutation
    }
    return undefined
  }

  #addSet(mutation: ReportedMutation): void {
    const earlier = this.#changes.get(keyOf(mutation))
    const one = earlier && fold(earlier.mutation, mutation)
    if (one === 'nothing') this.#changes.delete(keyOf(mutation))
    else if (!one || !earlier) this.#record(mutation)
    else {
      const typed = typedInBoth(earlier.mutation, mutation)
      const { do: what, at, was, to } = one as Mutation & { do: 'set' }
      this.#record({ do: what, at, was, to, ...(typed && { typed }) })
    }
  }

  /** An entry that comes back unchanged counts as never removed, but may have moved. */
  #addInsert(mutation: ReportedMutation & { do: 'insert' }): void {
    const removal = { do: 'remove', at: mutation.at } as const
    const removed = this.#changes.get(keyOf(removal))?.mutation
    if (removed?.do === 'remove' && equal(removed.was, mutation.entry)) {
      this.#changes.delete(keyOf(removal))
      const isOrdered = mutation.after !== undefined && ruleAt(this.#form, mutation.at)?.kind !== 'queue'
      if (isOrdered) this.#record({ do: 'move', at: mutation.at, after: mutation.after as string | null })
    } else this.#record(mutation)
  }

  #record(mutation: ReportedMutation, section: Json = this.#value): void {
    this.#changes.set(keyOf(mutation), { mutation, values: valuesAlong(section, mutation.at) })
  }

  /** Whether the entries that a list had before and still has are in another order. */
  #isReordered(list: Path): boolean {
    const idsOf = (value: Json) => ((findAt(value, list) ?? []) as Entry[]).map(({ id }) => id)
    const [before, after] = [idsOf(this.#before), idsOf(this.#value)]
    const [known, remaining] = [new Set(before), new Set(after)]
    const stayed = after.filter((id) => known.has(id))
    return before.filter((id) => remaining.has(id)).some((id, index) => id !== stayed[index])
  }

  /** The names inside an added or removed entry, if its own name is blank. */
  #namesInside({ do: what, at }: ReportedMutation, values: Json[]): { called?: string[] } {
    const entry = (what === 'remove' ? undefined : findAt(this.#value, at)) ?? values.at(-1)
    const form = formAt(this.#form, at)
    if (form?.is !== 'fields' || entry === undefined || nameIn(form, entry) !== '') return {}
    const called = [...form.fields].flatMap(([name, list]) =>
      list.is === 'list' ? (childOf(entry, name) as Entry[]).map((one) => nameIn(list.entry, one) ?? '') : [],
    )
    return { called: called.filter((name) => name !== '') }
  }

  /** The name of the entry into which this one was merged. */
  #mergedInto(mutation: ReportedMutation): { into?: string } {
    if (mutation.do !== 'remove' || !mutation.into) return {}
    const form = formAt(this.#form, mutation.into)
    const entry = findAt(this.#value, mutation.into)
    return { into: (form && entry !== undefined && nameIn(form, entry)) || '' }
  }

  /** The entries along a path as they are now; those that are gone, as they were. */
  #listWithin({ do: what, at }: ReportedMutation, values: Json[]): JsonObject[] {
    const now = valuesAlong(this.#value, at)
    if (what === 'remove') now.pop()
    const within: JsonObject[] = []
    let form: Form | undefined = this.#form
    for (const [depth, key] of at.entries()) {
      const isEntry: boolean = form?.is === 'list' || form?.is === 'days'
      form = form && childForm(form, key)
      if (isEntry && form) within.push(ownFields(form, now[depth] ?? values[depth]))
    }
    return within
  }
}

/** What the author of two successive changes typed in both; undefined if the text became just that. */
function typedInBoth(first: ReportedMutation, second: ReportedMutation): TypedText | undefined {
  if (first.do !== 'set' || second.do !== 'set' || !(first.typed || second.typed)) return undefined
  const typed = { was: (first.typed ?? first).was, to: (second.typed ?? second).to }
  return typed.to === second.to || typed.was === typed.to ? undefined : typed
}

function withoutRestore(mutation: AppliedMutation): ReportedMutation {
  return mutation.do === 'restore'
    ? { do: 'insert', at: mutation.at, entry: mutation.was, after: mutation.after }
    : mutation
}

function keyOf({ do: what, at }: Pick<ReportedMutation, 'do' | 'at'>): string {
  return [what, ...(what === 'move' ? listOf(at) : at)].join('/')
}

/** The value at each step of a path; undefined where there is none. */
function valuesAlong(section: Json, at: Path): Json[] {
  let here = section
  return at.map((key) => {
    here = childOf(here, key)
    return here
  })
}

const listOf = (at: Path): Path => at.slice(0, -1)

function ownFields(form: Form, entry: Json): JsonObject {
  const fields = form.is === 'fields' ? [...form.fields] : []
  const own = fields.filter(([name, field]) => field.is === 'leaf' && name !== 'id')
  return Object.fromEntries(own.map(([name]) => [name, childOf(entry, name)]))
}

/** The first of an entry's own texts; undefined if it has none. */
function nameIn(form: Form, entry: Json): string | undefined {
  return Object.values(ownFields(form, entry))
    .find((field) => typeof field === 'string')
    ?.trim()
}
