import { apply } from '../operations/apply.ts'
import { fold } from '../operations/fold.ts'
import { childForm, type Form } from '../operations/form.ts'
import { childOf, type Entry, equal, findAt, type Json, type JsonObject } from '../operations/json.ts'
import type { Mutation, Path } from '../operations/operation.ts'
import type { ChangeDescription } from './change-description.ts'

/*
 * What a row of mutations comes to, for a reader.
 * Job: mutations go in one after the other, as they happened; out comes what is told of them.
 * Invariants: typing is one change, from what the field was to what it is; what is done to an entry after it was added is part of
 *   adding it; what was taken back is not told, and nothing else is left out.
 * Failure: a set that does not start from what the one before has left stands in its place.
 */

/** What can have happened: what is brought back is an entry that was added. */
type Done = Exclude<Mutation, { do: 'restore' }>

interface Kept {
  mutation: Done
  /** What stood on the way to the place, and there: right after the mutation, or right before it was removed. */
  stood: Json[]
}

export class ChangeSummary {
  readonly #form: Form
  readonly #before: Json
  #value: Json
  /** By what was done, and where, in the order in which it was done first. Of moves there is one for each list. */
  readonly #kept = new Map<string, Kept>()

  /** @param before the section before the first mutation */
  constructor(form: Form, before: Json) {
    this.#form = form
    this.#before = before
    this.#value = before
  }

  /** How the section stands after what was done so far. */
  get value(): Json {
    return this.#value
  }

  /** Others, of whom this does not tell, have changed the section too: how it stands by now. */
  follow(value: Json): void {
    this.#value = value
  }

  add(happened: Mutation): void {
    const mutation = withoutRestore(happened)
    const before = this.#value
    this.#value = apply(before, mutation, { form: this.#form }).value
    const added = this.#findAdded(mutation.at)
    if (added) {
      if (mutation.do === 'remove' && mutation.at.length === added.at.length) this.#kept.delete(keyOf(added))
      else this.#keep(added)
    } else if (mutation.do === 'set') this.#addSet(mutation)
    else if (mutation.do === 'insert') this.#addInsert(mutation)
    else this.#keep(mutation, mutation.do === 'remove' ? before : this.#value)
  }

  /** What is told of all mutations so far. */
  *list(): Generator<ChangeDescription> {
    for (const { mutation, stood } of this.#kept.values()) {
      const place = { at: mutation.at, within: this.#listWithin(mutation, stood) }
      if (mutation.do === 'set') yield { do: 'set', ...place, was: mutation.was, to: mutation.to }
      else if (mutation.do !== 'move') yield { do: mutation.do, ...place, ...this.#calledIn(mutation, stood) }
      else if (this.#isReordered(listOf(mutation.at))) yield { do: 'move', ...place }
    }
  }

  /** The entry that stands at a place or around it, where that was added by one of the mutations. */
  #findAdded(at: Path): Done | undefined {
    for (let depth = 1; depth <= at.length; depth++) {
      const added = this.#kept.get(keyOf({ do: 'insert', at: at.slice(0, depth) }))
      if (added) return added.mutation
    }
    return undefined
  }

  #addSet(mutation: Done): void {
    const earlier = this.#kept.get(keyOf(mutation))
    const one = earlier && fold(earlier.mutation, mutation)
    if (one === 'nothing') this.#kept.delete(keyOf(mutation))
    else this.#keep((one as Done | undefined) ?? mutation)
  }

  /** An entry that comes back as it was removed was never gone, but may stand elsewhere. */
  #addInsert(mutation: Done & { do: 'insert' }): void {
    const removal = { do: 'remove', at: mutation.at } as const
    const removed = this.#kept.get(keyOf(removal))?.mutation
    if (removed?.do === 'remove' && equal(removed.was, mutation.entry)) {
      this.#kept.delete(keyOf(removal))
      if (mutation.after !== undefined) this.#keep({ do: 'move', at: mutation.at, after: mutation.after })
    } else this.#keep(mutation)
  }

  #keep(mutation: Done, section: Json = this.#value): void {
    this.#kept.set(keyOf(mutation), { mutation, stood: listStanding(section, mutation.at) })
  }

  /** Whether those entries of a list that stood in it before, and still do, have another order. */
  #isReordered(list: Path): boolean {
    const idsOf = (value: Json) => ((findAt(value, list) ?? []) as Entry[]).map(({ id }) => id)
    const [before, after] = [idsOf(this.#before), idsOf(this.#value)]
    const [known, left] = [new Set(before), new Set(after)]
    const stayed = after.filter((id) => known.has(id))
    return before.filter((id) => left.has(id)).some((id, index) => id !== stayed[index])
  }

  /** What those in an entry are called that was added or removed, where it has a name that is blank. */
  #calledIn({ do: what, at }: Done, stood: Json[]): { called?: string[] } {
    const entry = (what === 'remove' ? undefined : findAt(this.#value, at)) ?? stood.at(-1)
    const form = at.reduce<Form | undefined>((outer, key) => outer && childForm(outer, key), this.#form)
    if (form?.is !== 'fields' || entry === undefined || nameIn(form, entry) !== '') return {}
    const called = [...form.fields].flatMap(([name, list]) =>
      list.is === 'list' ? (childOf(entry, name) as Entry[]).map((one) => nameIn(list.entry, one) ?? '') : [],
    )
    return { called: called.filter((name) => name !== '') }
  }

  /** The entries on the way to a place as they are by now; those that are gone, as they were. */
  #listWithin({ do: what, at }: Done, stood: Json[]): JsonObject[] {
    const now = listStanding(this.#value, at)
    if (what === 'remove') now.pop()
    const within: JsonObject[] = []
    let form: Form | undefined = this.#form
    for (const [depth, key] of at.entries()) {
      const isEntry: boolean = form?.is === 'list' || form?.is === 'days'
      form = form && childForm(form, key)
      if (isEntry && form) within.push(ownFields(form, now[depth] ?? stood[depth]))
    }
    return within
  }
}

function withoutRestore(mutation: Mutation): Done {
  return mutation.do === 'restore'
    ? { do: 'insert', at: mutation.at, entry: mutation.was, after: mutation.after }
    : mutation
}

function keyOf({ do: what, at }: Pick<Done, 'do' | 'at'>): string {
  return [what, ...(what === 'move' ? listOf(at) : at)].join('/')
}

/** What stands at each step of a path, as far as anything does. */
function listStanding(section: Json, at: Path): Json[] {
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

/** The first of an entry's own texts; undefined where it has none. */
function nameIn(form: Form, entry: Json): string | undefined {
  return Object.values(ownFields(form, entry))
    .find((field) => typeof field === 'string')
    ?.trim()
}
