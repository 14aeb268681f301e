import type * as z from 'zod/mini'
import { type ListRule, ruleOf } from '../list-kinds.ts'
import { referenceOf } from '../plan/person-ref.ts'
import { isLongText } from '../text.ts'
import type { Json } from './json.ts'
import type { Path } from './operation.ts'

/*
 * The form of a section, read from its schema: its fields, its lists and days, and what each field holds.
 */

/**
 * What a field holds. `text`: long text, which merges. `typed`: any other typed value. `choice`: a tick, one of a few
 * options, a person, or what `choice()` marks. Setting a `text` or a `typed` field restores a removed entry, setting a
 * `choice` does not.
 */
export type Content = 'text' | 'typed' | 'choice'

export type Form = { /** What the field holds in a value that lacks it. */ default?: Json } & FormOf
type FormOf =
  | { is: 'fields'; schema: z.ZodMiniType; fields: ReadonlyMap<string, Form> }
  /** Ordered entries with ids. */
  | { is: 'list'; schema: z.ZodMiniType; entry: Form; rule: ListRule | undefined }
  /** Entries keyed by number. */
  | { is: 'days'; schema: z.ZodMiniType; entry: Form; key: z.ZodMiniType }
  | { is: 'leaf'; schema: z.ZodMiniType; content: Content }

/** The part of a zod schema that describes its structure (zod 4, 'Zod Core': `_zod.def`). */
interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  innerType?: z.ZodMiniType
  defaultValue?: Json
}

/** Whether the first person makes the choice for everyone, by schema. */
const choices = new WeakMap<object, boolean>()

/** Marks a schema whose values people choose rather than type, such as a meal of the trip. */
export function choice<Schema extends z.ZodMiniType>(schema: Schema, isFirst = false): Schema {
  choices.set(schema, isFirst)
  return schema
}

/**
 * Marks a choice that the first person makes for everyone: once it is there, setting it from '' changes nothing, and
 * neither does undoing another choice. Nobody is told.
 */
export const firstChoice = <Schema extends z.ZodMiniType>(schema: Schema): Schema => choice(schema, true)

export const isFirstChoice = (form: Form | undefined): boolean =>
  form !== undefined && choices.get(form.schema) === true

/** Which values of a schema nobody adds, by schema. */
const refused = new WeakMap<object, (value: unknown) => boolean>()

/**
 * A copy of a schema some of whose values nobody adds, such as a payment of nothing. What an earlier version stored
 * stays readable and can be restored.
 */
export function refusing<Value>(
  schema: z.ZodMiniType<Value>,
  isRefused: (value: Value) => boolean,
): z.ZodMiniType<Value> {
  const copy = schema.check()
  refused.set(copy, (value) => isRefused(value as Value))
  return copy
}

export const isRefusedIn = ({ schema }: Form, value: unknown): boolean => refused.get(schema)?.(value) === true

export function formOf(schema: z.ZodMiniType): Form {
  const { type, shape, element, keyType, valueType, innerType, defaultValue } = schema._zod.def as Definition
  if (type === 'default' && innerType) return { ...formOf(innerType), default: defaultValue }
  if (shape)
    return {
      is: 'fields',
      schema,
      fields: new Map(Object.entries(shape).map(([name, field]) => [name, formOf(field)])),
    }
  if (element) return { is: 'list', schema, entry: formOf(element), rule: ruleOf(schema) }
  if (keyType && valueType) return { is: 'days', schema, entry: formOf(valueType), key: keyType }
  const isChoice = type === 'boolean' || type === 'enum' || choices.has(schema) || referenceOf(schema)?.is === 'person'
  if (isChoice) return { is: 'leaf', schema, content: 'choice' }
  return { is: 'leaf', schema, content: isLongText(schema) ? 'text' : 'typed' }
}

/** The form of the value at a path; undefined if the section has no such path. */
export function formAt(form: Form, at: Path): Form | undefined {
  let here: Form | undefined = form
  for (const key of at) here = here && childForm(here, key)
  return here
}

/** The rule of the list that contains the entry at a path; undefined if it is an ordinary list, or none. */
export function ruleAt(form: Form, at: Path): ListRule | undefined {
  const list = formAt(form, at.slice(0, -1))
  return list?.is === 'list' ? list.rule : undefined
}

export function childForm(form: Form, key: string): Form | undefined {
  if (form.is === 'fields') return form.fields.get(key)
  return form.is === 'leaf' ? undefined : form.entry
}
