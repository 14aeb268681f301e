import * as m from '#messages'
import type { Booking, Segment } from '../plan/booking.ts'
import { trimmed } from '../text.ts'
import { dateChange, quote, type Words } from './words.ts'

/* The words for what tickets and stays have in common. `nameOf` returns what an entry is called in a sentence. */

/** The change of anything of an entry. */
interface Said<Entry> {
  within: [Entry, ...unknown[]]
}

type BookingWords<Entry> = {
  [Name in keyof Booking]: Words<Booking[Name], [Entry]>
}

export function bookingWords<Entry>(nameOf: (entry: Entry) => string): BookingWords<Entry> {
  const say =
    (what: string) =>
    ({ within: [entry] }: Said<Entry>) =>
      m.history_booking_changed({ what, booking: nameOf(entry) })
  return {
    passengers: {
      insert: say('passenger_added'),
      remove: say('passenger_removed'),
      move: say('passenger_moved'),
      each: { person_id: say('passenger'), name: say('passenger') },
    },
    price: say('price'),
    currency: say('price'),
    codes: {
      insert: say('code_added'),
      remove: say('code_removed'),
      move: say('code'),
      each: { format: say('code'), text: say('code'), passenger_id: say('code'), segment_id: say('code') },
    },
    files: {
      insert: say('file_added'),
      remove: say('file_removed'),
      move: say('file'),
      each: { passenger_id: say('file') },
    },
  }
}

type OwnSegment = Omit<Segment, 'id' | 'seats'>

/** 'AC 848', or 'Lisbon to Porto', or ''. */
function legOf({ carrier, number, from, to }: Pick<Segment, 'carrier' | 'number' | 'from' | 'to'>): string {
  const flight = [trimmed(carrier), trimmed(number)].filter(Boolean).join(' ')
  if (trimmed(number) !== '') return flight
  const [start, end] = [trimmed(from), trimmed(to)]
  return start !== '' && end !== '' ? m.history_segment_route({ from: start, to: end }) : start || end || flight
}

type SegmentWords<Entry> = Words<Segment[], [Entry]>

export function segmentWords<Entry>(nameOf: (entry: Entry) => string): SegmentWords<Entry> {
  type Within = [Entry, OwnSegment, ...unknown[]]
  const about = ({ within: [entry, part] }: { within: Within }) => {
    const leg = legOf(part)
    return { leg: leg === '' ? m.history_segment_unnamed() : quote(leg), booking: nameOf(entry) }
  }
  const text = (field: string) => (said: { within: Within; was: string; to: string }) =>
    m.history_segment_text({ field, ...about(said), ...changeOf(said) })
  const date = (field: string) => (said: { within: Within; was: Segment['departs_on']; to: Segment['departs_on'] }) =>
    m.history_segment_text({ field, ...about(said), ...dateChange(said) })
  const seats = (said: { within: Within }) => m.history_segment_seats(about(said))
  return {
    insert: (said) => m.history_segment_added(about(said)),
    remove: (said) => m.history_segment_removed(about(said)),
    move: ({ within: [entry] }) => m.history_booking_changed({ what: 'segment_moved', booking: nameOf(entry) }),
    each: {
      carrier: text('carrier'),
      number: text('number'),
      from: text('from'),
      from_code: text('from'),
      from_zone: text('from_zone'),
      departs_on: date('departs_on'),
      departs_at: text('departs_at'),
      to: text('to'),
      to_code: text('to'),
      to_zone: text('to_zone'),
      arrives_on: date('arrives_on'),
      arrives_at: text('arrives_at'),
      terminal: text('terminal'),
      gate: text('gate'),
      arrival_terminal: text('arrival_terminal'),
      check_in_at: text('check_in_at'),
      boards_at: text('boards_at'),
      seats: {
        insert: seats,
        remove: seats,
        move: seats,
        each: { seat: seats, cabin: seats },
      },
    },
  }
}

/** Values are short and speak for themselves: a gate, a time. */
function changeOf({ was, to }: { was: string; to: string }) {
  const change = trimmed(to) === '' ? 'cleared' : trimmed(was) === '' ? 'set' : 'changed'
  return { change, was: trimmed(was), to: trimmed(to) }
}
