import { Parser } from 'htmlparser2'
import { toSingleLine, trimmed, withoutUnstorable } from '../text.ts'

const MAX_LINE = 500
/** HTML has much that is not shown, so more of it is read. */
const MAX_RAW = 20_000

const HTML = /<\/?[a-z][^<>]*>|<!--|&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});/i
const HIDDEN = new Set(['script', 'style', 'title', 'head', 'template'])

/** What somebody else wrote in a file, as plain text on one line of at most 500 characters. HTML becomes its text. */
export function plainLine(text: string): string {
  const start = text.slice(0, MAX_RAW)
  const line = HTML.test(start) ? textOfHtml(start) : start
  const spaced = toSingleLine(line).replace(/\0/g, '').replace(/\s+/g, ' ')
  return trimmed(withoutUnstorable(trimmed(spaced).slice(0, MAX_LINE)))
}

function textOfHtml(html: string): string {
  const parts: string[] = []
  let hidden = 0
  const parser = new Parser({
    onopentagname: (tag) => {
      parts.push(isInline(tag) ? '' : ' ')
      if (HIDDEN.has(tag)) hidden++
    },
    onclosetag: (tag) => {
      parts.push(isInline(tag) ? '' : ' ')
      if (HIDDEN.has(tag)) hidden--
    },
    ontext: (part) => {
      if (hidden === 0) parts.push(part)
    },
  })
  parser.end(html)
  return parts.join('')
}

const isInline = (tag: string) => /^(?:a|abbr|b|bdi|bdo|em|font|i|mark|small|span|strong|sub|sup|u|wbr)$/.test(tag)
