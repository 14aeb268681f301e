import type { Mutation } from './acts.ts'
import { at, type Path, partsOf, put, putEntry, withoutEntry } from './paths.ts'
import type { Random } from './random.ts'

/** A value being edited, with the log of its mutations. */
export class Sheet<Value> {
  readonly from: Value
  value: Value
  readonly mutations: { path: Path; mutation: Mutation }[] = []
  readonly #random: Random

  constructor(value: Value, random: Random) {
    this.from = value
    this.value = value
    this.#random = random
  }

  write(path: Path, value: string | number): void {
    this.value = put(this.value, path, () => value)
    this.mutations.push({ path, mutation: { kind: 'write', value } })
  }

  tick(path: Path, isOwn: boolean): void {
    this.choose(path, !at(this.value, path), isOwn)
  }

  /** Sets a field to a value that may have been there before. */
  choose(path: Path, value: boolean | string | number, isOwn: boolean): void {
    this.value = put(this.value, path, () => value)
    this.mutations.push({ path, mutation: { kind: 'tick', value, isOwn } })
  }

  /** Adds an entry, mostly at the end. */
  add(path: Path, entry: unknown): void {
    const around = at(this.value, path.slice(0, -1))
    const length = Array.isArray(around) ? around.length : 0
    const index = this.#random.chance(0.7) ? length : Math.floor(this.#random.between(0, length + 1))
    this.value = putEntry(this.value, path, entry, index)
    this.mutations.push({ path, mutation: { kind: 'add', value: entry } })
  }

  remove(path: Path): void {
    const seen = at(this.value, path)
    this.value = withoutEntry(this.value, path)
    this.mutations.push({ path, mutation: { kind: 'remove', seen } })
  }

  /** A random single value whose place matches. */
  pickLeaf(places: RegExp): Path | undefined {
    return this.#pick([...partsOf(this.value).leaves.keys()], places)
  }

  /** A random entry whose place matches and that `filter` accepts. */
  pickEntry(places: RegExp, filter: (path: Path) => boolean = () => true): Path | undefined {
    return this.#pick([...partsOf(this.value).entries.keys()], places, filter)
  }

  /** A random list whose place matches. */
  pickList(places: RegExp): Path | undefined {
    return this.#pick([...partsOf(this.value).lists.keys()], places)
  }

  #pick(names: string[], places: RegExp, filter: (path: Path) => boolean = () => true): Path | undefined {
    const paths = names.filter((name) => places.test(name)).map((name) => name.split('/'))
    return this.#random.pick(paths.filter(filter))
  }
}
