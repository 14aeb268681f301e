import type { Form } from '../operations/form.ts'
import { type Entry, equal, isObject, type Json, type JsonObject } from '../operations/json.ts'

/**
 * A value as far as an edit or an undo can bring it about: without empty derived entries, which stay, and with the
 * entries of queues and derived lists in the order of their ids, because nobody can choose their positions.
 */
export function canonical(form: Form, value: Json): Json {
  if (form.is === 'fields' && isObject(value))
    return Object.fromEntries([...form.fields].map(([name, field]) => [name, canonical(field, value[name])]))
  if (form.is === 'days' && isObject(value)) return mapValues(value, (entry) => canonical(form.entry, entry))
  if (form.is !== 'list' || !Array.isArray(value)) return value
  const { rule } = form
  const entries = (value as Entry[])
    .filter((entry) => rule?.kind !== 'derived' || !equal(entry, rule.emptyOf(entry)))
    .map((entry) => canonical(form.entry, entry) as Entry)
  return rule === undefined || rule.kind === 'contributions' ? entries : entries.toSorted(byId)
}

const byId = (one: Entry, other: Entry) => (one.id < other.id ? -1 : 1)

function mapValues(fields: JsonObject, map: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value)]))
}
