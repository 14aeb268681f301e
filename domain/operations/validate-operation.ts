import { id } from '../id.ts'
import { childForm, type Form } from './form.ts'
import { isObject, type JsonObject } from './json.ts'
import type { Mutation } from './operation.ts'

/**
 * What is wrong with the form of an operation: with its path, or with what it puts there.
 * @param form of the section
 * @returns a sentence for a developer; undefined where nothing is wrong
 */
export function validateOperation(form: Form, mutation: Mutation): string | undefined {
  if (mutation.at.length === 0) return 'at: Names nothing'
  let around = form
  for (const [depth, key] of mutation.at.entries()) {
    const inner = childForm(around, key)
    if (!inner || (around.is === 'list' && !isId(key)) || (around.is === 'days' && !around.key.safeParse(key).success))
      return `at: Nothing can stand at ${mutation.at.slice(0, depth + 1).join('/')}`
    if (depth === mutation.at.length - 1) return faultOf(around, inner, key, mutation)
    around = inner
  }
  return undefined
}

function faultOf(around: Form, inner: Form, key: string, mutation: Mutation): string | undefined {
  if (mutation.do === 'set') {
    if (inner.is !== 'leaf' || key === 'id') return 'at: Is no field that can be set'
    if (inner.content === 'text' && typeof mutation.was !== 'string') return 'was: Should be a text'
    return faultOfValue('to', inner, mutation.to)
  }
  if (around.is !== 'list' && around.is !== 'days') return 'at: Is no entry'
  if (mutation.do === 'move' && around.is === 'days') return 'do: Days stand by their numbers'
  const { after } = mutation
  if (typeof after === 'string' && !isId(after)) return 'after: Is no id'
  if (mutation.do === 'move') return undefined
  const [name, entry] =
    mutation.do === 'insert' ? (['entry', mutation.entry] as const) : (['was', mutation.was] as const)
  if (around.is === 'list' && !(isObject(entry) && entry['id'] === key)) return `${name}: Has another id`
  return faultOfValue(name, inner, entry)
}

function faultOfValue(name: string, form: Form, value: unknown): string | undefined {
  return faultInside(name, form, value) ?? faultBySchema(name, form, value)
}

/**
 * The first that is wrong with a value piece by piece: zod lists everything that is wrong with one, which of a megabyte can be hundreds
 * of thousands of things. What is left to the schema is how the pieces go together, such as ids that stand in a list twice.
 */
function faultInside(name: string, form: Form, value: unknown): string | undefined {
  if (form.is === 'leaf') return faultBySchema(name, form, value)
  if (form.is === 'list' ? !Array.isArray(value) : !isObject(value)) return `${name}: Should be ${form.is}`
  if (form.is === 'fields' && Object.keys(value as object).length > form.fields.size) return `${name}: Has other fields`
  const keys = form.is === 'fields' ? form.fields.keys() : Object.keys(value as object)
  for (const key of keys) {
    const [inner, piece] = [childForm(form, key), (value as JsonObject)[key]]
    const fault = inner && faultInside(`${name}.${key}`, inner, piece)
    if (fault) return fault
  }
  return undefined
}

function faultBySchema(name: string, { schema }: Form, value: unknown): string | undefined {
  const parsed = schema.safeParse(value)
  if (parsed.success) return undefined
  const [issue] = parsed.error.issues
  return [[name, ...(issue?.path ?? [])].join('.'), issue?.message].filter(Boolean).join(': ')
}

/** An id as it is stored: in lower case. */
const isId = (text: string): boolean => id.safeParse(text).data === text
