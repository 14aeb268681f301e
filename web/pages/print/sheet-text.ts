import type { Sheet, SheetCard, SheetRow } from './sheet.ts'

/* Sheets as plain text, to paste into a chat. */

/** @param head what comes first, such as the name and the dates of the trip */
export function sheetsAsText(head: readonly string[], sheets: readonly Pick<Sheet, 'title' | 'cards'>[]): string {
  return [head.filter(Boolean).join('\n'), ...sheets.map(sheetText)].filter(Boolean).join('\n\n\n')
}

const sheetText = ({ title, cards }: Pick<Sheet, 'title' | 'cards'>) =>
  [title.toUpperCase(), ...cards.map(cardText)].join('\n\n')

function cardText({ over, title, aside, facts, rows }: SheetCard): string {
  const heading = [title, aside].filter(Boolean).join(' · ')
  return [...(over ? [over, ''] : []), heading, ...facts, ...rows.map(rowText)]
    .filter((line, at) => line || at === 1)
    .join('\n')
}

const boxes: Record<SheetRow['box'], string> = { none: '', open: '☐ ', ticked: '☑ ' }

function rowText({ box, time, text, aside, notes }: SheetRow): string {
  const first = `${boxes[box]}${[time, text].filter(Boolean).join('  ')}${aside && `: ${aside}`}`
  return [first, ...notes.map((note) => `   ${note}`)].join('\n')
}
