import type * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { onOneLine } from '#domain/text.ts'

type Issue = z.core.$ZodIssue

/**
 * What is answered where a body is not as its schema has it. What a person can have typed is told in a sentence for the field that it
 * stands in; all else, which no form of the app sends, in the one for the code. What is exactly wrong is for developers.
 */
export function refusedValue([issue]: Issue[], value: unknown): AppError {
  if (!issue) return new AppError('invalid_request')
  const at = issue.path.join('.')
  const reason = [at, reasonOf(issue)].filter(Boolean).join(': ')
  const sentence = sentenceOf(issue, valueAt(value, issue.path))
  return new AppError('invalid_request', sentence, { at: sentence && at, reason })
}

/** How a field is to be filled in; undefined where nobody fills it in by hand. */
function sentenceOf(issue: Issue, typed: unknown): string | undefined {
  if (issue.code === 'invalid_format' && issue.format === 'email')
    return 'Please enter your email address in full, such as robin@example.org'
  const { what, min, max } = boundsOf(issue)
  if (what === undefined || typeof typed !== 'string') return undefined
  const please = `Please enter ${what}`
  if (min > 0 && onOneLine(typed).trim() === '') return please
  if (typed.length < min) return `${please} of at least ${min} characters`
  if (typed.length > max) return `${please} with at most ${max} characters`
  return `${please} without signs that cannot be stored`
}

function reasonOf(issue: Issue): string {
  const { min, max } = boundsOf(issue)
  return max === undefined ? issue.message : `Should have ${min} to ${max} characters that can be stored`
}

/** What `textLength` says of a text. */
function boundsOf(issue: Issue) {
  return (issue.code === 'custom' ? (issue.params ?? {}) : {}) as { what?: string; min: number; max: number }
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce((inner: unknown, key) => (Object(inner) as Record<PropertyKey, unknown>)[key], value)
}
