import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps the cursor of whoever is typing where it belongs when others' changes come into the same text: browsers put it to the end
 * of a text that they are given.
 * @param value the text that is shown
 */
export function useCaretPosition(field: RefObject<HTMLTextAreaElement | null>, value: unknown): void {
  const { current } = field
  // What stands there is still the text before: it is written after this.
  const before =
    current && current === document.activeElement
      ? { text: current.value, start: current.selectionStart, end: current.selectionEnd }
      : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text moves it, from where it was when that was drawn.
  useLayoutEffect(() => {
    if (!before || !field.current || typeof value !== 'string' || value === before.text) return
    const place = (caret: number) => movedCaret(before.text, value, caret)
    field.current.setSelectionRange(place(before.start), place(before.end))
  }, [value])
}

/**
 * Where a cursor stands in a text that another one has become: in its line, wherever that is by now; in a line that others have changed,
 * behind what stood before it, else before what stood behind it.
 */
export function movedCaret(before: string, after: string, caret: number): number {
  const start = before.lastIndexOf('\n', caret - 1) + 1
  const line = before.slice(start).split('\n', 1)[0] ?? ''
  /** Where lines stand now, from a place on; -1 where they do not. */
  const find = (lines: string, from = 0) => `\n${after}\n`.indexOf(`\n${lines}\n`, from)
  const isSameBefore = after.startsWith(before.slice(0, start))
  if (isSameBefore && find(line, start) === start) return caret
  if (caret > start && after.startsWith(before.slice(0, caret))) return caret
  // Of an empty line nobody could say which it is: with the line before it, it can be found.
  const from = line === '' && !isSameBefore ? before.lastIndexOf('\n', start - 2) + 1 : start
  const now =
    from < start || line !== '' || isSameBefore ? find(before.slice(from, start) + line, isSameBefore ? start : 0) : -1
  if (now >= 0) return now + caret - from
  if (after.endsWith(before.slice(caret))) return after.length - (before.length - caret)
  return Math.min(caret, after.length)
}
