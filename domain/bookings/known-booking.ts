import { inOrder } from '../journeys/edit-journey.ts'
import { fromText, toText } from '../journeys/journey.ts'
import { addDays, daysBetween, type OptionalLocalDate } from '../local-date.ts'
import type { Booking, Code, Passenger, Seat, Segment } from '../plan/booking.ts'
import type { Stay } from '../plan/stays.ts'
import type { Ticket } from '../plan/tickets.ts'
import { normalizeName } from '../same-name.ts'
import { isBlank } from '../text.ts'
import { readTicketTime } from '../today/ticket-time.ts'
import { areOfTwoPeople, isNewPassOf } from './boarding-pass-layout.ts'
import type { BookingEntry } from './booking-entry.ts'
import { isSamePassenger } from './passenger-match.ts'

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
    | 'boards'
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
    const { entry } = read
    const known = tickets.find((one) => one.id === entry.id || isSameTicket(one, entry, nameOf))
    return known && { is: 'ticket', known, ...updateTicket(known, entry, nameOf) }
  }
  const known = stays.find((one) => one.id === read.entry.id || isSameStay(one, read.entry))
  return known && { is: 'stay', known, ...updateStay(known, read.entry, nameOf) }
}

const plain = (text: string) => normalizeName(text).replace(/[\s-]/g, '').toUpperCase()
const isSameText = (one: string, other: string) => plain(one) !== '' && plain(one) === plain(other)
const isOtherText = (one: string, other: string) =>
  plain(one) !== '' && plain(other) !== '' && plain(one) !== plain(other)
const isSameDate = (one: OptionalLocalDate, other: OptionalLocalDate) => one !== '' && one === other

function isSameTicket(known: Ticket, read: Ticket, nameOf: NameOf): boolean {
  if (known.type !== read.type) return false
  const isNumbered = isSameText(known.confirmationNumber, read.confirmationNumber)
  const isOther = isOtherText(known.confirmationNumber, read.confirmationNumber)
  if (read.segments.length > 0) {
    // Two bookings of one flight are those of two people.
    if (sharesSegment(known, read))
      return !isOther || known.passengers.length === 0 || hasSamePassenger(known, read, nameOf)
    return isNumbered && isSameWay(known, read)
  }
  const isNamed = isSameText(known.title, read.title)
  const isThen = isSameDate(known.date, read.date)
  return isNumbered ? isNamed || (isThen && isBlank(known.title)) : isNamed && isThen && !isOther
}

const sharesSegment = (known: Ticket, read: Ticket): boolean =>
  known.segments.some((one) => read.segments.some((other) => isSameSegment(one, other)))

function hasSamePassenger(known: Booking, read: Booking, nameOf: NameOf): boolean {
  return known.passengers.some((one) => read.passengers.some((other) => isSamePassenger(one, other, nameOf)))
}

/** The same flight on the same day. A pass knows no more of it. */
export function isSameSegment(one: Segment, other: Segment): boolean {
  const isOtherCarrier = isDesignator(one) && isDesignator(other) && isOtherText(one.carrier, other.carrier)
  return (
    isSameText(numberOf(one), numberOf(other)) &&
    isSameDate(one.departs_on, other.departs_on) &&
    !isOtherCarrier &&
    (['from', 'to'] as const).every((end) => mayBeSameEnd(one, other, end))
  )
}

/** 'AC' */
const isDesignator = ({ carrier }: Segment) => /^[A-Z\d]{2}$/.test(plain(carrier))

/** Of places without codes, one name may be longer: 'Toronto', 'Toronto Pearson'. */
function mayBeSameEnd(one: Segment, other: Segment, end: 'from' | 'to'): boolean {
  const codes = [one[`${end}_code`], other[`${end}_code`]]
  if (!codes.includes('')) return codes[0] === codes[1]
  const [first, second] = [plain(one[end]), plain(other[end])]
  return first.includes(second) || second.includes(first) || codes.includes(first) || codes.includes(second)
}

/** Typed by hand, the number may have its carrier with it: 'AC 848'. */
const numberOf = ({ number }: Segment) => number.replace(/^\s*[A-Z][A-Z0-9]\s*(?=\d)/i, '').replace(/^0+(?=\d)/, '')

/** A flight that was moved to another day or number has the same ends. */
function isSameWay(known: Ticket, read: Ticket): boolean {
  const [first, last, start, end] = [known.segments[0], known.segments.at(-1), read.segments[0], read.segments.at(-1)]
  if (!first || !last || !start || !end || known.segments.length !== read.segments.length) return false
  const isKnown = fromText(start) !== '' && toText(end) !== ''
  return isKnown && mayBeSameEnd(first, start, 'from') && mayBeSameEnd(last, end, 'to')
}

/** Several stays may have one number: the hotels of a package, a ferry and the way back. */
function isSameStay(known: Stay, read: Stay): boolean {
  if (known.kind !== read.kind || isOtherText(known.confirmation_number, read.confirmation_number)) return false
  const isOtherWay = isOtherText(known.place, read.place) || isOtherText(known.end_place, read.end_place)
  if (known.kind === 'ferry' && isOtherWay) return false
  const isNamed = isSameText(known.name, read.name)
  const isThen = isSameDate(known.starts_on, read.starts_on)
  if (!isSameText(known.confirmation_number, read.confirmation_number)) return isNamed && isThen
  const names = [plain(known.name), plain(read.name)] as const
  // 'Vila Galé', 'Hotel Vila Galé'.
  if (!names[0].includes(names[1]) && !names[1].includes(names[0])) return false
  return isThen || isSameDate(known.ends_on, read.ends_on) || areAtOneTime(known, read)
}

/** Whether the times of two stays overlap, or one has none. */
function areAtOneTime(one: Stay, other: Stay): boolean {
  if (one.starts_on === '' || other.starts_on === '') return true
  return one.starts_on <= (other.ends_on || other.starts_on) && other.starts_on <= (one.ends_on || one.starts_on)
}

type Updated<Entry> = { entry: Entry; changes: BookingChange[] }
type NameOf = Plan['nameOf']

function updateTicket(known: Ticket, read: Ticket, nameOf: NameOf): Updated<Ticket> {
  const changes: BookingChange[] = []
  const noteOf = note(changes)
  const people = joinPassengers(known, read, nameOf, changes)
  // A moved flight has no segment in common with the plan, so segments are matched by order.
  const isMoved = !sharesSegment(known, read)
  const updates = new Map<string, Segment>()
  const partOf = (other: Segment, index: number) =>
    isMoved ? known.segments[index] : known.segments.find((one) => !updates.has(one.id) && isSameSegment(one, other))
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
      ...noteOf('starts', { date: known.date, time: known.time }, { date: read.date, time: timeIn(known, read) }),
      ...noteOf('place', { location: known.location }, { location: read.location }),
      ...noteOf(
        'confirmation',
        { confirmationNumber: known.confirmationNumber },
        { confirmationNumber: read.confirmationNumber },
      ),
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

/** A time that is typed in another way is the same time. */
function timeIn(known: Ticket, read: Ticket): string {
  const [was, is] = [readTicketTime(known)?.start, readTicketTime(read)?.start]
  return was !== undefined && was === is ? known.time : read.time
}

function updateSegment(known: Segment, read: Segment, changes: BookingChange[]): Segment {
  const noteOf = note(changes, known)
  const of = (what: BookingChange['what'], fields: readonly (keyof Omit<Segment, 'id' | 'seats'>)[]) => {
    const pick = (from: Segment) => Object.fromEntries(fields.map((field) => [field, from[field]]))
    return noteOf(what, pick(known), pick(read))
  }
  const isSameFlight = isSameText(numberOf(known), numberOf(read))
  return {
    ...known,
    ...of('departs', ['departs_on', 'departs_at']),
    ...of('arrives', ['arrives_on', 'arrives_at']),
    ...(read.arrives_on === '' && { arrives_on: movedArrival(known, read) }),
    ...updateEnd(known, read, 'from', changes),
    ...updateEnd(known, read, 'to', changes),
    ...of('terminal', ['terminal']),
    ...of('arrival_terminal', ['arrival_terminal']),
    ...of('gate', ['gate']),
    ...of('boards', ['boards_at']),
    carrier: known.carrier || read.carrier,
    number: isSameFlight ? known.number : read.number || known.number,
    seats: joinSeats(known, read, changes),
  } as Segment
}

/** The arrival moved by as many days as the departure, if the source doesn't say it. */
function movedArrival({ departs_on, arrives_on }: Segment, read: Segment): OptionalLocalDate {
  if (departs_on === '' || arrives_on === '' || read.departs_on === '') return arrives_on
  return addDays(arrives_on, daysBetween(departs_on, read.departs_on))
}

type End = 'from' | 'to'

/** A place that is called otherwise is the same place, as long as its code is. Another place has another zone. */
function updateEnd(known: Segment, read: Segment, end: End, changes: BookingChange[]) {
  const [code, zone] = [`${end}_code`, `${end}_zone`] as const
  const zoneOf = known[zone] || read[zone]
  if (read[code] === known[code] || read[code] === '')
    return isOtherText(known[end], read[end]) && read[code] === '' && !mayBeSameEnd(known, read, end)
      ? moved(known, read, end, changes)
      : { [end]: known[end] || read[end], [zone]: zoneOf }
  if (known[code] === '' && mayBeSameEnd(known, read, end))
    return { [end]: known[end] || read[end], [code]: read[code], [zone]: read[zone] || known[zone] }
  return moved(known, read, end, changes)
}

function moved(known: Segment, read: Segment, end: End, changes: BookingChange[]) {
  const [code, zone] = [`${end}_code`, `${end}_zone`] as const
  const textOf = (one: Segment) => [one[code], one[end]].filter(Boolean).join(' ')
  changes.push({ what: end, segment: known, was: textOf(known), to: textOf(read) })
  return { [end]: read[end], [code]: read[code], [zone]: read[zone] }
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
      (one) => isSamePassenger(one, passenger, nameOf) && !haveOtherCodes(known.codes, one, read.codes, passenger),
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

/** A new pass of the same person for the same flight takes the place of the old one. */
function joinCodes(known: Booking, read: Booking, place: (code: Code) => Code, changes: BookingChange[]): Code[] {
  const texts = new Set(known.codes.map(({ text }) => text))
  const added = read.codes.filter(({ text }) => !texts.has(text)).map(place)
  for (const _ of added) changes.push({ what: 'code', segment: undefined, was: '', to: '' })
  const used = new Set<Code>()
  const replaced = known.codes.map((old) => {
    const isNew = ({ passenger_id, text }: Code) => passenger_id === old.passenger_id && isNewPassOf(text, old.text)
    const code = added.find(isNew)
    if (!code) return old
    used.add(code)
    return { ...old, format: code.format, text: code.text }
  })
  return [...replaced, ...added.filter((code) => !used.has(code))]
}

function priceOf(known: Booking, read: Booking, changes: BookingChange[]) {
  const { price, currency } = read.price === 0 ? known : read
  if (price !== known.price || currency !== known.currency)
    changes.push({ what: 'price', segment: undefined, was: '', to: '' })
  return { price, currency }
}

/** Where a stay begins or ends. Of another place, the zone is another. */
function placeOf(known: Stay, read: Stay, end: 'starts' | 'ends', changes: BookingChange[]) {
  const [place, zone] = end === 'starts' ? (['place', 'starts_zone'] as const) : (['end_place', 'ends_zone'] as const)
  const now = note(changes)('place', { [place]: known[place] }, { [place]: read[place] })
  return { ...now, [zone]: isOtherText(known[place], read[place]) ? read[zone] : known[zone] || read[zone] }
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
    ...noteOf('starts', pick(known, 'starts_on', 'starts_at'), pick(read, 'starts_on', 'starts_at')),
    ...noteOf('ends', pick(known, 'ends_on', 'ends_at'), pick(read, 'ends_on', 'ends_at')),
    ...placeOf(known, read, 'starts', changes),
    ...placeOf(known, read, 'ends', changes),
    ...noteOf('confirmation', pick(known, 'confirmation_number'), pick(read, 'confirmation_number')),
    passengers: people.passengers,
    codes: joinCodes(known, read, (code) => ({ ...code, ...placedCode(code, people.idOf, new Map()) }), changes),
    ...priceOf(known, read, changes),
  } as Stay
  return { entry, changes }
}

/** Takes over what the source says, field by field, and notes it as one change if it differs. */
const note =
  (changes: BookingChange[], segment?: Segment) =>
  <Fields extends Record<string, string>>(what: BookingChange['what'], known: Fields, read: Fields): Fields => {
    const now = Object.fromEntries(Object.entries(known).map(([name, was]) => [name, read[name] || was])) as Fields
    const textOf = (fields: Fields) => Object.values(fields).filter(Boolean).join(' ')
    const isSame = Object.keys(known).every((name) => plain(known[name] ?? '') === plain(now[name] ?? ''))
    if (isSame) return known
    changes.push({ what, segment, was: textOf(known), to: textOf(now) })
    return now
  }
