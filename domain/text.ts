import * as z from 'zod/mini'

/** Characters that no engine stores exactly: NUL, and halves of surrogate pairs. */
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Any NUL or surrogate: few texts have one, and only those are searched with care. */
const SUSPICIOUS = /[\0\uD800-\uDFFF]/

/** Whether both engines store the text and give it back exactly. */
function isStorable(text: string): boolean {
  return !SUSPICIOUS.test(text) || text.search(UNSTORABLE) < 0
}

/**
 * Length from `min` to `max` in UTF-16 code units, as HTML's minlength and maxlength count (zod's own checks count code
 * points), and nothing that cannot be stored.
 * @param what a person types there, such as 'a password': the server makes a sentence of it (server/http/refused-value.ts)
 */
export function textLength(min: number, max: number, what?: string) {
  return z.refine<string>((text) => text.length >= min && text.length <= max && isStorable(text), {
    params: { min, max, what },
  })
}

/** Free text of at most `max` UTF-16 code units that both engines store and give back exactly. */
export function freeText(max: number, what?: string) {
  return z.string().check(textLength(0, max, what))
}

const longTexts = new WeakSet<object>()

/** Free text that people write at length, such as a note: where two change it at once, both changes stand in it. */
export function longText(max: number) {
  const text = freeText(max)
  longTexts.add(text)
  return text
}

/** Whether a schema is one of `longText`. */
export function isLongText(schema: object): boolean {
  return longTexts.has(schema)
}

/** Breaks, tabs and other controls: they would break a line, or a header. A NUL is refused with what else cannot be stored. */
const CONTROLS = /(?:(?!\0)[\p{Cc}\u2028\u2029])+/gu
/** Marks that turn the direction of what follows, with which a name can be made to look like another, and a byte order mark. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** A name on one line, in the direction of its letters. */
export function onOneLine(name: string): string {
  return name.replace(DIRECTION_MARKS, '').replace(CONTROLS, ' ')
}

/** The name of somebody or something: on one line, trimmed, and not blank. `what` as in `textLength`. */
export function nameText(max: number, what?: string) {
  return z.string().check(z.overwrite(onOneLine), z.trim(), textLength(1, max, what))
}

/** The text without the characters that cannot be stored, for what a person pastes. */
export function withoutUnstorable(text: string): string {
  return text.replace(UNSTORABLE, '')
}
