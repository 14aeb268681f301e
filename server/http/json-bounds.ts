/** Far deeper than any plan. */
const MAX_DEPTH = 32
/** More than a megabyte of the lists that the app sends can have. */
const MAX_VALUES = 80_000
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether a JSON text is no deeper and has no more values than the app sends. A hostile megabyte can have half a
 * million of both, which takes far longer to parse and validate than a real one. May return true for invalid JSON.
 */
export function isBounded(text: string): boolean {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA) values += 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1
      values += 1
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false
  }
  return true
}

/** The index of the quote that ends a string, or the text's length if it is not closed. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (at - first) % 2 === 1
}
