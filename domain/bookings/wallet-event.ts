import * as m from '#messages'
import { readIsoTime } from './iso-time.ts'
import { emptyBooking, noPlace, type ReadBooking } from './read-booking.ts'
import { fieldsOf, type Meaning, recordOf, textOf } from './wallet-fields.ts'
import { tagSeat } from './wallet-journey.ts'
import {
  combineTimes,
  fieldText,
  personOf,
  relevantTime,
  tagText,
  tagTime,
  timeOf,
  type WalletPass,
} from './wallet-pass.ts'
import { readWrittenTime } from './written-time.ts'

const MAX_FACTS = 6
const MAX_DETAILS = 500
/** What the booking says elsewhere. */
const SAID: readonly Meaning[] = ['date', 'time', 'event', 'venue', 'address', 'passenger', 'confirmation']

/**
 * What a ticket for a museum, a concert and so on is for. Other passes, such as the cards of shops, are only read if
 * they name an event and its date; of these, undefined.
 */
export function readEvent(pass: WalletPass, isTicket: boolean): ReadBooking | undefined {
  const { root, tags, fields } = pass
  const title = fields.find(
    ({ group, value }) => group === 'primary' && value !== '' && !readWrittenTime(value, pass.near),
  )
  const named = tagText(pass, 'eventName') || fieldText(pass, 'event')
  const name = named || (isTicket ? title?.value || textOf(root['description']) : '')
  const info = recordOf(tags['eventStartDateInfo'])
  const starts = combineTimes([
    tagTime(pass, ['eventStartDate']),
    readIsoTime(textOf(info['date']), textOf(info['timeZone'])),
    timeOf(pass, 'date'),
    timeOf(pass, 'time'),
    relevantTime(pass),
  ])
  if (name === '' || (!isTicket && starts.date === '')) return undefined
  const guest = personOf(tags['attendeeName'] ?? tags['passengerName']) || personOf(fieldText(pass, 'passenger'))
  return {
    ...emptyBooking('attraction'),
    name,
    confirmationNumber: tagText(pass, 'confirmationNumber') || fieldText(pass, 'confirmation', 40),
    place: {
      ...noPlace,
      name: tagText(pass, 'venueName') || fieldText(pass, 'venue'),
      address: fieldText(pass, 'address', 300),
    },
    starts,
    ends: tagTime(pass, ['eventEndDate']),
    passengers: guest === '' ? [] : [guest],
    details: detailsOf(pass),
  }
}

/** The seat, the door and so on, as the front of the ticket says. */
function detailsOf(pass: WalletPass): string {
  const said = new Set(SAID.flatMap((meaning) => fieldsOf(pass.fields, meaning)))
  const facts = pass.fields
    .filter((field) => field.group !== 'primary' && field.group !== 'back' && field.value !== '' && !said.has(field))
    .filter(({ value }) => readWrittenTime(value, pass.near)?.date === undefined)
    .map(({ label, value }) => (label === '' ? value : `${label}: ${value}`))
  const seat = tagSeat(pass)
  const hasSeat = seat === '' || fieldsOf(pass.fields, 'seat').length > 0
  const all = hasSeat ? facts : [...facts, m.bookings_seat({ seat })]
  return all.slice(0, MAX_FACTS).join('\n').slice(0, MAX_DETAILS)
}
