import type * as z from 'zod/mini'
import { isLongText } from '../text.ts'
import type { Path } from './operation.ts'

/*
 * The form of a section, read from its schema: which fields it has, where its lists and its days are, and what each field holds.
 */

/**
 * What a field holds. `text`: what people write at length, which merges. `typed`: anything else that they type. `choice`: a tick, or
 * one of a few. What is typed brings a removed entry back, a choice does not.
 */
export type Content = 'text' | 'typed' | 'choice'

export type Form =
  | { is: 'fields'; schema: z.ZodMiniType; fields: ReadonlyMap<string, Form> }
  /** Entries with ids, in an order. */
  | { is: 'list'; schema: z.ZodMiniType; entry: Form }
  /** Entries by number. */
  | { is: 'days'; schema: z.ZodMiniType; entry: Form; key: z.ZodMiniType }
  | { is: 'leaf'; schema: z.ZodMiniType; content: Content }

/** What of a schema of zod says what it is made of (zod 4, 'Zod Core': `_zod.def`). */
interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
}

/** The form that a section's schema describes. */
export function formOf(schema: z.ZodMiniType): Form {
  const { type, shape, element, keyType, valueType } = schema._zod.def as Definition
  if (shape)
    return {
      is: 'fields',
      schema,
      fields: new Map(Object.entries(shape).map(([name, field]) => [name, formOf(field)])),
    }
  if (element) return { is: 'list', schema, entry: formOf(element) }
  if (keyType && valueType) return { is: 'days', schema, entry: formOf(valueType), key: keyType }
  if (type === 'boolean' || type === 'enum') return { is: 'leaf', schema, content: 'choice' }
  return { is: 'leaf', schema, content: isLongText(schema) ? 'text' : 'typed' }
}

/** The form of what stands at a path; undefined where nothing can stand there. */
export function formAt(form: Form, at: Path): Form | undefined {
  let here: Form | undefined = form
  for (const key of at) here = here && childForm(here, key)
  return here
}

export function childForm(form: Form, key: string): Form | undefined {
  if (form.is === 'fields') return form.fields.get(key)
  return form.is === 'leaf' ? undefined : form.entry
}
