import * as m from '#messages'
import { formatMoney } from '../costs/format-money.ts'
import { carrierText } from '../journeys/journey.ts'
import { routeText } from '../journeys/journey-words.ts'
import type { LocalDate } from '../local-date.ts'
import type { Segment } from '../plan/booking.ts'
import { clockTimeText } from '../today/time-text.ts'
import { formatDay } from '../trip-days.ts'
import type { BookingChange, BookingUpdate } from './known-booking.ts'

/* What a source changes in the plan: 'AC 890: gate B22, was A4'. */

interface Context {
  /** Tells a seat's passenger. */
  nameOf: (passenger: BookingUpdate['entry']['passengers'][number]) => string
}

/** One line for each difference. Those of a journey with several parts say which part they are about. */
export function changeLines({ entry, changes }: Pick<BookingUpdate, 'entry' | 'changes'>, context: Context): string[] {
  const segments = 'segments' in entry ? entry.segments : []
  const codes = changes.filter(({ what }) => what === 'code').length
  const lines = changes.flatMap((change) => {
    const text = changeText(change, entry, context)
    const part = segments.length > 1 && change.what !== 'segment' ? partName(change.segment) : ''
    return text === '' ? [] : [part === '' ? text : m.imports_change_of({ part, text })]
  })
  return codes === 0 ? lines : [...lines, m.imports_change_codes({ count: codes })]
}

const partName = (segment: Segment | undefined): string => (segment ? carrierText(segment) || routeText(segment) : '')

function changeText(change: BookingChange, entry: BookingUpdate['entry'], context: Context): string {
  const { what, segment } = change
  switch (what) {
    case 'segment':
      return m.imports_change_segment({ part: partName(segment) })
    case 'code':
      return ''
    case 'price':
      return m.imports_change_price({ price: formatMoney(entry.price, entry.currency) })
    case 'passenger':
      return m.imports_change_passenger({ name: change.to })
    case 'seat':
      return seatText(change, entry, context)
    default: {
      const [to, was] = [valueText(what, change.to), valueText(what, change.was)]
      return m.imports_change({ what, to, had: was === '' ? 'nothing' : 'value', was })
    }
  }
}

function seatText({ segment, was, to }: BookingChange, entry: BookingUpdate['entry'], { nameOf }: Context): string {
  const parts = 'segments' in entry ? entry.segments : []
  const id = parts.find((one) => one.id === segment?.id)?.seats.find(({ seat }) => seat === to)?.id
  const passenger = entry.passengers.find((one) => one.id === id)
  const name = passenger ? nameOf(passenger) : ''
  return m.imports_change_seat({
    to,
    had: was === '' ? 'nothing' : 'value',
    was,
    whose: name === '' ? 'nobody' : 'person',
    name,
  })
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})?(?: ?(\d{2}:\d{2}))?$/
const AIRPORT = /^([A-Z]{3}) (.+)$/

/** Dates, times and airports as people read them. */
function valueText(what: BookingChange['what'], value: string): string {
  if (what === 'from' || what === 'to') {
    const [, code, name] = AIRPORT.exec(value) ?? []
    return code && name ? m.journeys_airport({ name, code }) : value
  }
  const [isMoment, date, time] = MOMENT.exec(value) ?? []
  if (value === '' || isMoment === undefined) return value
  const day = date && formatDay(date as LocalDate)
  return [day, time && clockTimeText(time)].filter(Boolean).join(', ')
}
