import { Parser } from 'htmlparser2'
import { toSingleLine, trimmed, withoutUnstorable } from '../text.ts'

export const MAX_NAME = 200
export const MAX_NOTE = 2000
/** Of a longer note, which may be made to take hours, only so much is read. HTML has much that is not shown. */
const MAX_RAW = 20_000

/** A name from a file: on one line, trimmed, at most 200 characters. */
export const cleanName = (name: string) => shortened(toSingleLine(name.slice(0, MAX_RAW)), MAX_NAME)

/** A note from a file: plain text without control characters, at most 2000 characters. Google Earth's are HTML. */
export function cleanNote(note: string): string {
  const start = note.slice(0, MAX_RAW)
  const text = isHtml(start) ? textOfHtml(start) : start
  return shortened(
    text
      .replace(/\r\n?/g, '\n')
      .split('\n')
      .map((line) => toSingleLine(line).trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n'),
    MAX_NOTE,
  )
}

const shortened = (text: string, max: number) => trimmed(withoutUnstorable(trimmed(text).slice(0, max)))

/** Whether a text has a tag or an entity of HTML. 'a < b & c' has none. */
export const isHtml = (text: string) => /<\/?[a-z][^<>]*>|<!--|&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,6});/i.test(text)

const LINES = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'table', 'ul', 'ol'])

function textOfHtml(html: string): string {
  let text = ''
  let hidden = false
  const parser = new Parser({
    onopentagname: (tag) => {
      if (LINES.has(tag)) text += '\n'
      if (tag === 'td' || tag === 'th') text += ' '
      if (tag === 'style' || tag === 'script') hidden = true
    },
    onclosetag: (tag) => {
      if (tag === 'style' || tag === 'script') hidden = false
    },
    ontext: (part) => {
      if (!hidden) text += part.replace(/\s+/g, ' ')
    },
  })
  parser.end(html)
  return text.replace(/ *\n */g, '\n')
}
