import type { Booking, Code, Passenger, Seat, Segment } from '../plan/booking.ts'
import type { Stay } from '../plan/stays.ts'
import type { Ticket } from '../plan/tickets.ts'
import { isBlank } from '../text.ts'
import { areOfTwoPeople } from './boarding-pass-layout.ts'
import type { BookingEntry } from './booking-entry.ts'
import { mayBeSamePassenger } from './passenger-match.ts'

/*
 * What is read a second time: the same booking again, a later mail with another gate, a boarding pass for a flight that
 * is in the plan.
 * Invariants: nothing that somebody entered is removed, and what the source does not say stays. A part of a journey is
 *   the same if number, date and airport are; a code if its text is.
 */

/** One difference between what is in the plan and what was read. */
export interface BookingChange {
  what:
    | 'segment'
    | 'departs'
    | 'arrives'
    | 'from'
    | 'to'
    | 'terminal'
    | 'arrival_terminal'
    | 'gate'
    | 'check_in'
    | 'seat'
    | 'passenger'
    | 'code'
    | 'confirmation'
    | 'starts'
    | 'ends'
    | 'place'
    | 'price'
  /** The part that it is about; undefined for the whole booking. */
  segment: Segment | undefined
  /** '' if there was nothing. */
  was: string
  to: string
}

/** What the plan would have after a confirmed draft. */
export type BookingUpdate =
  | { is: 'ticket'; known: Ticket; entry: Ticket; changes: BookingChange[] }
  | { is: 'stay'; known: Stay; entry: Stay; changes: BookingChange[] }

interface Plan {
  tickets: readonly Ticket[]
  stays: readonly Stay[]
  /** The name of a passenger, of the list or as typed. */
  nameOf: (passenger: Passenger) => string
}

/** The booking of the plan that was read again, with what is new; undefined if it is not in the plan. */
export function findKnown(read: BookingEntry, { tickets, stays, nameOf }: Plan): BookingUpdate | undefined {
  if (read.is === 'ticket') {
    const known = tickets.find((one) => isSameTicket(one, read.entry))
    return known && { is: 'ticket', known, ...updateTicket(known, read.entry, nameOf) }
  }
  const known = stays.find((one) => isSameStay(one, read.entry))
  return known && { is: 'stay', known, ...updateStay(known, read.entry, nameOf) }
}

const plain = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()
const isSameNumber = (one: string, other: string) => plain(one) !== '' && plain(one) === plain(other)

function isSameTicket(known: Ticket, read: Ticket): boolean {
  if (known.type !== read.type) return false
  if (read.segments.length > 0) {
    const isPart = known.segments.some((one) => read.segments.some((other) => isSameSegment(one, other)))
    return isPart || (isSameNumber(known.confirmationNumber, read.confirmationNumber) && isSameWay(known, read))
  }
  const isNumbered = isSameNumber(known.confirmationNumber, read.confirmationNumber)
  const isNamed = plain(known.title) === plain(read.title)
  return isNumbered ? isNamed || known.date === read.date : isNamed && known.date === read.date && read.date !== ''
}

/** The same flight on the same day. A pass knows no more of it. */
export function isSameSegment(one: Segment, other: Segment): boolean {
  const isSameEnd = (a: string, b: string) => a === '' || b === '' || a === b
  return (
    isSameNumber(numberOf(one), numberOf(other)) &&
    one.departs_on === other.departs_on &&
    isSameEnd(one.from_code, other.from_code) &&
    isSameEnd(one.to_code, other.to_code)
  )
}

/** Typed by hand, the number may have its carrier with it: 'AC 848'. */
const numberOf = ({ number }: Segment) => number.replace(/^\s*[A-Z][A-Z0-9]\s*(?=\d)/i, '').replace(/^0+(?=\d)/, '')

/** A flight that was moved to another day or number has the same ends. */
function isSameWay(known: Ticket, read: Ticket): boolean {
  const ends = ({ segments }: Ticket) => [segments[0]?.from_code, segments.at(-1)?.to_code].join('-')
  return known.segments.length === read.segments.length && ends(known) === ends(read) && ends(read).length > 1
}

function isSameStay(known: Stay, read: Stay): boolean {
  if (known.kind !== read.kind) return false
  if (isSameNumber(known.confirmation_number, read.confirmation_number)) return true
  const isNamed = plain(known.name) === plain(read.name) && plain(read.name) !== ''
  return isNamed && known.starts_on === read.starts_on && read.starts_on !== ''
}

type Updated<Entry> = { entry: Entry; changes: BookingChange[] }
type NameOf = Plan['nameOf']

function updateTicket(known: Ticket, read: Ticket, nameOf: NameOf): Updated<Ticket> {
  const changes: BookingChange[] = []
  const noteOf = note(changes)
  const people = joinPassengers(known, read, nameOf, changes)
  // A moved flight has no part in common with the plan: parts follow each other in the same order.
  const isMoved = !known.segments.some((one) => read.segments.some((other) => isSameSegment(one, other)))
  const partOf = (other: Segment, index: number) =>
    isMoved ? known.segments[index] : known.segments.find((one) => isSameSegment(one, other))
  const updates = new Map<string, Segment>()
  const segmentIds = new Map<string, string>()
  const added: Segment[] = []
  read.segments.forEach((other, index) => {
    const one = partOf(other, index)
    segmentIds.set(other.id, (one ?? other).id)
    const seats = other.seats.map((seat) => ({ ...seat, id: people.idOf(seat.id) }))
    if (one) updates.set(one.id, updateSegment(one, { ...other, seats }, changes))
    else {
      added.push({ ...other, seats })
      changes.push({ what: 'segment', segment: other, was: '', to: '' })
    }
  })
  const segments = inOrder([...known.segments.map((one) => updates.get(one.id) ?? one), ...added])
  return {
    entry: {
      ...known,
      details: isBlank(known.details) ? read.details : known.details,
      ...noteOf('starts', undefined, { date: known.date }, { date: read.date }),
      confirmationNumber: noteOf(
        'confirmation',
        undefined,
        { is: known.confirmationNumber },
        { is: read.confirmationNumber },
      ).is,
      segments,
      passengers: people.passengers,
      codes: joinCodes(known, read, (code) => ({ ...code, ...placedCode(code, people.idOf, segmentIds) }), changes),
      ...priceOf(known, read, changes),
    },
    changes,
  }
}

const placedCode = (code: Code, idOf: (id: string) => string, segmentIds: ReadonlyMap<string, string>) => ({
  passenger_id: code.passenger_id === '' ? '' : idOf(code.passenger_id),
  segment_id: segmentIds.get(code.segment_id) ?? '',
})

/** By departure where both are known; otherwise as they are. */
function inOrder(segments: Segment[]): Segment[] {
  const keyOf = ({ departs_on, departs_at }: Segment) => `${departs_on} ${departs_at}`
  return segments.every(({ departs_on }) => departs_on !== '')
    ? segments.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
    : segments
}

function updateSegment(known: Segment, read: Segment, changes: BookingChange[]): Segment {
  const noteOf = note(changes)
  const of = (what: BookingChange['what'], fields: readonly (keyof Omit<Segment, 'id' | 'seats'>)[]) => {
    const pick = (from: Segment) => Object.fromEntries(fields.map((field) => [field, from[field]]))
    return noteOf(what, known, pick(known), pick(read))
  }
  const shown = (one: Segment, other: Segment, name: 'from' | 'to') =>
    // A place that is called otherwise is the same place, as long as the code is.
    one[`${name}_code`] !== '' && one[`${name}_code`] === other[`${name}_code`] ? [] : of(name, [`${name}_code`, name])
  return {
    ...known,
    ...of('departs', ['departs_on', 'departs_at']),
    ...of('arrives', ['arrives_on', 'arrives_at']),
    ...Object.fromEntries(Object.entries(shown(known, read, 'from'))),
    ...Object.fromEntries(Object.entries(shown(known, read, 'to'))),
    ...of('terminal', ['terminal']),
    ...of('arrival_terminal', ['arrival_terminal']),
    ...of('gate', ['gate']),
    ...of('check_in', ['check_in_at']),
    carrier: known.carrier || read.carrier,
    number: isSameNumber(numberOf(known), numberOf(read)) ? known.number : read.number || known.number,
    from_zone: known.from_zone || read.from_zone,
    to_zone: known.to_zone || read.to_zone,
    seats: joinSeats(known, read, changes),
  } as Segment
}

function joinSeats(known: Segment, read: Segment, changes: BookingChange[]): Seat[] {
  const byId = new Map(known.seats.map((seat) => [seat.id, seat]))
  for (const seat of read.seats) {
    const before = byId.get(seat.id)
    if (seat.seat !== '' && plain(before?.seat ?? '') !== plain(seat.seat))
      changes.push({ what: 'seat', segment: known, was: before?.seat ?? '', to: seat.seat })
    byId.set(seat.id, {
      id: seat.id,
      seat: seat.seat || (before?.seat ?? ''),
      cabin: seat.cabin || (before?.cabin ?? ''),
    })
  }
  return [...byId.values()]
}

/** The passengers of the plan, then those who are new, and whose id each of the read ones has then. */
function joinPassengers(known: Booking, read: Booking, nameOf: NameOf, changes: BookingChange[]) {
  const left = [...known.passengers]
  const ids = new Map<string, string>()
  const added: Passenger[] = []
  for (const passenger of read.passengers) {
    const at = left.findIndex(
      (one) =>
        ((one.person_id !== '' && one.person_id === passenger.person_id) ||
          mayBeSamePassenger(nameOf(one), nameOf(passenger))) &&
        !haveOtherCodes(known.codes, one, read.codes, passenger),
    )
    // Each passenger of the plan is one of those who were read: two of one name stay two.
    const [found] = at < 0 ? [] : left.splice(at, 1)
    ids.set(passenger.id, (found ?? passenger).id)
    if (found) continue
    added.push(passenger)
    changes.push({ what: 'passenger', segment: undefined, was: '', to: nameOf(passenger) })
  }
  return { passengers: [...known.passengers, ...added], idOf: (id: string) => ids.get(id) ?? id }
}

/** Whether their passes say that they are two people, who have one name. */
function haveOtherCodes(known: readonly Code[], one: Passenger, read: readonly Code[], other: Passenger): boolean {
  const codesOf = (codes: readonly Code[], { id }: Passenger) => codes.filter(({ passenger_id }) => passenger_id === id)
  return codesOf(known, one).some(({ text }) => codesOf(read, other).some((code) => areOfTwoPeople(text, code.text)))
}

function joinCodes(known: Booking, read: Booking, place: (code: Code) => Code, changes: BookingChange[]): Code[] {
  const texts = new Set(known.codes.map(({ text }) => text))
  const added = read.codes.filter(({ text }) => !texts.has(text)).map(place)
  for (const _ of added) changes.push({ what: 'code', segment: undefined, was: '', to: '' })
  return [...known.codes, ...added]
}

function priceOf(known: Booking, read: Booking, changes: BookingChange[]) {
  const { price, currency } = read.price === 0 ? known : read
  if (price !== known.price || currency !== known.currency)
    changes.push({ what: 'price', segment: undefined, was: '', to: '' })
  return { price, currency }
}

type TextOfStay = 'starts_on' | 'starts_at' | 'ends_on' | 'ends_at' | 'confirmation_number'

function updateStay(known: Stay, read: Stay, nameOf: NameOf): Updated<Stay> {
  const changes: BookingChange[] = []
  const noteOf = note(changes)
  const people = joinPassengers(known, read, nameOf, changes)
  const pick = (from: Stay, ...names: TextOfStay[]) => Object.fromEntries(names.map((name) => [name, from[name]]))
  const entry = {
    ...known,
    name: known.name || read.name,
    note: isBlank(known.note) ? read.note : known.note,
    ...noteOf('starts', undefined, pick(known, 'starts_on', 'starts_at'), pick(read, 'starts_on', 'starts_at')),
    ...noteOf('ends', undefined, pick(known, 'ends_on', 'ends_at'), pick(read, 'ends_on', 'ends_at')),
    starts_zone: known.starts_zone || read.starts_zone,
    ends_zone: known.ends_zone || read.ends_zone,
    place: known.place || read.place,
    end_place: known.end_place || read.end_place,
    ...noteOf('confirmation', undefined, pick(known, 'confirmation_number'), pick(read, 'confirmation_number')),
    passengers: people.passengers,
    codes: joinCodes(known, read, (code) => ({ ...code, ...placedCode(code, people.idOf, new Map()) }), changes),
    ...priceOf(known, read, changes),
  } as Stay
  return { entry, changes }
}

/** Takes over what the source says, field by field, and notes it as one change if it differs. */
const note =
  (changes: BookingChange[]) =>
  <Fields extends Record<string, string>>(
    what: BookingChange['what'],
    segment: Segment | undefined,
    known: Fields,
    read: Fields,
  ): Fields => {
    const now = Object.fromEntries(Object.entries(known).map(([name, was]) => [name, read[name] || was])) as Fields
    const textOf = (fields: Fields) => Object.values(fields).filter(Boolean).join(' ')
    const isSame = Object.keys(known).every((name) => plain(known[name] ?? '') === plain(now[name] ?? ''))
    if (isSame) return known
    changes.push({ what, segment, was: textOf(known), to: textOf(now) })
    return now
  }
