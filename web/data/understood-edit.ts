import type * as z from 'zod/mini'
import { plan, type SectionName } from '#domain/plan/index.ts'
import type { KeptEdit } from './section-store.ts'

/**
 * Whether an edit that was kept on this device has the form that this version of the app knows, and so can be shown, merged
 * and sent. Another version may have left it behind.
 */
export function isUnderstood(section: SectionName, edit: KeptEdit<SectionName>): boolean {
  const { pending, sent, sentValue, beside = [] } = edit
  const values: unknown[] = [
    ...(pending ? [pending.base?.value, pending.mine] : []),
    ...(sent ? [sent.value] : []),
    ...[sent?.from, sentValue].filter((value) => value !== undefined),
    ...beside.flatMap(({ save, value }) => [save.from, save.value, value]),
  ]
  return values.every((value) => hasForm(plan[section].schema, value))
}

/** Whether a value has a form. One that is only too long, or no date, has it: that is the person's to mend, and so has to be shown. */
function hasForm(schema: z.ZodMiniType, value: unknown): boolean {
  return schema.safeParse(value).error?.issues.every(isOfContent) ?? true
}

const ofContent = ['too_big', 'too_small', 'not_multiple_of', 'invalid_format', 'custom']

function isOfContent(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.some((branch) => branch.every(isOfContent))
  return ofContent.includes(issue.code)
}
