import { type Form, formAt } from './form.ts'
import { type Entry, isObject, type Json, type JsonObject } from './json.ts'
import type { Mutation } from './operation.ts'

/*
 * Fields that a schema declares with `z._default`.
 * Job: values and operations of an older version lack such a field. They are completed where they are loaded: from the
 *   database, the history, the device and requests. Everything after that sees complete values.
 * Invariants: fields that are present never change. A complete value is returned as the same object.
 * Failure: a value of another form is returned as it is, and fails its validation.
 */

/** Returns the value with the default of each field that it lacks. */
export function withDefaults<Value>(form: Form, value: Value): Value {
  return complete(form, value) as Value
}

/** Returns the mutation with complete entries. */
export function withDefaultsInside<Some extends Mutation>(form: Form, mutation: Some): Some {
  if (mutation.do === 'set' || mutation.do === 'move') return mutation
  const inner = formAt(form, mutation.at)
  const name = mutation.do === 'insert' ? 'entry' : 'was'
  const entry = (mutation as unknown as JsonObject)[name]
  const completed = inner ? complete(inner, entry) : entry
  return completed === entry ? mutation : { ...mutation, [name]: completed }
}

function complete(form: Form, value: Json): Json {
  if (!hasDefaults(form)) return value
  if (form.is === 'fields' && isObject(value)) return completeFields(form.fields, value)
  if (form.is === 'list' && Array.isArray(value)) {
    const entries = value.map((entry: Entry) => complete(form.entry, entry))
    return entries.some((entry, index) => entry !== value[index]) ? entries : value
  }
  if (form.is === 'days' && isObject(value)) {
    const days = Object.entries(value).map(([day, entry]) => [day, complete(form.entry, entry)] as const)
    return days.some(([day, entry]) => entry !== value[day]) ? Object.fromEntries(days) : value
  }
  return value
}

function completeFields(fields: ReadonlyMap<string, Form>, value: JsonObject): JsonObject {
  const changed: JsonObject = {}
  for (const [name, field] of fields) {
    const is = Object.hasOwn(value, name) ? value[name] : undefined
    const to = is === undefined ? field.default : complete(field, is)
    if (to !== is) changed[name] = to
  }
  return Object.keys(changed).length > 0 ? { ...value, ...changed } : value
}

/** Cached: most sections have no defaults, and are not walked at all. */
const known = new WeakMap<Form, boolean>()

function hasDefaults(form: Form): boolean {
  let has = known.get(form)
  if (has === undefined) {
    has = form.default !== undefined || listInner(form).some(hasDefaults)
    known.set(form, has)
  }
  return has
}

function listInner(form: Form): Form[] {
  if (form.is === 'fields') return [...form.fields.values()]
  return form.is === 'leaf' ? [] : [form.entry]
}
