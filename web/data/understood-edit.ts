import type * as z from 'zod/mini'
import { plan, type SectionName } from '#domain/plan/index.ts'
import type { KeptEdit, LeftEdit } from './pending-edit.ts'

/**
 * Whether an edit that was kept on this device has the form that this version of the app knows, and so can be shown, merged
 * and sent. Another version may have left it behind.
 */
export function isUnderstood(section: SectionName, edit: KeptEdit<SectionName>): boolean {
  return haveForm(section, valuesOf(edit))
}

/** Likewise for what a page has left. */
export function isLeftUnderstood(section: SectionName, { known, edit, mine }: LeftEdit<SectionName>): boolean {
  return haveForm(section, [...known.map(({ value }) => value), mine, ...valuesOf(edit)])
}

function valuesOf({ pending, sent, sentValue, beside = [] }: KeptEdit<SectionName>): unknown[] {
  return [
    ...(pending ? [pending.base?.value, pending.mine] : []),
    ...(sent ? [sent.value] : []),
    ...[sent?.from, sentValue].filter((value) => value !== undefined),
    ...beside.flatMap(({ save, value }) => [save.from, save.value, value]),
  ]
}

const haveForm = (section: SectionName, values: unknown[]) => values.every((value) => hasForm(plan[section].schema, value))

/** Whether a value has a form. One that is only too long, or no date, has it: that is the person's to mend, and so has to be shown. */
function hasForm(schema: z.ZodMiniType, value: unknown): boolean {
  return schema.safeParse(value).error?.issues.every(isOfContent) ?? true
}

const ofContent = ['too_big', 'too_small', 'not_multiple_of', 'invalid_format', 'custom']

function isOfContent(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.some((branch) => branch.every(isOfContent))
  return ofContent.includes(issue.code)
}
