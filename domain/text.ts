import * as z from 'zod/mini'

/** Characters that no database engine stores exactly: NUL, and halves of surrogate pairs. */
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Any NUL or surrogate. Few texts have one, and only these need the slower `UNSTORABLE`. */
const SUSPICIOUS = /[\0\uD800-\uDFFF]/

/** Whether both database engines store the text and return it unchanged. */
function isStorable(text: string): boolean {
  return !SUSPICIOUS.test(text) || text.search(UNSTORABLE) < 0
}

/**
 * Length from `min` to `max` in UTF-16 code units, as HTML's minlength and maxlength count (zod's own checks count code
 * points), and nothing that cannot be stored.
 * @param what returns what people type there, such as 'a password'. The server makes a sentence of it
 *   (server/http/refused-value.ts)
 */
export function textLength(min: number, max: number, what?: () => string) {
  return z.refine<string>((text) => text.length >= min && text.length <= max && isStorable(text), {
    params: {
      min,
      max,
      // Read when a sentence is made, not while modules load.
      get what() {
        return what?.()
      },
    },
  })
}

/** Free text of at most `max` UTF-16 code units that both database engines return unchanged. */
export function freeText(max: number, what?: () => string) {
  return z.string().check(textLength(0, max, what))
}

const longTexts = new WeakSet<object>()

/** Text that people write at length, such as a note. If two people change it at once, their changes merge. */
export function longText(max: number) {
  const text = freeText(max)
  longTexts.add(text)
  return text
}

export function isLongText(schema: object): boolean {
  return longTexts.has(schema)
}

/** Line breaks, tabs and other control characters, which break a line or a header. NUL is refused as unstorable. */
const CONTROLS = /(?:(?!\0)[\p{Cc}\u2028\u2029])+/gu
/** Marks that change the direction of text, which can make a name look like another, and the byte order mark. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** A name on one line, without direction marks. */
export function toSingleLine(name: string): string {
  return name.replace(DIRECTION_MARKS, '').replace(CONTROLS, ' ')
}

/**
 * White space, and characters that show nothing on their own: zero-width ones, joiners, soft hyphens, direction marks,
 * variation selectors, Hangul fillers, the braille blank.
 */
const BLANK = /^[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u

/** Whether a text shows nothing. The only place that decides what counts as empty. */
export const isBlank = (text: string): boolean => BLANK.test(text)

/** The text without white space around it; '' if it is blank. */
export const trimmed = (text: string): string => (isBlank(text) ? '' : text.trim())

/** A name: on one line, trimmed, and not blank. `what` as in `textLength`. */
export function nameText(max: number, what?: () => string) {
  return z.string().check(
    z.overwrite((name) => trimmed(toSingleLine(name))),
    textLength(1, max, what),
  )
}

/** Removes the characters that cannot be stored, for pasted text. */
export function withoutUnstorable(text: string): string {
  return text.replace(UNSTORABLE, '')
}

const MAX_EXCERPT = 60

/** The beginning of a text, on one line: enough to tell it from others. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_EXCERPT ? `${line.slice(0, MAX_EXCERPT - 1)}…` : line
}
