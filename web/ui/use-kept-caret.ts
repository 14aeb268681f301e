import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps the cursor of whoever is typing where it belongs when others' changes come into the same text: browsers put it to the end
 * of a text that they are given.
 * @param value the text that is shown
 */
export function useKeptCaret(field: RefObject<HTMLTextAreaElement | null>, value: unknown): void {
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
 * Where a cursor stands in a text that another one has become: behind what stood before it, else where it was in its line, wherever
 * that is now, else before what stood behind it.
 */
export function movedCaret(before: string, after: string, caret: number): number {
  if (after.startsWith(before.slice(0, caret))) return caret
  const start = before.lastIndexOf('\n', caret - 1) + 1
  const line = before.slice(start).split('\n', 1)[0] ?? ''
  // Of an empty line nobody could say which it is: with the line before it, it can be found.
  const from = line === '' ? before.lastIndexOf('\n', start - 2) + 1 : start
  const known = before.slice(from, start) + line
  const now = known === '' ? -1 : `\n${after}\n`.indexOf(`\n${known}\n`)
  if (now >= 0) return now + caret - from
  if (after.endsWith(before.slice(caret))) return after.length - (before.length - caret)
  return Math.min(caret, after.length)
}
