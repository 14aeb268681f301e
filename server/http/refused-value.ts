import type * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { isBlank } from '#domain/text.ts'
import * as m from '#messages'

type Issue = z.core.$ZodIssue

/**
 * The error for a body that does not match its schema. A field that people fill in gets a sentence for that field;
 * anything else, which the app never sends, gets the code's general message. `reason` is for developers.
 */
export function refusedValue([issue]: Issue[], value: unknown): AppError {
  if (!issue) return new AppError('invalid_request')
  const at = issue.path.join('.')
  const reason = [at, describeForDeveloper(issue)].filter(Boolean).join(': ')
  const sentence = describeForPerson(issue, valueAt(value, issue.path))
  return new AppError('invalid_request', sentence, { at: sentence && at, reason })
}

/** How to fill in the field; undefined for a field that people do not fill in. */
function describeForPerson(issue: Issue, value: unknown): string | undefined {
  if (issue.code === 'invalid_format' && issue.format === 'email') return m.api_errors_field_email_incomplete()
  const { what: field, min, max } = boundsOf(issue)
  if (field === undefined || typeof value !== 'string') return undefined
  if (min > 0 && isBlank(value)) return m.api_errors_field_missing({ field })
  if (value.length < min) return m.api_errors_field_too_short({ field, min })
  if (value.length > max) return m.api_errors_field_too_long({ field, max })
  return m.api_errors_field_unstorable({ field })
}

function describeForDeveloper(issue: Issue): string {
  const { min, max } = boundsOf(issue)
  return max === undefined ? issue.message : `Should have ${min} to ${max} characters that can be stored`
}

/** The parameters that `textLength` attaches to its issues. */
function boundsOf(issue: Issue) {
  return (issue.code === 'custom' ? (issue.params ?? {}) : {}) as { what?: string; min: number; max: number }
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce((inner: unknown, key) => (Object(inner) as Record<PropertyKey, unknown>)[key], value)
}
