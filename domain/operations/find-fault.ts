import { id } from '../id.ts'
import { childForm, type Form } from './form.ts'
import { isObject, type JsonObject } from './json.ts'
import type { Deed } from './operation.ts'

/**
 * What is wrong with the form of an operation: with its path, or with what it puts there.
 * @param form of the section
 * @returns a sentence for a developer; undefined where nothing is wrong
 */
export function findFault(form: Form, deed: Deed): string | undefined {
  if (deed.at.length === 0) return 'at: Names nothing'
  let around = form
  for (const [depth, key] of deed.at.entries()) {
    const inner = childForm(around, key)
    if (!inner || (around.is === 'list' && !isId(key)) || (around.is === 'days' && !around.key.safeParse(key).success))
      return `at: Nothing can stand at ${deed.at.slice(0, depth + 1).join('/')}`
    if (depth === deed.at.length - 1) return faultOf(around, inner, key, deed)
    around = inner
  }
  return undefined
}

function faultOf(around: Form, inner: Form, key: string, deed: Deed): string | undefined {
  if (deed.do === 'set') {
    if (inner.is !== 'leaf' || key === 'id') return 'at: Is no field that can be set'
    if (inner.content === 'text' && typeof deed.was !== 'string') return 'was: Should be a text'
    return faultOfValue('to', inner, deed.to)
  }
  if (around.is !== 'list' && around.is !== 'days') return 'at: Is no entry'
  if (deed.do === 'move' && around.is === 'days') return 'do: Days stand by their numbers'
  const { after } = deed
  if (typeof after === 'string' && !isId(after)) return 'after: Is no id'
  if (deed.do === 'move') return undefined
  const [name, entry] = deed.do === 'insert' ? (['entry', deed.entry] as const) : (['was', deed.was] as const)
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
