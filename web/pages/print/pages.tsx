import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { TripType } from '#domain/trip.ts'
import * as m from '#messages'
import { CardPiece, hasHeadings } from './card-piece.tsx'
import { CoverSheet, type QrLink } from './cover-sheet.tsx'
import { OverviewSheet } from './overview-sheet.tsx'
import type { Band } from './paginate.ts'
import { type Paper, PIXELS_PER_MM, roomOn, sizeOf, widthOfColumn } from './paper-size.ts'
import type { Sheet } from './sheet.ts'
import { SheetTitle, useLayout } from './use-layout.tsx'
import type { Sheets } from './use-sheets.ts'

interface PagesProps {
  type: TripType
  sheets: Sheets
  hasCover: boolean
  hasOverview: boolean
  /** The sheets of cards to print. */
  chosen: readonly Sheet[]
  paper: Paper
  isApart: boolean
  link: QrLink
  /** Of the pages alone: what is measured must not be hidden. */
  className: string
}

/** A page that is larger on the screen than this has no use. */
const MAX_SCALE = 0.85

/** The pages as they are printed, smaller on the screen. */
export function Pages(props: PagesProps) {
  const { type, sheets, hasCover, hasOverview, chosen, paper, isApart, link, className } = props
  const { pages, measuring } = useLayout(chosen, paper, isApart)
  const { place, width } = useWidth()
  const { cover, overview, names } = sheets
  const shown: { key: string; isWide: boolean; content: ReactNode }[] = [
    ...(hasCover ? [{ key: 'cover', isWide: false, content: <CoverSheet {...{ cover, type, link }} /> }] : []),
    ...(hasOverview
      ? overview.map((sheet, index) => ({
          key: `overview ${index}`,
          isWide: true,
          content: (
            <>
              <OverviewTitle {...{ cover, index }} count={overview.length} />
              <OverviewSheet sheet={sheet} names={names} box={overviewBox(paper)} />
            </>
          ),
        }))
      : []),
    ...pages.map((bands, index) => ({
      key: `page ${index}`,
      isWide: false,
      content: bands.map((band) => {
        const sheet = chosen[band.sheet]
        return sheet && <BandOfSheet key={sheet.kind} band={band} sheet={sheet} width={roomOn(paper).width} />
      }),
    })),
  ]
  return (
    <>
      {measuring}
      <div ref={place} className={`pr-pages ${className}`}>
        {shown.map(({ key, isWide, content }, index) => (
          <Page
            key={key}
            {...{ paper, isWide }}
            available={width}
            name={cover.name}
            number={index + 1}
            of={shown.length}
          >
            {content}
          </Page>
        ))}
      </div>
    </>
  )
}

/** How wide an element is, in CSS pixels. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const update = () => setWidth(element.clientWidth)
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}

/** Above the days of the overview, in millimetres. */
const OVERVIEW_TITLE = 10

function overviewBox(paper: Paper) {
  const { width, height } = roomOn(paper, true)
  return { width, height: height - OVERVIEW_TITLE }
}

export function OverviewTitle({ cover, index, count }: { cover: Sheets['cover']; index: number; count: number }) {
  return (
    <div className="pr-overview-title">
      <h2 className="pr-cut-line">{cover.name}</h2>
      <p>{[cover.dates, count > 1 ? m.print_part({ number: index + 1, count }) : ''].filter(Boolean).join(' · ')}</p>
    </div>
  )
}

function BandOfSheet({ band, sheet, width }: { band: Band; sheet: Sheet; width: number }) {
  const isBelow = hasHeadings(sheet)
  return (
    <section
      data-kind={sheet.kind}
      className="pr-sheet"
      style={band.scale === 1 ? undefined : { fontSize: `${band.scale}em` }}
    >
      <SheetTitle title={sheet.title} isFirst={band.isFirst} />
      <div className="pr-columns">
        {band.columns.map((pieces, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no ids
          <div key={index} style={{ width: `${widthOfColumn(sheet.columns, width)}mm` }}>
            {pieces.map(({ card, from, to }) => {
              const shown = sheet.cards[card]
              return shown && <CardPiece key={`${card} ${from}`} card={shown} {...{ from, to, isBelow }} />
            })}
          </div>
        ))}
      </div>
    </section>
  )
}

interface PageProps {
  paper: Paper
  isWide: boolean
  /** How wide it can be on the screen, in CSS pixels. */
  available: number
  name: string
  number: number
  of: number
  children: ReactNode
}

function Page({ paper, isWide, available, name, number, of, children }: PageProps) {
  const { width, height } = sizeOf(paper, isWide)
  const scale = Math.min(MAX_SCALE, available / (width * PIXELS_PER_MM))
  const frameSize = { '--pr-width': `${width}mm`, '--pr-height': `${height}mm`, '--pr-scale': scale }
  return (
    <article
      aria-label={m.print_page_label({ number, of })}
      data-paper={isWide ? `${paper}-wide` : paper}
      className="pr-frame"
      style={frameSize as React.CSSProperties}
    >
      <div className="pr-page pr-paper">
        {children}
        <footer className="pr-footer">
          <span className="pr-cut-line">{name}</span>
          <span>{m.print_page_number({ number, of })}</span>
        </footer>
      </div>
    </article>
  )
}
