import type { Json, JsonObject } from '../operations/json.ts'
import type { Path, TypedText } from '../operations/operation.ts'

/**
 * What somebody did to a section, for readers: with everything that its sentence needs, and nothing else of the
 * section. It may combine many mutations. `at` and `within` describe the place after all of them.
 */
export interface ChangeDescription {
  do: 'set' | 'insert' | 'remove' | 'move'
  at: Path
  /** The entries along the path, outermost first, each with its own fields: no ids, no lists. */
  within: JsonObject[]
  /** For an added or removed entry without a name of its own: the names of the entries in it. */
  called?: string[] | undefined
  /** For an entry that was merged into another one: the name of that one. */
  into?: string | undefined
  /** What else of the section the sentence needs (facts.ts). */
  facts?: JsonObject | undefined
  /** For a field: its old and its new value. */
  was?: Json
  to?: Json
  /** For a text that was merged with changes of others: what the author typed. */
  typed?: TypedText | undefined
}
