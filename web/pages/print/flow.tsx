import type { TripType } from '#domain/trip.ts'
import { CardPiece, hasHeadings } from './card-piece.tsx'
import { CoverSheet, type QrLink } from './cover-sheet.tsx'
import { OverviewSheet } from './overview-sheet.tsx'
import { OverviewTitle } from './pages.tsx'
import type { Sheet } from './sheet.ts'
import { SheetTitle } from './use-layout.tsx'
import type { Sheets } from './use-sheets.ts'

interface FlowProps {
  type: TripType
  sheets: Sheets
  hasCover: boolean
  hasOverview: boolean
  chosen: readonly Sheet[]
  isApart: boolean
  link: QrLink
}

/** What is read on a screen, in millimetres. */
const SCREEN_BOX = { width: 270, height: 170 }
/** What fits on an upright page with wide margins, of A4 and of Letter: some browsers print nothing on its side. */
const UPRIGHT_BOX = { width: 180, height: 225 }

/** The sheets one after another without pages: to read on a screen, and to print where the browser makes the pages. */
export function Flow({ type, sheets, hasCover, hasOverview, chosen, isApart, link }: FlowProps) {
  const { cover, overview, names } = sheets
  return (
    <div className={`pr-flow pr-paper ${isApart ? 'pr-apart' : ''}`}>
      {hasCover && <CoverSheet {...{ cover, type, link }} />}
      {hasOverview &&
        overview.map((sheet, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of the overview have no ids
          <section key={index} className="pr-flow-overview">
            <OverviewTitle {...{ cover, index }} count={overview.length} />
            <div className="pr-on-screen">
              <OverviewSheet sheet={sheet} names={names} box={SCREEN_BOX} />
            </div>
            <div className="pr-on-paper">
              <OverviewSheet sheet={sheet} names={names} box={UPRIGHT_BOX} />
            </div>
          </section>
        ))}
      {chosen.map((sheet) => (
        <section key={sheet.kind} data-kind={sheet.kind} className="pr-sheet">
          <SheetTitle title={sheet.title} isFirst />
          <div className="pr-flow-columns" data-columns={sheet.columns}>
            {sheet.cards.map((card) => (
              <CardPiece key={card.id} card={card} from={0} to={card.rows.length} isBelow={hasHeadings(sheet)} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
