import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { CardHead, CardRow, hasHeadings } from './card-piece.tsx'
import { type MeasuredSheet, paginate, type SheetPage } from './paginate.ts'
import { type Paper, pageSizeOf, roomOn, widthOfColumn } from './paper-size.ts'
import type { Sheet } from './sheet.ts'

/*
 * Which cards are on which page.
 * Job: draws all cards once where nobody sees them, in the width of a column on paper, and measures their heights.
 */

interface Layout {
  pages: readonly SheetPage[]
  /** What has to be rendered for it, where nothing is `display: none`: that has no height. */
  measuring: React.ReactNode
}

/** @param isApart whether each sheet begins on a page of its own */
export function useLayout(sheets: readonly Sheet[], paper: Paper, isApart: boolean): Layout {
  const place = useRef<HTMLDivElement>(null)
  const [pages, setPages] = useState<readonly SheetPage[]>([])
  const measure = useCallback(() => {
    if (!place.current) return
    const measured = [...place.current.children].map((element, index) =>
      measureSheet(element, sheets[index] as Sheet, isApart),
    )
    const next = paginate(measured, pageSizeOf(paper))
    setPages((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  }, [sheets, paper, isApart])
  useLayoutEffect(() => {
    measure()
    // The typeface of headings may arrive later.
    if (document.fonts.status === 'loaded') return
    let isCurrent = true
    void document.fonts.ready.then(() => isCurrent && measure())
    return () => {
      isCurrent = false
    }
  }, [measure])
  const { width } = roomOn(paper)
  const measuring = (
    <div ref={place} aria-hidden="true" inert className="pr-measuring pr-paper">
      {sheets.map((sheet) => (
        <div key={sheet.kind} data-kind={sheet.kind}>
          <div style={{ width: `${width}mm` }}>
            <SheetTitle title={sheet.title} isFirst />
            <SheetTitle title={sheet.title} isFirst={false} />
          </div>
          <div style={{ width: `${widthOfColumn(sheet.columns, width)}mm` }}>
            {sheet.cards.map((card) => (
              <section key={card.id} className="pr-card">
                <CardHead card={card} isAgain={false} isBelow={hasHeadings(sheet)} />
                <CardHead card={card} isAgain isBelow={hasHeadings(sheet)} />
                <ul>
                  {card.rows.map((row) => (
                    <CardRow key={row.id} row={row} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
  return { pages, measuring }
}

/** Sheets that somebody gives only to those who may read them are never on the back of others. */
const PRIVATE = new Set<Sheet['kind']>(['contacts', 'emergency', 'costs'])

function measureSheet(element: Element, { kind, columns }: Sheet, isApart: boolean): MeasuredSheet {
  const heightOf = (one: Element | null | undefined) => one?.getBoundingClientRect().height ?? 0
  const [title, again] = element.querySelectorAll('.pr-title')
  return {
    title: heightOf(title),
    again: heightOf(again),
    columns,
    isWhole: kind === 'days',
    isApart: isApart || PRIVATE.has(kind),
    cards: [...element.querySelectorAll('.pr-card')].map((card) => ({
      head: heightOf(card.querySelector('[data-head]')),
      again: heightOf(card.querySelector('[data-again]')),
      rows: [...card.querySelectorAll('.pr-row')].map(heightOf),
    })),
  }
}

export function SheetTitle({ title, isFirst }: { title: string; isFirst: boolean }) {
  return isFirst ? (
    <div className="pr-title">
      <h2>{title}</h2>
    </div>
  ) : (
    <div className="pr-title pr-again">
      <p>{m.print_continued({ title })}</p>
    </div>
  )
}
