/*
 * Says at a field what of a paste did not fit into it.
 * Job: browsers cut what is longer than a field takes, without a word.
 * Invariants: nothing is taken from what stood there; it is said until somebody types on, anywhere.
 * Failure: before this script has come nothing is said, as without it.
 */

/** Lines that were pasted into a field of a list. */
interface PastedLines {
  first: string
  /** What of the first one fitted. */
  pasted: string
  more: string[]
  /** How long an entry may be, and how many more the list may have. */
  longest: number
  room: number
}

declare global {
  interface DocumentEventMap {
    linespasted: CustomEvent<PastedLines>
  }
}

/** Starts to look after all fields of this page. Once is enough. */
export function tellCutPastes(): void {
  document.addEventListener('paste', onPaste)
  document.addEventListener('linespasted', onLines)
}

/** What came as several entries is told by whoever made them of it: `defaultPrevented`. */
function onPaste({ target: field, clipboardData, defaultPrevented }: ClipboardEvent): void {
  if (
    defaultPrevented ||
    !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) ||
    field.maxLength < 0
  )
    return
  const text = clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? ''
  const left = lengthOf(text, field) - roomIn(field)
  if (left > 0) tellAt(field, leftOut(left, lengthOf(text, field)))
}

/** Of several lines that were made entries of not all came whole: said once these are drawn. */
function onLines({ target, detail }: CustomEvent<PastedLines>): void {
  const words = wordsForCut(detail)
  if (words) setTimeout(() => tellAt(target as HTMLElement, words))
}

/** A field of one line takes no ends of lines. */
const lengthOf = (text: string, field: HTMLElement) =>
  field instanceof HTMLInputElement ? text.replaceAll('\n', '').length : text.length

/** How many characters may still be put in the place of what is selected. */
function roomIn({ maxLength, value, selectionStart, selectionEnd }: HTMLInputElement | HTMLTextAreaElement): number {
  return Math.max(0, maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0)))
}

function leftOut(left: number, all: number): string {
  if (left === all) return 'There’s no space left for what you pasted.'
  return `What you pasted is too long for this field: its last ${left === 1 ? 'character was' : `${left} characters were`} left out.`
}

/** What is said of lines that did not come whole; undefined where all did. */
export function wordsForCut({ first, pasted, more, longest, room }: PastedLines): string | undefined {
  const cut = (pasted === first ? 0 : 1) + more.slice(0, room).filter((line) => line.length > longest).length
  const missing = Math.max(0, more.length - room)
  const words = [
    cut > 0 && `${cut === 1 ? 'One line was' : `${cut} lines were`} too long: the end was left out.`,
    missing > 0 &&
      `${missing === 1 ? 'The last line was' : `The last ${missing} lines were`} left out: the list is full.`,
  ]
  return words.filter(Boolean).join(' ') || undefined
}

let told: HTMLElement | undefined

/** Says a sentence below a field, at once, to everybody. */
function tellAt(field: HTMLElement, sentence: string): void {
  forget()
  const line = document.createElement('p')
  line.setAttribute('role', 'alert')
  line.className = 'text-sm text-danger'
  line.textContent = sentence
  field.after(line)
  told = line
  // The paste itself is over by then.
  setTimeout(() => told === line && addEventListener('input', forget, { once: true }))
}

function forget(): void {
  removeEventListener('input', forget)
  told?.remove()
  told = undefined
}
