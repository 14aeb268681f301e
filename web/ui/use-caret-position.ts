import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps the caret in place when others' changes arrive in the text somebody is typing in: browsers move it to the end
 * of a text that is set by script.
 * @param value the text that is shown
 */
export function useCaretPosition(field: RefObject<HTMLTextAreaElement | null>, value: unknown): void {
  const { current } = field
  // The field still has the previous text: React writes the new one after this.
  const before =
    current && current === document.activeElement
      ? { text: current.value, start: current.selectionStart, end: current.selectionEnd }
      : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new text moves the caret.
  useLayoutEffect(() => {
    if (!before || !field.current || typeof value !== 'string' || value === before.text) return
    const place = (caret: number) => movedCaret(before.text, value, caret)
    field.current.setSelectionRange(place(before.start), place(before.end))
  }, [value])
}

/**
 * Returns where a caret belongs after a text has changed: in the same line, wherever that is now; in a line that others
 * have changed, after the unchanged text before the caret, or else before the unchanged text after it.
 */
export function movedCaret(before: string, after: string, caret: number): number {
  const start = before.lastIndexOf('\n', caret - 1) + 1
  const line = before.slice(start).split('\n', 1)[0] ?? ''
  /** The index of these lines in the new text, from an index on; -1 if they are not there. */
  const find = (lines: string, from = 0) => `\n${after}\n`.indexOf(`\n${lines}\n`, from)
  const isSameBefore = after.startsWith(before.slice(0, start))
  if (isSameBefore && find(line, start) === start) return caret
  if (caret > start && after.startsWith(before.slice(0, caret))) return caret
  // An empty line is ambiguous; together with the line before it, it can be found.
  const from = line === '' && !isSameBefore ? before.lastIndexOf('\n', start - 2) + 1 : start
  const now =
    from < start || line !== '' || isSameBefore ? find(before.slice(from, start) + line, isSameBefore ? start : 0) : -1
  if (now >= 0) return now + caret - from
  if (after.endsWith(before.slice(caret))) return after.length - (before.length - caret)
  return Math.min(caret, after.length)
}
