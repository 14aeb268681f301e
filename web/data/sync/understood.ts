import type * as z from 'zod/mini'
import { withDefaultsInside } from '#domain/operations/defaults.ts'
import { formAt } from '#domain/operations/form.ts'
import { forms } from '#domain/plan/forms.ts'
import { isSectionName } from '#domain/plan/index.ts'
import type { PendingOperation } from './pending-operations.ts'

const mutations = ['set', 'insert', 'remove', 'restore', 'move']

/**
 * Whether an entry of the log or the journal has a form that this version of the app knows, so that it can be shown and
 * sent. Persisted trips are checked in persisted-trips.ts.
 * Another version may have written it.
 */
export function isUnderstood(entry: unknown): entry is PendingOperation {
  const { operation } = (entry ?? {}) as Partial<PendingOperation>
  if (!operation || !isSectionName(operation.section) || !mutations.includes(operation.do)) return false
  const form = formAt(forms[operation.section], operation.at)
  const { to, entry: added, was } = operation as { to?: unknown; entry?: unknown; was?: unknown }
  return form !== undefined && [to, added, was].every((value) => value === undefined || hasForm(form.schema, value))
}

/** The entries of a log or the journal that this version of the app knows, with defaults for the fields they lack. */
export function listUnderstood(entries: readonly unknown[]): PendingOperation[] {
  return entries.filter(isUnderstood).map((entry) => {
    const operation = withDefaultsInside(forms[entry.operation.section], entry.operation)
    return operation === entry.operation ? entry : { ...entry, operation }
  })
}

/** Whether a value has the right type. A text that is too long or no date has: the server refuses it. */
function hasForm(schema: z.ZodMiniType, value: unknown): boolean {
  return schema.safeParse(value).error?.issues.every(isOfContent) ?? true
}

const ofContent = ['too_big', 'too_small', 'not_multiple_of', 'invalid_format', 'custom']

function isOfContent(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.some((branch) => branch.every(isOfContent))
  return ofContent.includes(issue.code)
}
