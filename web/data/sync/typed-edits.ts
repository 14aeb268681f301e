import { fold } from '#domain/operations/fold.ts'
import { inverse } from '#domain/operations/inverse.ts'
import { equal, findAt, isObject, type Json } from '#domain/operations/json.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'

export interface Edit {
  section: SectionName
  mutation: Mutation
}

/** What somebody types in a field while it has the focus, as the edits that this makes. All of it can be taken back. */
export class TypedEdits {
  /** The entry that was added without any text right before, for this field. */
  readonly #added: Edit | undefined
  #edits: readonly Edit[] = []

  /** @param before what was typed in the field that had the focus before */
  constructor(before?: TypedEdits) {
    if (!before) return
    const last = before.#edits.at(-1)
    if (last && isBlankEntry(last.mutation)) this.#added = last
  }

  add(edit: Edit): void {
    const at = this.#edits.findLastIndex((other) => isSamePlace(other, edit))
    const before = this.#edits[at]
    const folded = before && fold(before.mutation, edit.mutation)
    if (folded === undefined) this.#edits = [...this.#edits, edit]
    else if (folded === 'nothing') this.#edits = this.#edits.toSpliced(at, 1)
    else this.#edits = this.#edits.with(at, { ...edit, mutation: folded })
  }

  /**
   * The edits that take it back; none if nothing was typed. A text that others have changed too stays: a word too many
   * is easier to fix than a lost one. The entry that was added for the text is removed, unless others have written in
   * it.
   * @param find returns the value of a section now
   */
  listTakeBacks(find: (section: SectionName) => Json): Edit[] {
    const edits = this.#edits
    const typed = edits.filter((edit) => {
      const { section, mutation } = edit
      // Two edits of a field that did not fold: others have changed it in between.
      if (mutation.do !== 'set' || edits.some((other) => other !== edit && isSamePlace(other, edit))) return false
      return equal(findAt(find(section), mutation.at), mutation.to)
    })
    return typed.length > 0 ? [...typed, ...(this.#added ? [this.#added] : [])].flatMap(inverseOf) : []
  }
}

const isSamePlace = (one: Edit, other: Edit) =>
  one.section === other.section && equal(one.mutation.at, other.mutation.at)

function inverseOf({ section, mutation }: Edit): Edit[] {
  const undo = inverse(forms[section], mutation, undefined)
  return undo ? [{ section, mutation: undo }] : []
}

const isBlankEntry = (mutation: Mutation) =>
  mutation.do === 'insert' &&
  isObject(mutation.entry) &&
  Object.entries(mutation.entry).every(([key, value]) => key === 'id' || value === '')
