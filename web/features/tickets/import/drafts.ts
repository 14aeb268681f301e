import type { BookingEntry } from '#domain/bookings/booking-entry.ts'
import { type BookingChange, findKnown, isSameSegment } from '#domain/bookings/known-booking.ts'
import { isSamePassenger } from '#domain/bookings/passenger-match.ts'
import type { CodeFormat } from '#domain/bookings/read-booking.ts'
import { journeyTitle } from '#domain/journeys/edit-journey.ts'
import type { Code, Passenger } from '#domain/plan/booking.ts'
import type { Stay } from '#domain/plan/stays.ts'
import type { Ticket } from '#domain/plan/tickets.ts'

/*
 * What the plan would be with the bookings that were read.
 * Job: applies them one after the other, each to the plan as the ones before it left it, so that a mail and the passes
 *   of two people make one ticket. Groups them by the ticket or stay that they are about.
 * Invariants: a part of a booking that is cancelled removes nothing, as the rest may still be valid.
 */

/** A booking that was read, as an entry that is not in the plan yet. */
export interface Draft {
  id: string
  /** The file or text that it was read from. */
  sourceId: string
  isCancelled: boolean
  read: BookingEntry
}

/** `same`: all of it is in the plan. `gone`: it is cancelled, and not in the plan. */
export type GroupState = 'new' | 'changed' | 'same' | 'cancelled' | 'gone'

/** What happens to one ticket or stay. */
export type Group = {
  /** The entry's. */
  id: string
  state: GroupState
  changes: readonly BookingChange[]
  drafts: readonly Draft[]
  /** Whether some of its parts or passengers are cancelled: somebody has to look. */
  hasCancelledPart: boolean
  /** Those who are not in the plan yet. */
  newPassengers: readonly Passenger[]
} & BookingEntry

export interface Bookings {
  tickets: readonly Ticket[]
  stays: readonly Stay[]
}

type NameOf = (passenger: Passenger) => string

export interface Planned {
  tickets: Ticket[]
  stays: Stay[]
  groups: Group[]
}

export function planDrafts(drafts: readonly Draft[], before: Bookings, nameOf: NameOf): Planned {
  const now: Bookings & Planned = { tickets: [...before.tickets], stays: [...before.stays], groups: [] }
  const groups = new Map<string, Group>()
  for (const draft of drafts) {
    const known = findKnown(draft.read, { tickets: now.tickets, stays: now.stays, nameOf })
    const id = known?.known.id ?? draft.read.entry.id
    const group = groups.get(id)
    const all = [...(group?.drafts ?? []), draft]
    if (!known) {
      groups.set(id, { ...newGroup(draft.read, draft.isCancelled ? 'gone' : 'new'), drafts: all })
      if (!draft.isCancelled) put(now, draft.read)
      continue
    }
    const current = entryOf(known.is, known.known)
    if (draft.isCancelled) {
      const kept = group ?? newGroup(current, 'same')
      const isWhole = coversAll(draft.read, current, nameOf)
      if (isWhole) remove(now, id)
      const state = isWhole ? (kept.state === 'new' ? 'gone' : 'cancelled') : kept.state
      groups.set(id, { ...kept, ...current, state, drafts: all, hasCancelledPart: kept.hasCancelledPart || !isWhole })
      continue
    }
    const state = group?.state ?? (known.changes.length > 0 ? 'changed' : 'same')
    const updated = titled(entryOf(known.is, known.entry), state)
    put(now, updated)
    const changes = [...(group?.changes ?? []), ...known.changes]
    groups.set(id, {
      ...newGroup(updated, state === 'same' && changes.length > 0 ? 'changed' : state),
      changes,
      drafts: all,
      hasCancelledPart: group?.hasCancelledPart ?? false,
    })
  }
  return { ...now, groups: [...groups.values()].map((group) => withSums(group, before, nameOf)) }
}

const entryOf = (is: BookingEntry['is'], entry: Ticket | Stay): BookingEntry => ({ is, entry }) as BookingEntry

/** A new ticket is called after all that was read of its journey, whichever file came first. */
function titled(one: BookingEntry, state: GroupState): BookingEntry {
  const title = one.is === 'ticket' && state === 'new' ? journeyTitle(one.entry) : ''
  return title === '' ? one : ({ ...one, entry: { ...one.entry, title } } as BookingEntry)
}

const newGroup = (read: BookingEntry, state: GroupState): Group => ({
  ...read,
  id: read.entry.id,
  state,
  changes: [],
  drafts: [],
  hasCancelledPart: false,
  newPassengers: [],
})

/** Replaces an entry, or adds it at the end. */
function put(now: Planned, { is, entry }: BookingEntry): void {
  const list: (Ticket | Stay)[] = is === 'ticket' ? now.tickets : now.stays
  const index = list.findIndex(({ id }) => id === entry.id)
  if (index < 0) list.push(entry)
  else list[index] = entry
}

function remove(now: Planned, id: string): void {
  now.tickets = now.tickets.filter((one) => one.id !== id)
  now.stays = now.stays.filter((one) => one.id !== id)
}

/** What all of a group's drafts change together: two mails may have moved the gate twice. */
function withSums(group: Group, before: Bookings, nameOf: NameOf): Group {
  const { is, entry, id } = group
  const first = (is === 'ticket' ? before.tickets : before.stays).find((one) => one.id === id)
  const known = new Set(first?.passengers.map((passenger) => passenger.id))
  const newPassengers = entry.passengers.filter((passenger) => !known.has(passenger.id))
  if (!first || group.state !== 'changed') return { ...group, newPassengers }
  const plan = is === 'ticket' ? { tickets: [first as Ticket], stays: [] } : { tickets: [], stays: [first as Stay] }
  const changes = findKnown(entryOf(is, entry), { ...plan, nameOf })?.changes ?? group.changes
  return { ...group, changes, newPassengers, state: changes.length > 0 ? 'changed' : 'same' }
}

/** Whether a cancellation is about the whole entry: all parts of the journey, and everybody. */
function coversAll(read: BookingEntry, known: BookingEntry, nameOf: NameOf): boolean {
  const [cancelled, passengers] = [segmentsOf(read), read.entry.passengers]
  const hasParts =
    cancelled.length === 0 || segmentsOf(known).every((one) => cancelled.some((other) => isSameSegment(one, other)))
  const hasPeople =
    passengers.length === 0 ||
    known.entry.passengers.every((one) => passengers.some((other) => isSamePassenger(one, other, nameOf)))
  return hasParts && hasPeople
}

const segmentsOf = (one: BookingEntry) => (one.is === 'ticket' ? one.entry.segments : [])

/** The passenger of an entry whose file this is: the only one whom all its drafts name; '' for everybody. */
export function ownerOf(entry: Ticket | Stay, drafts: readonly Draft[], nameOf: NameOf): string {
  if (entry.passengers.length < 2) return ''
  const owners = new Set(
    drafts.flatMap(({ read }) =>
      read.entry.passengers.map(
        (one) => entry.passengers.find((other) => isSamePassenger(other, one, nameOf))?.id ?? '',
      ),
    ),
  )
  const [only = '', ...others] = owners
  return others.length > 0 ? '' : only
}

/** A code that is no boarding pass, and what it is added to. */
export interface CodeDraft {
  id: string
  sourceId: string
  format: CodeFormat
  text: string
}

/** A booking with a code, unless it has it. */
export function withCode<Of extends Ticket | Stay>(booking: Of, { id, format, text }: CodeDraft): Of {
  if (booking.codes.some((code) => code.text === text)) return booking
  const code: Code = { id, format, text, passenger_id: '', segment_id: '' }
  return { ...booking, codes: [...booking.codes, code] }
}
