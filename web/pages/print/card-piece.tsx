import * as m from '#messages'
import type { Sheet, SheetCard, SheetRow } from './sheet.ts'

/* A card as it is printed. What is measured and what is printed are the same elements. */

interface CardHeadProps {
  card: SheetCard
  /** Whether it goes on from another column or page. */
  isAgain: boolean
  /** Whether there are headings above the cards. */
  isBelow: boolean
}

/** Whether the cards of a sheet are below headings of their own. */
export const hasHeadings = ({ cards }: Pick<Sheet, 'cards'>): boolean => cards.some(({ over }) => over !== '')

export function CardHead({ card, isAgain, isBelow }: CardHeadProps) {
  const { over, title, aside, facts } = card
  const Heading = isBelow ? 'h4' : 'h3'
  if (isAgain)
    return (
      <div className="pr-head" data-again>
        <Heading className="pr-name">{m.print_continued({ title })}</Heading>
      </div>
    )
  return (
    <div className="pr-head" data-head>
      {over && <h3 className="pr-over">{over}</h3>}
      <Heading className="pr-name">
        <span className="pr-card-name">{title}</span>
        {aside && <span className="pr-aside">{aside}</span>}
      </Heading>
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no ids, and two may be the same
        <p key={index}>{fact}</p>
      ))}
    </div>
  )
}

const boxNames = { open: m.common_tick_to_do, ticked: m.common_tick_done }

/** Boxes are drawn with lines, since printers leave backgrounds out. */
function Box({ box }: { box: 'open' | 'ticked' }) {
  return (
    <svg role="img" aria-label={boxNames[box]()} viewBox="0 0 16 16" className="pr-box">
      <path d="M1 1h14v14H1z" />
      {box === 'ticked' && <path d="m4 8.5 3 3 5.5-7" />}
    </svg>
  )
}

export function CardRow({ row }: { row: SheetRow }) {
  const { box, time, text, aside, notes } = row
  return (
    <li className="pr-row">
      {box !== 'none' && <Box box={box} />}
      <span className="pr-time">{time}</span>
      <div className="pr-text">
        <p>{text}</p>
        {notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes have no ids
          <p key={index} className="pr-note">
            {note}
          </p>
        ))}
      </div>
      {aside && <span className="pr-aside">{aside}</span>}
    </li>
  )
}

interface CardPieceProps {
  card: SheetCard
  from: number
  to: number
  isBelow: boolean
}

export function CardPiece({ card, from, to, isBelow }: CardPieceProps) {
  return (
    <section className="pr-card">
      <CardHead card={card} isAgain={from > 0} isBelow={isBelow} />
      <ul>
        {card.rows.slice(from, to).map((row) => (
          <CardRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}
