import { withoutUnstorable } from '../text.ts'

/*
 * Lines of iCalendar (RFC 5545, 3.1): escaped, at most 75 octets long, each with CRLF at its end.
 */

/** A property as it is written: its name with parameters, and its value in the form of its type. */
export type Property = readonly [name: string, value: string]

const MAX_OCTETS = 75
/** No line with fewer UTF-16 code units can be too long: none of them takes more than three octets. */
const SURELY_SHORT = Math.floor(MAX_OCTETS / 3)

/** Most lines: each character is an octet. The space before the rest of a line counts. */
const ASCII = /^[ -~]*$/
const REST = /.{1,74}/g

const LINE_BREAK = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g
/** Control characters that a text may not contain; the tab may stay. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu

/** A text that people typed, with one kind of line break and nothing that the format forbids. */
export function plainText(text: string): string {
  return withoutUnstorable(text).replace(LINE_BREAK, '\n').replace(CONTROLS, '')
}

/** As the value of a property of type TEXT. */
export function escapeText(text: string): string {
  return plainText(text)
    .replace(/[\\;,]/g, (special) => `\\${special}`)
    .replaceAll('\n', '\\n')
}

/** One property, folded over as many lines as it needs. No character is split. */
export function contentLine([name, value]: Property): string {
  const line = `${name}:${value}`
  if (line.length <= SURELY_SHORT) return `${line}\r\n`
  if (ASCII.test(line)) return `${line.slice(0, MAX_OCTETS)}${line.slice(MAX_OCTETS).replace(REST, '\r\n $&')}\r\n`
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return `${folded}\r\n`
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
