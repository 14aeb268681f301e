import type { ReactNode } from 'react'

/** `**bold**`, `__bold__`, `*italic*` and `_italic_`, within one line. */
const EMPHASIS = /(\*\*[^*\n]+\*\*|__[^_\n]+__|\*[^*\s][^*\n]*\*|\b_[^_\n]+_\b)/

/** '- Tent', '* Tent', '• Tent' and '1. Tent', with the text after the marker. */
const POINT = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/

/** Consecutive lines: a paragraph, or a list with or without numbers. */
interface Block {
  as: 'p' | 'ul' | 'ol'
  start?: number
  lines: string[]
}

/** Text from an outside source. Renders line breaks, lists and simple emphasis; all else, markup too, is plain text. */
export function SimpleText({ text }: { text: string }) {
  return (
    <div className="grid gap-2 wrap-anywhere">
      {blocksOf(text).map(({ as, start, lines }, index) => {
        // Blocks have no ids. A text is always replaced as a whole.
        const key = `${index} ${lines[0]}`
        if (as === 'p') {
          return (
            <p key={key} className="whitespace-pre-line">
              {emphasised(lines.join('\n'))}
            </p>
          )
        }
        const points = lines.map((line, at) => {
          const key = `${at} ${line}`
          return <li key={key}>{emphasised(line)}</li>
        })
        return as === 'ol' ? (
          <ol key={key} start={start} className="list-decimal pl-6">
            {points}
          </ol>
        ) : (
          <ul key={key} className="list-disc pl-6">
            {points}
          </ul>
        )
      })}
    </div>
  )
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let isAfterBlank = false
  for (const line of text.trim().split('\n')) {
    const [, number, point] = POINT.exec(line) ?? []
    const as = point === undefined ? 'p' : number === undefined ? 'ul' : 'ol'
    const last = blocks.at(-1)
    if (line.trim() === '') isAfterBlank = true
    else {
      // A blank line ends a paragraph, not a list.
      if (last?.as === as && !(as === 'p' && isAfterBlank)) last.lines.push(point ?? line)
      else blocks.push({ as, lines: [point ?? line], ...(number !== undefined && { start: Number(number) }) })
      isAfterBlank = false
    }
  }
  return blocks
}

function emphasised(text: string): ReactNode {
  return text
    .replace(/^#{1,6} +(.*)$/gm, '**$1**')
    .split(EMPHASIS)
    .map((part, index) => {
      const key = `${index} ${part}`
      if (index % 2 === 0) return part
      const inner = part.replace(/^(\*\*|__|\*|_)|(\*\*|__|\*|_)$/g, '')
      return /^(\*\*|__)/.test(part) ? <strong key={key}>{inner}</strong> : <em key={key}>{inner}</em>
    })
}
