import { dayLabelOf } from '#domain/day/day-words.ts'
import { listText } from '#domain/list-text.ts'
import type { TripType } from '#domain/trip.ts'
import * as m from '#messages'
import { pass } from '#web/ui/drawings/pass.tsx'
import { tent } from '#web/ui/drawings/tent.tsx'
import { LineDrawing } from '#web/ui/line-drawing.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { shortened } from './sheet.ts'
import type { Cover } from './use-sheets.ts'

/** More days are on their own sheets. */
const MAX_DAYS = 14
/** A longer name is set smaller. */
const MAX_LARGE = 60
/** More names would not leave room for the drawing. */
const MAX_NAMES = 70

interface CoverSheetProps {
  cover: Cover
  type: TripType
  link: QrLink
}

/** Where the code leads. */
export interface QrLink {
  address: string
  /** A share link opens for everybody who has it. */
  isShareLink: boolean
}

export function CoverSheet({ cover, type, link }: CoverSheetProps) {
  const { name, destination, dates, people, days } = cover
  const named = days.filter(({ title }) => title !== '').slice(0, MAX_DAYS)
  const names = people.slice(0, MAX_NAMES)
  const others = people.length - names.length
  return (
    <div className="pr-cover">
      <header>
        <h2 className={name.length > MAX_LARGE ? 'pr-long' : undefined}>{shortened(name, 200)}</h2>
        {destination && destination !== name && <p className="pr-destination">{shortened(destination, 200)}</p>}
        <p className="pr-dates">
          {[dates, days.length > 0 ? m.print_days_count({ count: days.length }) : ''].filter(Boolean).join(' · ')}
        </p>
      </header>
      <LineDrawing className="pr-drawing">{type === 'car_trip' ? tent : pass}</LineDrawing>
      <div className="pr-cover-lists">
        {named.length > 0 && (
          <dl>
            {named.map((day) => (
              <div key={day.number}>
                <dt>{dayLabelOf(day)}</dt>
                <dd className="pr-cut-line">{shortened(day.title, 120)}</dd>
              </div>
            ))}
          </dl>
        )}
        {people.length > 0 && (
          <p className="pr-people">
            <b>{m.print_cover_people({ count: people.length })}</b>{' '}
            {listText([...names, ...(others > 0 ? [m.print_more({ count: others })] : [])])}
          </p>
        )}
      </div>
      <footer>
        <div className="pr-qr">
          <QrCode text={link.address} label={m.common_link_qr_label({ name })} />
        </div>
        <div>
          <p>
            <b>{m.print_qr_title()}</b>
          </p>
          <p>{link.isShareLink ? m.print_qr_share_note() : m.print_qr_note()}</p>
          {!link.isShareLink && <p className="pr-address">{link.address.replace(/^https?:\/\//, '')}</p>}
        </div>
      </footer>
    </div>
  )
}
