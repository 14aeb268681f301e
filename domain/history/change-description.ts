import type { Json, JsonObject } from '../operations/json.ts'
import type { Path } from '../operations/operation.ts'

/**
 * What somebody did to a section, as it is told: with all that its words need, and nothing else of the section.
 * Many mutations may be one of these; what it says of its place is how that stands after all of them.
 */
export interface ChangeDescription {
  do: 'set' | 'insert' | 'remove' | 'move'
  at: Path
  /** The entries on the way to the place, the outermost first, each with its own fields: no ids, no lists. */
  within: JsonObject[]
  /** Of an entry that was added or removed and has no name itself: what those in it are called. */
  called?: string[] | undefined
  /** Of a field: what it was, and what it is. */
  was?: Json
  to?: Json
}
