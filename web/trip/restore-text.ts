import { mergeText } from '#domain/operations/merge-text.ts'
import { WorkBudget } from '#domain/operations/work-budget.ts'

export type TextField = HTMLInputElement | HTMLTextAreaElement

/** A text that a field has had since it got the focus, and whether the person typed it. Otherwise others did. */
export interface ShownText {
  text: string
  isOwn: boolean
}

/** What has the focus, and the texts that it has had since. What is no field has none. */
export interface FocusedField {
  field: TextField
  shown: ShownText[]
}

/** Restores a field as it was when it got the focus, with what others have changed in it since. */
export function restoreText(focused: FocusedField | undefined): void {
  if (!focused?.shown.some(({ isOwn }) => isOwn)) return
  const { field, shown } = focused
  // As if somebody had typed it. React overrides `value` of the field itself, and would not notice.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, withoutOwn(shown))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The last text without what the person typed. Where others have changed the same words, it stays. */
export function withoutOwn(shown: readonly ShownText[]): string {
  const work = new WorkBudget()
  // Key by key, there would be too much to compare.
  const steps = shown.filter(({ isOwn }, index) => !(isOwn && shown[index + 1]?.isOwn))
  return steps.reduceRight((current, { text, isOwn }, index) => {
    const before = steps[index - 1]?.text
    if (!isOwn || before === undefined) return current
    const { text: without, hasBothLines } = mergeText(text, current, before, work)
    return hasBothLines ? current : without
  }, shown.at(-1)?.text ?? '')
}
