import { formAt } from '#domain/operations/form.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { type Act, listMarks } from './acts.ts'
import { isWithin, nameOf, type Parts, partsOf } from './paths.ts'

/*
 * Checks that the history of a section agrees with the log of edits.
 * Job: find every lost edit, and every change that nobody made.
 * Invariants: each change between two versions is an edit of the person who saved it. A replaced value never comes
 *   back, except within a line that stays whole beside another's. Each edit is in some version of its person, unless
 *   that person replaced or removed it first, or is shown that newer typing won. A removed entry
 *   had the value that its remover saw. So whatever is missing at the end was replaced or removed by somebody.
 */

/** The value of a section after one mutation. */
export interface Version {
  version: number
  /** The number of the person who saved it; undefined for the app itself. */
  by: number | undefined
  value: unknown
}

/** One line about a lost edit or a change that nobody made. */
export type Finding = string

/** @param versions in order, starting with the common start version */
export function explain(section: SectionName, versions: readonly Version[], acts: readonly Act[]): Finding[] {
  return new Explanation(section, versions, acts).findings
}

type Of<Kind extends Act['kind']> = Extract<Act, { kind: Kind }>
type Writing = Of<'write'> | Of<'tick'>

class Explanation {
  readonly findings: Finding[] = []
  readonly #section: SectionName
  readonly #acts: readonly Act[]
  /** All acts by the place that they change. */
  readonly #actsAt: Map<string, Act[]>
  /** All values that a place has had, up to the current version. */
  readonly #known = new Map<string, Set<unknown>>()
  readonly #knownEntries = new Set<string>()
  #last: Parts

  constructor(section: SectionName, versions: readonly Version[], acts: readonly Act[]) {
    this.#section = section
    this.#acts = acts.filter((act) => act.section === section)
    this.#actsAt = byPlace(this.#acts)
    const [first, ...later] = versions
    this.#last = partsOf(first?.value)
    this.#remember(this.#last)
    for (const version of later) this.#explainVersion(version)
    for (const act of this.#acts) this.#explainAct(act)
  }

  #explainVersion({ version, by, value }: Version): void {
    const [before, after] = [this.#last, partsOf(value)]
    const report = (text: string) =>
      this.findings.push(`${this.#section} version ${version}, saved by ${by ?? 'the app'}: ${text}`)

    const removed = topmost([...before.entries.keys()].filter((place) => !after.entries.has(place)))
    for (const place of removed) {
      const problem = this.#explainRemoval(place, by, before)
      if (problem) report(`${place} was removed: ${problem}`)
    }

    const added = topmost([...after.entries.keys()].filter((place) => !before.entries.has(place)))
    for (const place of added) {
      const isDone = this.#acts.some((act) => act.by === by && isBringing(act, place))
      if (!isDone) report(`${place} was added, which nobody did`)
      for (const [leaf, value] of after.leaves) {
        if (isWithin(leaf, place) && !this.#isKnown(leaf, value, by))
          report(`${leaf} was added with ${show(value)}, which nobody wrote`)
      }
    }

    for (const [place, value] of after.leaves) {
      if (!before.leaves.has(place)) continue
      const old = before.leaves.get(place)
      const problem = old === value ? undefined : this.#explainWriting(place, old, value, by)
      if (problem) report(`${place} changed from ${show(old)} to ${show(value)}: ${problem}`)
    }

    this.#remember(after)
    this.#last = after
  }

  /** The remover of an entry must have seen its value, or have overwritten the parts that they had not seen. */
  #explainRemoval(place: string, by: number | undefined, before: Parts): string | undefined {
    const removals = this.#of('remove', place).filter((act) => act.by === by)
    if (removals.length === 0) return 'which they did not do'
    const differences = removals.map((removal) => {
      const seen = partsOf(removal.seen)
      const below = (name: string) => name.slice(place.length + 1)
      const isOwn = (name: string) => this.#writings(name).some((act) => act.by === by && isBefore(act, removal))
      const leaf = [...before.leaves].find(
        ([name, value]) =>
          isWithin(name, place) &&
          this.#isTyped(name) &&
          seen.leaves.get(below(name)) !== value &&
          !isOwn(name) &&
          !this.#isRemovedBefore(removal, name, value),
      )
      return leaf && `${leaf[0]} was ${show(leaf[1])}, which they had not seen`
    })
    return differences.includes(undefined) ? undefined : differences[0]
  }

  /**
   * Whether the same person had already removed a part of the entry with this value. The app sends only the larger of
   * the two removals.
   */
  #isRemovedBefore(removal: Of<'remove'>, name: string, value: unknown): boolean {
    return this.#acts.some((act) => {
      const place = nameOf(act.path)
      if (act.kind !== 'remove' || act.by !== removal.by || !isBefore(act, removal)) return false
      const isPart = place !== nameOf(removal.path) && isWithin(place, nameOf(removal.path)) && isWithin(name, place)
      return isPart && partsOf(act.seen).leaves.get(name.slice(place.length + 1)) === value
    })
  }

  #explainWriting(place: string, old: unknown, value: unknown, by: number | undefined): string | undefined {
    const own = this.#writings(place).filter((act) => act.by === by)
    if (isLongText(place, value)) return this.#explainMarks(place, { old, value, own })
    const written = own.filter((act) => act.value === value)
    if (written.length === 0) return this.#isAddedWith(place, value, by) ? undefined : 'which they did not write'
    if (written.some(({ kind }) => kind === 'tick')) return undefined
    if (this.#known.get(place)?.has(value)) return 'a value that had been replaced came back'
    const former = own.find((act) => act.value === old)
    const isOlder = former && written.every((act) => act.tab === former.tab && act.order < former.order)
    return isOlder ? 'an older value of theirs replaced a newer one' : undefined
  }

  /** In a merged text, each mark identifies one person's writing. */
  #explainMarks(
    place: string,
    { old, value, own }: { old: unknown; value: unknown; own: Writing[] },
  ): string | undefined {
    const before = listMarks(old)
    const added = listMarks(value).filter((mark) => !before.includes(mark))
    const ownMarks = own.flatMap((act) => listMarks(act.value))
    if (own.length === 0 || added.some((mark) => !ownMarks.includes(mark))) return 'which they did not write'
    const isNew = (mark: string) => !this.#knownAt(place).has(mark)
    const lines = String(value).split('\n').map(listMarks)
    const returned = added.filter((mark) => !isNew(mark))
    const hasReturned = returned.some((mark) => !lines.some((line) => line.includes(mark) && line.some(isNew)))
    return hasReturned ? 'a text that had been replaced came back' : undefined
  }

  #explainAct(act: Act): void {
    const problem = this.#problemOf(act)
    if (problem)
      this.findings.push(
        `${this.#section}, ${act.kind} no. ${act.order} of person ${act.by} at ${nameOf(act.path)}: ${problem}`,
      )
  }

  #problemOf(act: Act): string | undefined {
    const place = nameOf(act.path)
    switch (act.kind) {
      case 'write':
        return act.isSuperseded || this.#isKnown(place, act.value) || this.#isUndone(act)
          ? undefined
          : `${show(act.value)} never arrived`
      case 'tick': {
        // Ticks are not unique, so check only items that nobody else ticks: the last tick must be there.
        const isLast = this.#of('tick', place).every((other) => other.order <= act.order)
        const isThere = !this.#last.leaves.has(place) || this.#last.leaves.get(place) === act.value
        return !act.isOwn || !isLast || isThere ? undefined : 'is not there in the end'
      }
      case 'add':
        return this.#knownEntries.has(place) || this.#isUndone(act) ? undefined : 'never arrived'
      case 'remove': {
        if (!this.#last.entries.has(place)) return undefined
        // An edit beats a removal: editing an entry, or what contains it, restores it.
        const isTouched = this.#acts.some(
          (other) =>
            (other.by !== act.by || isBefore(act, other)) &&
            (isWithin(nameOf(other.path), place) || isWithin(place, nameOf(other.path))),
        )
        return isTouched ? undefined : 'is still there, though nobody else touched it'
      }
    }
  }

  /** Whether the same person later removed or overwrote it. */
  #isUndone(act: Act): boolean {
    const place = nameOf(act.path)
    return this.#acts.some(
      (later) =>
        later.by === act.by &&
        isBefore(act, later) &&
        ((later.kind === 'remove' && isWithin(place, nameOf(later.path))) ||
          (later.kind === 'write' && act.kind === 'write' && nameOf(later.path) === place)),
    )
  }

  /** Whether a place has had a value, this person wrote it there, or it was added with the entry around it. */
  #isKnown(place: string, value: unknown, by?: number): boolean {
    if (this.#known.get(place)?.has(value)) return true
    const own = this.#writings(place).filter((act) => act.by === by)
    const ownMarks = own.flatMap((act) => listMarks(act.value))
    const isKnownMark = (mark: string) => this.#knownAt(place).has(mark) || ownMarks.includes(mark)
    if (isLongText(place, value) && listMarks(value).every(isKnownMark)) return true
    if (by === undefined) return false
    return own.some((act) => act.value === value) || this.#isAddedWith(place, value, by)
  }

  /** Whether somebody added an entry around a place with this value there. It sets the field if the entry exists. */
  #isAddedWith(place: string, value: unknown, by?: number): boolean {
    return this.#acts.some(
      (act) =>
        act.kind === 'add' &&
        (by === undefined || act.by === by) &&
        isWithin(place, nameOf(act.path)) &&
        partsOf(act.value).leaves.get(place.slice(nameOf(act.path).length + 1)) === value,
    )
  }

  #remember(parts: Parts): void {
    for (const place of parts.entries.keys()) this.#knownEntries.add(place)
    for (const [place, value] of parts.leaves) {
      this.#knownAt(place).add(value)
      if (isLongText(place, value)) for (const mark of listMarks(value)) this.#knownAt(place).add(mark)
    }
  }

  /** Whether the value of a place was typed. Ticks and choices do not prevent a removal. */
  #isTyped(place: string): boolean {
    const form = formAt(forms[this.#section], place.split('/'))
    return form?.is !== 'leaf' || form.content !== 'choice'
  }

  #knownAt(place: string): Set<unknown> {
    const known = this.#known.get(place) ?? new Set()
    this.#known.set(place, known)
    return known
  }

  #of<Kind extends Act['kind']>(kind: Kind, place: string): Of<Kind>[] {
    return (this.#actsAt.get(place) ?? []).filter((act): act is Of<Kind> => act.kind === kind)
  }

  #writings(place: string): Writing[] {
    return [...this.#of('write', place), ...this.#of('tick', place)]
  }
}

/** Whether it is a text that is merged by lines and words (`longText`) and contains a mark. */
function isLongText(place: string, value: unknown): boolean {
  if (/(^|\/)(ingredients|snacks)\/[^/]+\/text$/.test(place)) return false
  return /(^|\/)(text|description|details|food_note|note)$/.test(place) && listMarks(value).length > 0
}

/** Whether `one` happened before `other`, by the same person. Edits in two tabs may have happened in either order. */
const isBefore = (one: Act, other: Act) => one.order < other.order || (one.tab !== other.tab && one !== other)

/** The places that are not within another of them. */
function topmost(places: string[]): string[] {
  return places.filter((place) => !places.some((other) => other !== place && isWithin(place, other)))
}

/** Whether an act can create a missing entry: by adding it, or by changing something in it. */
function isBringing({ kind, path }: Act, place: string): boolean {
  return isWithin(nameOf(path), place) && !(kind === 'remove' && nameOf(path) === place)
}

function byPlace(acts: readonly Act[]): Map<string, Act[]> {
  const byName = new Map<string, Act[]>()
  for (const act of acts) byName.set(nameOf(act.path), [...(byName.get(nameOf(act.path)) ?? []), act])
  return byName
}

const show = (value: unknown) => JSON.stringify(value)
