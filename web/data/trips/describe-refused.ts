import type { PlanOperation } from '#domain/api/operations.ts'
import { sectionTitle } from '#domain/history/index.ts'
import { id } from '#domain/id.ts'
import { childForm, type Form, formAt } from '#domain/operations/form.ts'
import { isObject } from '#domain/operations/json.ts'
import { forms } from '#domain/plan/forms.ts'
import * as m from '#messages'
import type { Refusal, RefusedOperation } from '../sync/pending-operations.ts'

/** Describes an operation that was set aside: where, why, and the text that the person wrote. */
export function describeRefused({ operation, refused }: RefusedOperation) {
  return {
    id: operation.id,
    what: descriptions[operation.do](sectionTitle(operation.section)),
    why: reasonOf(refused, formAt(forms[operation.section], operation.at)),
    text: textsOf(operation).join('\n'),
  }
}

function reasonOf({ code, message, by, is }: Refusal, form: Form | undefined): string {
  if (code === 'merged') return by ? m.plan_merged_with({ name: by }) : m.plan_merged()
  if (code !== 'superseded') return message || m.common_not_done_rejected()
  const text = textsIn(is, form).join(' ')
  if (text === '') return by ? m.plan_superseded_empty_by({ name: by }) : m.plan_superseded_empty()
  return by ? m.plan_superseded_by({ name: by, text }) : m.plan_superseded({ text })
}

const descriptions: Record<PlanOperation['do'], (section: string) => string> = {
  set: (section) => m.common_not_done_set({ section }),
  insert: (section) => m.common_not_done_insert({ section }),
  remove: (section) => m.common_not_done_remove({ section }),
  restore: (section) => m.common_not_done_restore({ section }),
  move: (section) => m.common_not_done_move({ section }),
}

function textsOf(operation: PlanOperation): string[] {
  const form = formAt(forms[operation.section], operation.at)
  if (operation.do === 'set') return textsIn(operation.to, form)
  return operation.do === 'insert' ? textsIn(operation.entry, form) : []
}

/**
 * What somebody typed: no choices, ids or times, which nobody would copy.
 * @param form undefined for what only another version of the app knows: then all texts count
 */
function textsIn(value: unknown, form: Form | undefined): string[] {
  if (typeof value === 'string') return value.trim() === '' || (form && !isTyped(form, value)) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap((entry) => textsIn(entry, form && childForm(form, '')))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, entry]) =>
    name === 'id' ? [] : textsIn(entry, form && childForm(form, name)),
  )
}

function isTyped(form: Form, text: string): boolean {
  if (form.is !== 'leaf' || form.content === 'choice' || id.safeParse(text).success) return false
  return (form.schema._zod.def as { format?: string }).format !== 'datetime'
}
