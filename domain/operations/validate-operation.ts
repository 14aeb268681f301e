import { id } from '../id.ts'
import { childForm, type Form, isRefusedIn } from './form.ts'
import { type Entry, equal, isObject, type JsonObject } from './json.ts'
import type { Mutation } from './operation.ts'

/**
 * Checks an operation against the form of its section: its path, and the value it puts there.
 * @returns a sentence for developers; undefined if the operation is valid
 */
export function validateOperation(form: Form, mutation: Mutation): string | undefined {
  if (mutation.at.length === 0) return 'at: Names nothing'
  let parent = form
  let outer: Form | undefined
  for (const [depth, key] of mutation.at.entries()) {
    const inner = childForm(parent, key)
    if (!inner || (parent.is === 'list' && !isId(key)) || (parent.is === 'days' && !parent.key.safeParse(key).success))
      return `at: Nothing can stand at ${mutation.at.slice(0, depth + 1).join('/')}`
    if (depth === mutation.at.length - 1) return validateAt({ outer, parent, inner }, key, mutation)
    outer = parent
    parent = inner
  }
  return undefined
}

/** The form of the last key of a path, and those around it. */
interface Place {
  outer: Form | undefined
  parent: Form
  inner: Form
}

function validateAt({ outer, parent, inner }: Place, key: string, mutation: Mutation): string | undefined {
  if (mutation.do === 'set') {
    if (inner.is !== 'leaf' || key === 'id' || isFixed(outer, key)) return 'at: Is no field that can be set'
    if (inner.content === 'text' && typeof mutation.was !== 'string') return 'was: Should be a text'
    return validateValue('to', inner, mutation.to)
  }
  if (parent.is !== 'list' && parent.is !== 'days') return 'at: Is no entry'
  if (mutation.do === 'move' && parent.is === 'days') return 'do: Days are in the order of their numbers'
  const rule = parent.is === 'list' ? parent.rule : undefined
  if (mutation.do === 'move' && rule?.kind === 'queue') return 'do: Entries of a queue are in order of arrival'
  if (mutation.do !== 'insert' && rule?.kind === 'derived') return 'do: Derived entries can only be inserted'
  const { after } = mutation
  if (typeof after === 'string' && !isId(after)) return 'after: Is no id'
  if (mutation.do === 'move') return undefined
  const [name, entry] =
    mutation.do === 'insert' ? (['entry', mutation.entry] as const) : (['was', mutation.was] as const)
  if (parent.is === 'list' && !(isObject(entry) && entry['id'] === key)) return `${name}: Has another id`
  const problem = validateValue(name, inner, entry, mutation.do === 'insert')
  if (problem || rule?.kind !== 'derived') return problem
  return equal(entry, rule.emptyOf(entry as Entry)) ? undefined : `${name}: Is not empty, or has another id`
}

/** Whether a field belongs to what a derived entry is about. */
function isFixed(list: Form | undefined, field: string): boolean {
  return list?.is === 'list' && list.rule?.kind === 'derived' && list.rule.fixed.includes(field)
}

function validateValue(name: string, form: Form, value: unknown, isNew = true): string | undefined {
  return validatePieces(name, form, value, isNew) ?? validateBySchema(name, form, value)
}

/**
 * Checks a value piece by piece and returns the first problem. zod would list all problems, and a value of a megabyte
 * can have hundreds of thousands. Only rules across pieces, such as unique ids in a list, are left to the schema.
 */
function validatePieces(name: string, form: Form, value: unknown, isNew: boolean): string | undefined {
  if (form.is === 'leaf')
    return (
      validateBySchema(name, form, value) ?? (isNew && isRefusedIn(form, value) ? `${name}: Is refused` : undefined)
    )
  if (form.is === 'list' ? !Array.isArray(value) : !isObject(value)) return `${name}: Should be ${form.is}`
  if (form.is === 'fields' && Object.keys(value as object).length > form.fields.size) return `${name}: Has other fields`
  const keys = form.is === 'fields' ? form.fields.keys() : Object.keys(value as object)
  for (const key of keys) {
    const [inner, piece] = [childForm(form, key), (value as JsonObject)[key]]
    const problem = inner && validatePieces(`${name}.${key}`, inner, piece, isNew)
    if (problem) return problem
  }
  return undefined
}

function validateBySchema(name: string, { schema }: Form, value: unknown): string | undefined {
  const parsed = schema.safeParse(value)
  if (parsed.success) return undefined
  const [issue] = parsed.error.issues
  return [[name, ...(issue?.path ?? [])].join('.'), issue?.message].filter(Boolean).join(': ')
}

/** Whether this is an id as stored: in lower case. */
const isId = (text: string): boolean => id.safeParse(text).data === text
