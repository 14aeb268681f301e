/* The marks in front of the lines of a list, as copied from Word, Google Docs, Notes, Keep, WhatsApp or a web page. */

/** Needs no space after it: '•Tent'. Those above U+F000 are bullets in fonts of Word. */
const SYMBOL = '[•·∙●○◦‣⁃▪▫■□◆◇►▶▸➢➤☐☑☒✅✓✔⬜\\uf0a7\\uf0b7\\uf0d8\\uf0fc]\\ufe0f?\\s*'
/** Of Word's fonts as plain text, where a tab follows each bullet. */
const LETTER = '[o§Øüv]\\t\\s*'
const BOX = '\\[[ xX✓✔]?\\]\\s*'
const DASH = '[-–—*](?:\\s+|$)'
const INVISIBLE = '[\\u200b-\\u200f\\u2060\\ufeff]'
/** '1.', '12)', '1.2.', 'a)', 'iv)' */
const NUMBER = '(?:\\d{1,3}(?:\\.\\d{1,2}){0,3}[.)]|(?:[a-z]|[ivx]{2,4})\\)|[a-z]\\.(?=\\t))(?:\\s+|$)'

const BULLET = new RegExp(`^(?:${[SYMBOL, LETTER, BOX, DASH, INVISIBLE].join('|')})`, 'u')
const BULLET_OR_NUMBER = new RegExp(`^(?:${[SYMBOL, LETTER, BOX, DASH, INVISIBLE, NUMBER].join('|')})`, 'iu')
const TICKED = /^(?:\[[xX✓✔]\]|[☑☒✅])/u

/** '• 1. [ ] Tent' has three. */
const MAX_MARKERS = 6

export interface Unmarked {
  text: string
  /** '[x] Tent', '☑ Tent'. A check mark alone is often no more than a bullet. */
  isTicked: boolean
}

/** A line of a list without its bullets and numbers, and whether it was ticked. */
export function withoutMarkers(line: string): Unmarked {
  return without(BULLET_OR_NUMBER, line)
}

/** A line without its bullets. A number stays, since it may be an amount. */
export function withoutBullets(line: string): string {
  return without(BULLET, line).text
}

function without(marker: RegExp, line: string): Unmarked {
  let [text, isTicked] = [line.trimStart(), false]
  for (let count = 0; count < MAX_MARKERS; count += 1) {
    const [found = ''] = marker.exec(text) ?? []
    if (found === '') break
    isTicked ||= TICKED.test(found)
    text = text.slice(found.length)
  }
  return { text: text.trimEnd(), isTicked }
}
